/// The calls of the Security framework that ``KeychainSecretStore`` makes, with its dictionaries as types, so that tests
/// don't need a keychain.
///
/// All items are generic passwords. The service, the account, the access group, and whether an item is synchronizable
/// identify it.
package protocol Keychain: Sendable {
    /// Adds an item (`SecItemAdd`).
    ///
    /// - Returns: The status, and the item with its access group.
    func add(_ item: KeychainItem) -> (status: Int32, item: KeychainItem?)
    /// Finds items (`SecItemCopyMatching`).
    ///
    /// - Returns: The status, and the items, without their data unless the query asks for it.
    func items(matching query: KeychainQuery) -> (status: Int32, items: [KeychainItem])
    /// Changes all items that match (`SecItemUpdate`).
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - data: The new data; `nil` keeps it.
    ///   - accessibility: The new class; `nil` keeps it.
    /// - Returns: The status.
    func update(_ query: KeychainQuery, data: [UInt8]?, accessibility: KeychainAccessibility?) -> Int32
    /// Deletes all items that match (`SecItemDelete`).
    func delete(_ query: KeychainQuery) -> Int32
    /// Returns the description of a status (`SecCopyErrorMessageString`).
    func message(for status: Int32) -> String?
}

/// A generic password.
package struct KeychainItem: Sendable, Hashable {
    package var service: String
    package var account: String
    /// The access group; `nil` for the default group when an item is added.
    package var accessGroup: String?
    /// The class; `nil` if it isn't one of the known ones.
    package var accessibility: KeychainAccessibility?
    package var isSynchronizable: Bool
    package var data: [UInt8]?
    /// Whether the account is stored as data, and once more as the generic attribute.
    package var hasDataAccount = false

    package init(
        service: String,
        account: String,
        accessGroup: String?,
        accessibility: KeychainAccessibility?,
        isSynchronizable: Bool,
        data: [UInt8]? = nil
    ) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
        self.accessibility = accessibility
        self.isSynchronizable = isSynchronizable
        self.data = data
    }
}

/// A query for generic passwords.
package struct KeychainQuery: Sendable, Hashable {
    /// The service; `nil` for any.
    package var service: String?
    /// The account; `nil` for any.
    package var account: String?
    /// The access group; `nil` for all groups of the process.
    package var accessGroup: String?
    /// Whether items are synchronizable; `nil` for both (`kSecAttrSynchronizableAny`).
    package var isSynchronizable: Bool?
    /// Whether the data of one item is returned, instead of the attributes of all items.
    ///
    /// The keychain refuses to return the data of several items.
    package var returnsData = false
    /// Whether the account is data instead of text.
    package var hasDataAccount = false

    package init(service: String? = nil, account: String? = nil, accessGroup: String? = nil) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
    }
}

/// When an item can be read (`kSecAttrAccessible`).
package enum KeychainAccessibility: String, Sendable, CaseIterable {
    case whenUnlocked, whenUnlockedThisDeviceOnly
    case afterFirstUnlock, afterFirstUnlockThisDeviceOnly
    case whenPasscodeSetThisDeviceOnly

    /// Whether items neither leave the device with a backup nor with iCloud Keychain.
    package var isThisDeviceOnly: Bool {
        switch self {
        case .whenUnlocked, .afterFirstUnlock: false
        case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: true
        }
    }
}

/// Results of calls (`OSStatus`).
package enum KeychainStatus {
    package static let success: Int32 = 0
    package static let invalidParameter: Int32 = -50
    package static let duplicateItem: Int32 = -25299
    package static let itemNotFound: Int32 = -25300
    package static let interactionNotAllowed: Int32 = -25308
    package static let missingEntitlement: Int32 = -34018
    package static let internalComponent: Int32 = -2070
}
