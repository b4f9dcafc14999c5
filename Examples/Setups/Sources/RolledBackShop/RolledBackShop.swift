import DataMigration

/// A shop that was rewritten from Flutter to Swift.
///
/// Users get the rewrite, lose it in a rollback, and get it again, and stay logged in each time.
///
///     RolledBackShop FOLDER flutter|swift [login TOKEN|logout|tab NAME]
@main
struct RolledBackShop {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            print("usage: RolledBackShop FOLDER flutter|swift [login TOKEN|logout|tab NAME]")
            return
        }
        let folder = arguments[1]
        let (action, value) = (arguments.dropFirst(3).first, arguments.dropFirst(4).first ?? "")
        // In an app: UserDefaultsStore(), KeychainSecretStore(.flutterSecureStorage()), and a KeychainSecretStore of its own.
        let file = JSONFileStore(path: "\(folder)/settings.json")
        let flutterSecrets = FileSecretStore(path: "\(folder)/flutter-keychain.json")
        let ownSecrets = FileSecretStore(path: "\(folder)/own-keychain.json")

        if arguments[2] == "flutter" {
            // The old version, which knows nothing of the new one.
            let plain = MirroredStore(file, try SchemaMapping([]))
            switch action {
            case "login": try flutterSecrets.set(Secret(value), named: "token")
            case "logout": try flutterSecrets.remove("token")
            case "tab": try plain.write { $0["flutter.tab"] = .string(value) }
            default: break
            }
            try show(flutterSecrets.secret(named: "token"), plain.read()["flutter.tab"])
            return
        }

        let mapping = try SchemaMapping([], secrets: [MirroredSecret("token", as: "session.token")], prefix: "flutter.")
        let secrets = MirroredSecretStore(old: flutterSecrets, new: ownSecrets, mapping)
        let settings = MirroredStore(file, mapping, secrets: secrets)
        // At launch: what the old version did last counts.
        try settings.adoptOldWrites()
        switch action {
        case "login": try secrets.set(Secret(value), named: "session.token")
        case "logout": try secrets.remove("session.token")
        case "tab": try settings.write { $0["tab"] = .string(value) }
        default: break
        }
        try show(secrets.secret(named: "session.token"), settings.read()["tab"])
    }

    static func show(_ token: Secret?, _ tab: StoredValue?) throws {
        let user = token.map { "logged in with \(String(decoding: $0.bytes, as: UTF8.self))" } ?? "logged out"
        let name = if case .string(let text)? = tab { text } else { "none" }
        print("\(user), tab \(name)")
    }
}
