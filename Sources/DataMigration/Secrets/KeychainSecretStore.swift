#if canImport(Security) && canImport(Darwin)
import Foundation
import Security
import SystemBase

/// Secrets in the keychain of an Apple platform, as generic passwords of one service.
///
/// They stay on the device, and can be read after its first unlock, so that launches in the background find them.
public struct KeychainSecretStore: SecretStore {
    private let service: String
    private let accessGroup: String?

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - service: The service of the passwords, such as the app's bundle identifier.
    ///   - accessGroup: The group that shares them; `nil` uses only the app's own group.
    public init(service: String, accessGroup: String? = nil) {
        self.service = service
        self.accessGroup = accessGroup
    }

    /// The default access group of the process, once it is known.
    private static let ownGroup = Mutex<String?>(nil)

    private func query(_ name: String? = nil) throws(DataMigrationError) -> [CFString: Any] {
        var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: service]
        query[kSecUseDataProtectionKeychain] = true
        if let name { query[kSecAttrAccount] = name }
        query[kSecAttrAccessGroup] = try group()
        return query
    }

    /// The access group.
    ///
    /// A query without a group matches the items of all groups of the process. So the default group is determined once,
    /// by storing an item.
    private func group() throws(DataMigrationError) -> String {
        if let group = accessGroup ?? Self.ownGroup.withLock({ $0 }) { return group }
        var probe: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: "\(service).DataMigration.probe",
            kSecAttrAccount: "probe",
            kSecUseDataProtectionKeychain: true,
        ]
        var item = probe
        item[kSecValueData] = Data()
        item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        item[kSecReturnAttributes] = true
        var result: CFTypeRef?
        var status = SecItemAdd(item as CFDictionary, &result)
        if status == errSecDuplicateItem {
            // A killed process left it.
            var query = probe
            query[kSecReturnAttributes] = true
            status = SecItemCopyMatching(query as CFDictionary, &result)
        }
        guard status == errSecSuccess, let attributes = result as? [CFString: Any],
            let group = attributes[kSecAttrAccessGroup] as? String
        else { throw failure(status == errSecSuccess ? errSecInternalComponent : status) }
        probe[kSecAttrAccessGroup] = group
        _ = SecItemDelete(probe as CFDictionary)
        Self.ownGroup.withLock { $0 = group }
        return group
    }

    /// Returns the names of all secrets, sorted.
    public func names() throws(DataMigrationError) -> [String] {
        var query = try query()
        query[kSecMatchLimit] = kSecMatchLimitAll
        query[kSecReturnAttributes] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return [] }
        guard status == errSecSuccess, let items = result as? [[CFString: Any]] else { throw failure(status) }
        return items.compactMap { $0[kSecAttrAccount] as? String }.sorted()
    }

    /// Returns a secret.
    public func secret(named name: String) throws(DataMigrationError) -> Secret? {
        var query = try query(name)
        query[kSecReturnData] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = result as? Data else { throw failure(status) }
        return Secret([UInt8](data))
    }

    /// Sets a secret.
    public func set(_ secret: Secret, named name: String) throws(DataMigrationError) {
        let value: [CFString: Any] = [
            kSecValueData: Data(secret.bytes),
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        let query = try query(name)
        var status = SecItemUpdate(query as CFDictionary, value as CFDictionary)
        if status == errSecItemNotFound {
            status = SecItemAdd(query.merging(value) { $1 } as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw failure(status) }
    }

    /// Removes a secret.
    public func remove(_ name: String) throws(DataMigrationError) {
        let status = SecItemDelete(try query(name) as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(status) }
    }

    private func failure(_ status: OSStatus) -> DataMigrationError {
        let reason = SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "no reason"
        return DataMigrationError(
            .secretsUnavailable,
            """
            The keychain failed for \(service): \(reason) (\(status)). \
            \(KeychainAdvice.sentence(for: status, accessGroup: accessGroup))
            """
        )
    }
}
#endif
