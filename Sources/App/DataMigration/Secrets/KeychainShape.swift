/// How the names of secrets map to the services and accounts of the keychain.
///
/// | app or framework | shape |
/// |---|---|
/// | one service, and a name per account | `.service("com.example.shop")` |
/// | the bundle identifier as the account, and a name per service | `.account("com.example.shop")` |
/// | flutter_secure_storage, version 9 or 10 | `.flutterSecureStorage()` |
/// | the same, with keys of its own like `flutter.token` | `.flutterSecureStorage(prefix: "flutter.")` |
/// | KeychainAccess | `.keychainAccess(service: "com.example.shop")` |
/// | SwiftKeychainWrapper | `.swiftKeychainWrapper(service: "com.example.shop")` |
/// | react-native-keychain | `.reactNativeKeychain(username: "session")` |
///
/// The shapes of frameworks also determine how new secrets are protected, because some of the frameworks only find secrets
/// with the protection that they use themselves.
public struct KeychainShape: Sendable, Hashable {
    private enum Fixed: Sendable, Hashable {
        case service(String)
        case account(String)
    }

    private let fixed: Fixed
    /// The prefix of every name in the keychain.
    public let prefix: String
    /// How new secrets are protected, unless the store has a protection of its own.
    var protection = KeychainProtection.afterFirstUnlock(.thisDevice)
    /// Whether accounts are stored as data instead of text.
    var hasDataAccounts = false

    private init(fixed: Fixed, prefix: String) {
        self.fixed = fixed
        self.prefix = prefix
    }

    /// Returns the shape in which all secrets have the same service, and the account is the name.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - prefix: The prefix of every account, which isn't part of the name.
    /// - Returns: The shape.
    public static func service(_ service: String, prefix: String = "") -> KeychainShape {
        KeychainShape(fixed: .service(service), prefix: prefix)
    }

    /// Returns the shape in which all secrets have the same account, and the service is the name.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - prefix: The prefix of every service, which isn't part of the name.
    /// - Returns: The shape.
    public static func account(_ account: String, prefix: String = "") -> KeychainShape {
        KeychainShape(fixed: .account(account), prefix: prefix)
    }

    /// Returns the shape of flutter_secure_storage, version 9 or 10, for secrets that an app shares with its Flutter version.
    ///
    /// The plugin's option `accountName` is the service, and its keys are the accounts. It only finds secrets with exactly
    /// the protection of its options, and can't replace another one with the same key, so new secrets must have it.
    /// Pass its option `groupId` as the store's access group. Secrets that the plugin encrypts with the Secure Enclave, or
    /// stores with access control flags, can't be shared.
    ///
    /// - Parameters:
    ///   - account: The plugin's option `accountName`.
    ///   - prefix: The prefix of every key, which isn't part of the name.
    ///   - protection: The plugin's options `accessibility` and `synchronizable`: `.whenUnlocked(.backups)` for `unlocked`,
    ///     the default, `.afterFirstUnlock(.backups)` for `first_unlock`, `.thisDevice` for those that end in
    ///     `_this_device`, `.whenPasscodeSet` for `passcode`, and `.iCloudKeychain` for synchronizable secrets.
    /// - Returns: The shape.
    public static func flutterSecureStorage(
        account: String = "flutter_secure_storage_service",
        prefix: String = "",
        protection: KeychainProtection = .whenUnlocked(.backups)
    ) -> KeychainShape {
        KeychainShape.service(account, prefix: prefix).protected(protection)
    }

    /// Returns the shape of KeychainAccess for generic passwords.
    ///
    /// - Parameters:
    ///   - service: The service, which is the bundle identifier unless the app has chosen another one.
    ///   - protection: How new secrets are protected; that of KeychainAccess by default.
    /// - Returns: The shape.
    public static func keychainAccess(
        service: String,
        protection: KeychainProtection = .afterFirstUnlock(.backups)
    ) -> KeychainShape {
        KeychainShape.service(service).protected(protection)
    }

    /// Returns the shape of SwiftKeychainWrapper, which stores its keys as data.
    ///
    /// - Parameters:
    ///   - service: The service, which is the bundle identifier unless the app has chosen another one.
    ///   - protection: How new secrets are protected; that of SwiftKeychainWrapper by default.
    /// - Returns: The shape.
    public static func swiftKeychainWrapper(
        service: String,
        protection: KeychainProtection = .whenUnlocked(.backups)
    ) -> KeychainShape {
        var shape = KeychainShape.service(service).protected(protection)
        shape.hasDataAccounts = true
        return shape
    }

    /// Returns the shape of react-native-keychain, which has one generic password for each service.
    ///
    /// - Parameters:
    ///   - username: The user name that the app stores with every password.
    ///   - protection: How new secrets are protected; that of react-native-keychain by default.
    /// - Returns: The shape, in which the names of secrets are services.
    public static func reactNativeKeychain(
        username: String,
        protection: KeychainProtection = .afterFirstUnlock(.backups)
    ) -> KeychainShape {
        KeychainShape.account(username).protected(protection)
    }

    private func protected(_ protection: KeychainProtection) -> KeychainShape {
        var shape = self
        shape.protection = protection
        return shape
    }

    /// The fixed service or account, for messages.
    var label: String {
        switch fixed {
        case .service(let service): service
        case .account(let account): account
        }
    }

    /// Returns a query for all secrets, or for one with a name.
    func query(_ name: String? = nil) -> KeychainQuery {
        let key = name.map { prefix + $0 }
        var query =
            switch fixed {
            case .service(let service): KeychainQuery(service: service, account: key)
            case .account(let account): KeychainQuery(service: key, account: account)
            }
        query.hasDataAccount = hasDataAccounts
        return query
    }

    /// Returns the name of an item, or `nil` without the prefix.
    func name(of item: KeychainItem) -> String? {
        let key =
            switch fixed {
            case .service: item.account
            case .account: item.service
            }
        return key.utf8.starts(with: prefix.utf8)
            ? String(key.unicodeScalars.dropFirst(prefix.unicodeScalars.count)) : nil
    }
}
