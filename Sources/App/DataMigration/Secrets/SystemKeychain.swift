#if canImport(Security) && canImport(Darwin)
import Foundation
import Security

/// The keychain of the device.
struct SystemKeychain: Keychain {
    func add(_ item: KeychainItem) -> (status: Int32, item: KeychainItem?) {
        var attributes: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecUseDataProtectionKeychain: true,
            kSecAttrService: item.service,
            kSecAttrAccount: Self.account(item.account, isData: item.hasDataAccount),
            kSecAttrSynchronizable: item.isSynchronizable,
            kSecReturnAttributes: true,
        ]
        attributes[kSecAttrAccessGroup] = item.accessGroup
        attributes[kSecAttrAccessible] = item.accessibility.map(Self.constant)
        attributes[kSecValueData] = Data(item.data ?? [])
        // Who stores accounts as data also looks for them here.
        if item.hasDataAccount { attributes[kSecAttrGeneric] = Data(item.account.utf8) }
        var result: CFTypeRef?
        let status = SecItemAdd(attributes as CFDictionary, &result)
        return (status, (result as? [CFString: Any]).map(Self.item))
    }

    func items(matching query: KeychainQuery) -> (status: Int32, items: [KeychainItem]) {
        var attributes = Self.attributes(query)
        attributes[kSecReturnAttributes] = true
        attributes[kSecReturnData] = query.returnsData
        attributes[kSecMatchLimit] = query.returnsData ? kSecMatchLimitOne : kSecMatchLimitAll
        var result: CFTypeRef?
        let status = SecItemCopyMatching(attributes as CFDictionary, &result)
        if let item = result as? [CFString: Any] { return (status, [Self.item(item)]) }
        return (status, (result as? [[CFString: Any]] ?? []).map(Self.item))
    }

    func update(_ query: KeychainQuery, data: [UInt8]?, accessibility: KeychainAccessibility?) -> Int32 {
        var changes: [CFString: Any] = [:]
        if let data { changes[kSecValueData] = Data(data) }
        if let accessibility { changes[kSecAttrAccessible] = Self.constant(accessibility) }
        return SecItemUpdate(Self.attributes(query) as CFDictionary, changes as CFDictionary)
    }

    func delete(_ query: KeychainQuery) -> Int32 {
        SecItemDelete(Self.attributes(query) as CFDictionary)
    }

    func message(for status: Int32) -> String? {
        SecCopyErrorMessageString(status, nil).map { $0 as String }
    }

    private static func attributes(_ query: KeychainQuery) -> [CFString: Any] {
        var attributes: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecUseDataProtectionKeychain: true,
        ]
        attributes[kSecAttrService] = query.service
        attributes[kSecAttrAccount] = query.account.map { account($0, isData: query.hasDataAccount) }
        attributes[kSecAttrAccessGroup] = query.accessGroup
        // Without this attribute, synchronizable items wouldn't be found.
        if let isSynchronizable = query.isSynchronizable {
            attributes[kSecAttrSynchronizable] = isSynchronizable
        } else {
            attributes[kSecAttrSynchronizable] = kSecAttrSynchronizableAny
        }
        return attributes
    }

    private static func account(_ account: String, isData: Bool) -> Any {
        isData ? Data(account.utf8) : account
    }

    private static func item(_ attributes: [CFString: Any]) -> KeychainItem {
        let accessibility = attributes[kSecAttrAccessible] as? String
        return KeychainItem(
            service: attributes[kSecAttrService] as? String ?? "",
            account: attributes[kSecAttrAccount] as? String
                ?? (attributes[kSecAttrAccount] as? Data).map { String(decoding: $0, as: UTF8.self) } ?? "",
            accessGroup: attributes[kSecAttrAccessGroup] as? String,
            accessibility: KeychainAccessibility.allCases.first { constant($0) as String == accessibility },
            isSynchronizable: attributes[kSecAttrSynchronizable] as? Bool ?? false,
            data: (attributes[kSecValueData] as? Data).map { [UInt8]($0) }
        )
    }

    private static func constant(_ accessibility: KeychainAccessibility) -> CFString {
        switch accessibility {
        case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
        case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
        case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
        }
    }
}
#endif
