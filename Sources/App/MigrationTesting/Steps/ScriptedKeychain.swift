package import DataMigration

/// A keychain in memory, which behaves as Apple documents the data protection keychain.
package struct ScriptedKeychain: Sendable {
    /// Whether the device is unlocked.
    package enum Lock: Sendable {
        case unlocked
        /// Locked, but it was unlocked since its start.
        case locked
        /// Not unlocked since its start.
        case beforeFirstUnlock
    }

    /// What identifies an item.
    private struct Key: Hashable {
        let service: String
        let account: String
        let group: String
        let isSynchronizable: Bool
    }

    private var items: [Key: KeychainItem] = [:]
    package var lock = Lock.unlocked
    /// The access groups in the entitlements of the process, the default one first.
    package var groups = ["TEAM.com.example.shop"]
    package var hasPasscode = true

    package init() {}

    package var sortedItems: [KeychainItem] {
        items.values.sorted {
            ($0.service, $0.account, $0.isSynchronizable ? 1 : 0) < (
                $1.service, $1.account, $1.isSynchronizable ? 1 : 0
            )
        }
    }

    /// Keeps what another device of the user gets.
    ///
    /// - Parameter isBackupRestored: Whether an encrypted backup is restored, too, and not only iCloud Keychain.
    package mutating func moveToNewDevice(restoringBackup isBackupRestored: Bool) {
        items = items.filter {
            $0.key.isSynchronizable || isBackupRestored && $0.value.accessibility?.isThisDeviceOnly == false
        }
    }

    // MARK: Calls

    package mutating func add(_ item: KeychainItem) -> (status: Int32, item: KeychainItem?) {
        guard let group = item.accessGroup ?? groups.first, groups.contains(group) else {
            return (KeychainStatus.missingEntitlement, nil)
        }
        guard let accessibility = item.accessibility, !(item.isSynchronizable && accessibility.isThisDeviceOnly) else {
            return (KeychainStatus.invalidParameter, nil)
        }
        if let status = refusal(of: accessibility) { return (status, nil) }
        let key = Key(
            service: item.service,
            account: item.account,
            group: group,
            isSynchronizable: item.isSynchronizable
        )
        guard items[key] == nil else { return (KeychainStatus.duplicateItem, nil) }
        var item = item
        item.accessGroup = group
        items[key] = item
        item.data = nil
        return (KeychainStatus.success, item)
    }

    package func items(matching query: KeychainQuery) -> (status: Int32, items: [KeychainItem]) {
        guard let keys = keys(matching: query) else { return (KeychainStatus.missingEntitlement, []) }
        if lock == .beforeFirstUnlock { return (KeychainStatus.interactionNotAllowed, []) }
        var found = keys.compactMap { items[$0] }.sorted { ($0.service, $0.account) < ($1.service, $1.account) }
        guard !found.isEmpty else { return (KeychainStatus.itemNotFound, []) }
        guard query.returnsData else {
            for index in found.indices { found[index].data = nil }
            return (KeychainStatus.success, found)
        }
        if let status = found[0].accessibility.flatMap(refusal) { return (status, []) }
        return (KeychainStatus.success, [found[0]])
    }

    package mutating func update(
        _ query: KeychainQuery,
        data: [UInt8]?,
        accessibility: KeychainAccessibility?
    ) -> Int32 {
        guard let keys = keys(matching: query) else { return KeychainStatus.missingEntitlement }
        if lock == .beforeFirstUnlock { return KeychainStatus.interactionNotAllowed }
        guard !keys.isEmpty else { return KeychainStatus.itemNotFound }
        for key in keys {
            for accessibility in [accessibility, items[key]?.accessibility].compactMap(\.self) {
                if let status = refusal(of: accessibility) { return status }
            }
            if key.isSynchronizable, accessibility?.isThisDeviceOnly == true { return KeychainStatus.invalidParameter }
        }
        for key in keys {
            if let data { items[key]?.data = data }
            if let accessibility { items[key]?.accessibility = accessibility }
        }
        return KeychainStatus.success
    }

    package mutating func delete(_ query: KeychainQuery) -> Int32 {
        guard let keys = keys(matching: query) else { return KeychainStatus.missingEntitlement }
        if lock == .beforeFirstUnlock { return KeychainStatus.interactionNotAllowed }
        guard !keys.isEmpty else { return KeychainStatus.itemNotFound }
        for key in keys { items[key] = nil }
        return KeychainStatus.success
    }

    /// Returns the keys of all items that match, or `nil` if the process may not use the group.
    private func keys(matching query: KeychainQuery) -> [Key]? {
        guard !groups.isEmpty, query.accessGroup.map(groups.contains) ?? true else { return nil }
        return items.keys.filter { key in
            groups.contains(key.group) && query.accessGroup.map { $0 == key.group } ?? true
                && query.service.map { $0 == key.service } ?? true
                && query.account.map { $0 == key.account } ?? true
                && query.isSynchronizable.map { $0 == key.isSynchronizable } ?? true
        }
    }

    /// Returns why items of a class can't be used now; `nil` if they can.
    private func refusal(of accessibility: KeychainAccessibility) -> Int32? {
        switch accessibility {
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly:
            lock == .beforeFirstUnlock ? KeychainStatus.interactionNotAllowed : nil
        case .whenUnlocked, .whenUnlockedThisDeviceOnly:
            lock == .unlocked ? nil : KeychainStatus.interactionNotAllowed
        case .whenPasscodeSetThisDeviceOnly:
            lock == .unlocked && hasPasscode ? nil : KeychainStatus.interactionNotAllowed
        }
    }
}
