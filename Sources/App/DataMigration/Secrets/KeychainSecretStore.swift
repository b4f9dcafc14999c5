import ToggleBase

/// Secrets in the keychain of an Apple platform, as generic passwords.
///
/// ```swift
/// let secrets = KeychainSecretStore(service: "com.example.shop", protection: .afterFirstUnlock(.iCloudKeychain))
/// ```
///
/// New secrets get the protection of the store. A secret that already exists keeps its own, even if it is changed or
/// renamed. Secrets are found no matter whether iCloud Keychain synchronizes them. If there is one of each kind with the
/// same name, the one with the store's kind is read, and both are changed and removed.
///
/// To remove a synchronized secret is to remove it from all devices of the user.
public struct KeychainSecretStore: SecretStore {
    /// The number of attempts to set a secret that another process adds or removes at the same time.
    private static let maximumAttempts = 3
    /// The protection of the migrator's own items, unless another one is chosen; either way, they stay on the device.
    private static let ownProtection = KeychainProtection.afterFirstUnlock(.thisDevice)

    private let keychain: any Keychain
    private let shape: KeychainShape
    private let accessGroup: String?
    private let protection: KeychainProtection
    private let ownGroup: OwnGroup

    #if canImport(Security) && canImport(Darwin)
    /// Creates a store in which the names of secrets are accounts.
    ///
    /// - Parameters:
    ///   - service: The service of the passwords, such as the app's bundle identifier.
    ///   - accessGroup: The group that shares them; `nil` uses only the app's own group.
    ///   - protection: When new secrets can be read, and where they go.
    public init(
        service: String,
        accessGroup: String? = nil,
        protection: KeychainProtection = .afterFirstUnlock(.thisDevice)
    ) {
        self.init(.service(service), accessGroup: accessGroup, protection: protection)
    }

    /// Creates a store with a shape that the app or another framework already uses.
    ///
    /// - Parameters:
    ///   - shape: How the names of secrets map to services and accounts.
    ///   - accessGroup: The group that shares the secrets; `nil` uses only the app's own group.
    ///   - protection: When new secrets can be read, and where they go; `nil` for the protection of the shape.
    public init(
        _ shape: KeychainShape,
        accessGroup: String? = nil,
        protection: KeychainProtection? = nil
    ) {
        self.init(shape, accessGroup: accessGroup, protection: protection, in: SystemKeychain(), ownGroup: .system)
    }
    #endif

    package init(
        _ shape: KeychainShape,
        accessGroup: String? = nil,
        protection: KeychainProtection? = nil,
        in keychain: any Keychain
    ) {
        self.init(shape, accessGroup: accessGroup, protection: protection, in: keychain, ownGroup: OwnGroup())
    }

    private init(
        _ shape: KeychainShape,
        accessGroup: String?,
        protection: KeychainProtection?,
        in keychain: any Keychain,
        ownGroup: OwnGroup
    ) {
        self.shape = shape
        self.accessGroup = accessGroup
        self.protection = protection ?? shape.protection
        self.keychain = keychain
        self.ownGroup = ownGroup
    }

    /// The default access group of the process, once it is known.
    private final class OwnGroup: Sendable {
        static let system = OwnGroup()
        let name = Mutex<String?>(nil)
    }

    private func query(
        _ name: String? = nil,
        isSynchronizable: Bool? = nil
    ) throws(DataMigrationError) -> KeychainQuery {
        var query = shape.query(name)
        query.accessGroup = try group()
        query.isSynchronizable = isSynchronizable
        return query
    }

    /// The access group.
    ///
    /// A query without a group matches the items of all groups of the process. So the default group is determined once,
    /// by storing an item.
    private func group() throws(DataMigrationError) -> String {
        if let group = accessGroup ?? ownGroup.name.withLock({ $0 }) { return group }
        let probe = KeychainItem(
            service: "\(shape.label).DataMigration.probe",
            account: "probe",
            accessGroup: nil,
            accessibility: Self.ownProtection.accessibility,
            isSynchronizable: false,
            data: []
        )
        var query = KeychainQuery(service: probe.service, account: probe.account)
        query.isSynchronizable = false
        var (status, item) = keychain.add(probe)
        if status == KeychainStatus.duplicateItem {
            // A killed process left it, and maybe one in another group that was the default then.
            _ = keychain.delete(query)
            (status, item) = keychain.add(probe)
        }
        guard status == KeychainStatus.success, let group = item?.accessGroup else {
            throw failure(status == KeychainStatus.success ? KeychainStatus.internalComponent : status)
        }
        query.accessGroup = group
        _ = keychain.delete(query)
        ownGroup.name.withLock { $0 = group }
        return group
    }

    /// Returns the names of all secrets, sorted.
    public func names() throws(DataMigrationError) -> [String] {
        Set(try items().compactMap(shape.name)).sorted()
    }

    private func items(named name: String? = nil) throws(DataMigrationError) -> [KeychainItem] {
        let (status, items) = keychain.items(matching: try query(name))
        if status == KeychainStatus.itemNotFound { return [] }
        guard status == KeychainStatus.success else { throw failure(status) }
        return items
    }

    /// Returns a secret.
    public func secret(named name: String) throws(DataMigrationError) -> Secret? {
        try item(named: name)?.data.map { Secret($0) }
    }

    /// Returns an item with its data, preferably one that is synchronized like new ones.
    private func item(named name: String) throws(DataMigrationError) -> KeychainItem? {
        for isSynchronizable in [protection.isSynchronizable, !protection.isSynchronizable] {
            var query = try query(name, isSynchronizable: isSynchronizable)
            query.returnsData = true
            let (status, items) = keychain.items(matching: query)
            if status == KeychainStatus.itemNotFound { continue }
            guard status == KeychainStatus.success, let item = items.first, item.data != nil else {
                throw failure(status == KeychainStatus.success ? KeychainStatus.internalComponent : status)
            }
            return item
        }
        return nil
    }

    /// Returns how a secret is protected; `nil` if there is no such secret, or its protection isn't supported.
    public func protection(ofSecret name: String) throws(DataMigrationError) -> String? {
        let items = try items(named: name)
        let item = items.first { $0.isSynchronizable == protection.isSynchronizable } ?? items.first
        return item.flatMap { KeychainProtection($0) }?.text
    }

    /// Sets a secret.
    ///
    /// An existing secret keeps its protection.
    public func set(_ secret: Secret, named name: String) throws(DataMigrationError) {
        try set(secret, named: name, protection: nil)
    }

    /// Sets a secret.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - name: Its name.
    ///   - protection: How a new secret is protected; `nil` for the protection of the store. An existing secret keeps its
    ///     own.
    /// - Throws: An error, without having changed anything.
    public func set(_ secret: Secret, named name: String, protection: String?) throws(DataMigrationError) {
        let isOwn = name.hasPrefix(SecretJournal.prefix)
        let chosen = protection.flatMap { KeychainProtection(text: $0) }
        let protection = isOwn ? (chosen ?? Self.ownProtection).onThisDevice : chosen ?? self.protection
        let query = try query(name)
        var status = KeychainStatus.success
        for _ in 0..<Self.maximumAttempts {
            status = keychain.update(query, data: secret.bytes, accessibility: nil)
            if status == KeychainStatus.itemNotFound {
                status = keychain.add(item(query, protection, secret.bytes)).status
            }
            // Another process added or removed it in the meantime.
            guard status == KeychainStatus.duplicateItem || status == KeychainStatus.itemNotFound else { break }
        }
        guard status == KeychainStatus.success else { throw failure(status) }
    }

    private func item(_ query: KeychainQuery, _ protection: KeychainProtection, _ data: [UInt8]) -> KeychainItem {
        var item = KeychainItem(
            service: query.service ?? "",
            account: query.account ?? "",
            accessGroup: query.accessGroup,
            accessibility: protection.accessibility,
            isSynchronizable: protection.isSynchronizable,
            data: data
        )
        item.hasDataAccount = query.hasDataAccount
        return item
    }

    /// Removes a secret, also from the other devices if it is synchronized.
    public func remove(_ name: String) throws(DataMigrationError) {
        let status = keychain.delete(try query(name))
        guard status == KeychainStatus.success || status == KeychainStatus.itemNotFound else { throw failure(status) }
    }

    /// Gives all existing secrets the protection of the store, such as those that earlier versions of the app stored
    /// with another one.
    ///
    /// A secret that leaves iCloud Keychain in this way is removed from the user's other devices.
    ///
    /// If the process is killed in between, a secret can exist both with its old and its new protection, with the same
    /// value. Calling the method again completes the change.
    ///
    /// - Returns: The names of the changed secrets, sorted.
    /// - Throws: An error if a secret can't be read or written. Secrets that were already changed stay changed.
    @discardableResult
    public func applyProtection() throws(DataMigrationError) -> [String] {
        var changed: Set<String> = []
        for name in try names() where !name.hasPrefix(SecretJournal.prefix) {
            let items = try items(named: name)
            let others = items.filter {
                $0.accessibility != protection.accessibility || $0.isSynchronizable != protection.isSynchronizable
            }
            guard !others.isEmpty, let data = try item(named: name)?.data else { continue }
            let kept = try query(name, isSynchronizable: protection.isSynchronizable)
            var status = keychain.update(kept, data: data, accessibility: protection.accessibility)
            if status == KeychainStatus.itemNotFound { status = keychain.add(item(kept, protection, data)).status }
            guard status == KeychainStatus.success else { throw failure(status) }
            status = keychain.delete(try query(name, isSynchronizable: !protection.isSynchronizable))
            guard status == KeychainStatus.success || status == KeychainStatus.itemNotFound else {
                throw failure(status)
            }
            changed.insert(name)
        }
        return changed.sorted()
    }

    private func failure(_ status: Int32) -> DataMigrationError {
        var reason = keychain.message(for: status) ?? "no reason"
        if reason.last == "." { reason.removeLast() }
        return DataMigrationError(
            .secretsUnavailable,
            """
            The keychain failed for \(shape.label): \(reason) (\(status)). \
            \(KeychainAdvice.sentence(for: status, accessGroup: accessGroup))
            """
        )
    }
}
