/// How the names of secrets map to the services and accounts of the keychain.
///
/// | app or framework | shape |
/// |---|---|
/// | one service, and a name per account | `.service("com.example.shop")` |
/// | the bundle identifier as the account, and a name per service | `.account("com.example.shop")` |
/// | flutter_secure_storage | `.service("flutter_secure_storage_service")` |
/// | the same, with keys of its own like `flutter.token` | `.service("flutter_secure_storage_service", prefix: "flutter.")` |
public struct KeychainShape: Sendable, Hashable {
    private enum Fixed: Sendable, Hashable {
        case service(String)
        case account(String)
    }

    private let fixed: Fixed
    /// The prefix of every name in the keychain.
    public let prefix: String

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
        return switch fixed {
        case .service(let service): KeychainQuery(service: service, account: key)
        case .account(let account): KeychainQuery(service: key, account: account)
        }
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
