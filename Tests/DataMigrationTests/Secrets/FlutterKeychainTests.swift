import DataMigration
import MigrationTesting
import Testing

/// An app that is shared with, and rolled back to, its Flutter version.
struct FlutterKeychainTests {
    private let device = MortalDevice()

    /// The plugin flutter_secure_storage: what it asks the keychain for, and what it does with the answers.
    struct FlutterStorage {
        enum Version: CaseIterable {
            case nine, ten
        }

        let version: Version
        let keychain: any Keychain
        var accountName = "flutter_secure_storage_service"
        var groupID: String?
        var accessibility = KeychainAccessibility.whenUnlocked
        var isSynchronizable = false

        private func query(_ key: String?, isSynchronizable: Bool? = nil) -> KeychainQuery {
            var query = KeychainQuery(service: accountName, account: key, accessGroup: groupID)
            query.isSynchronizable = isSynchronizable ?? self.isSynchronizable
            return query
        }

        /// Whether the plugin's query, which names an accessibility, has a result.
        private func finds(_ query: KeychainQuery) -> Bool {
            keychain.items(matching: query).items.contains { $0.accessibility == accessibility }
        }

        func read(_ key: String) -> String? {
            var query = query(key)
            guard finds(query) else { return nil }
            query.returnsData = true
            return keychain.items(matching: query).items.first?.data.map { String(decoding: $0, as: UTF8.self) }
        }

        func write(_ value: String, _ key: String) -> Int32 {
            let isKnown =
                switch version {
                case .nine: read(key) != nil
                case .ten: [true, false].contains { finds(query(key, isSynchronizable: $0)) }
                }
            if isKnown {
                let data = Array(value.utf8)
                let status = finds(query(key)) ? keychain.update(query(key), data: data, accessibility: nil) : -1
                if version == .nine || status == KeychainStatus.success { return status }
                _ = delete(key)
            }
            let item = KeychainItem(
                service: accountName,
                account: key,
                accessGroup: groupID,
                accessibility: accessibility,
                isSynchronizable: isSynchronizable,
                data: Array(value.utf8)
            )
            return keychain.add(item).status
        }

        func delete(_ key: String) -> Int32 {
            finds(query(key)) ? keychain.delete(query(key)) : KeychainStatus.itemNotFound
        }
    }

    private func flutter(_ version: FlutterStorage.Version) -> FlutterStorage {
        FlutterStorage(version: version, keychain: device.keychain)
    }

    @Test(arguments: FlutterStorage.Version.allCases)
    func bothAppsFindWhatTheOtherWrote(version: FlutterStorage.Version) throws {
        let flutter = flutter(version)
        let swift = KeychainSecretStore(.flutterSecureStorage(), in: device.keychain)
        // The Flutter app logs in, and the Swift app refreshes the token.
        #expect(flutter.write("one", "token") == KeychainStatus.success)
        #expect(try swift.secret(named: "token") == Secret("one"))
        try swift.set(Secret("two"), named: "token")
        // It is rolled back, and the Flutter app refreshes the token.
        #expect(flutter.read("token") == "two")
        #expect(flutter.write("three", "token") == KeychainStatus.success)
        // The Swift app returns, logs out, and logs in again.
        #expect(try swift.secret(named: "token") == Secret("three"))
        try swift.remove("token")
        #expect(flutter.read("token") == nil)
        try swift.set(Secret("four"), named: "token")
        try swift.set(Secret("1234"), named: "pin")
        // The Flutter app finds and replaces even what it has never written.
        #expect(flutter.read("token") == "four")
        #expect(flutter.read("pin") == "1234")
        #expect(flutter.write("5678", "pin") == KeychainStatus.success)
        #expect(try swift.secret(named: "pin") == Secret("5678"))
        #expect(flutter.delete("pin") == KeychainStatus.success)
        #expect(try swift.names() == ["token"])
    }

    @Test(
        arguments: FlutterStorage.Version.allCases,
        [
            (KeychainProtection.whenUnlocked(.thisDevice), .whenUnlockedThisDeviceOnly, false),
            (.afterFirstUnlock(.backups), .afterFirstUnlock, false),
            (.afterFirstUnlock(.thisDevice), .afterFirstUnlockThisDeviceOnly, false),
            (.whenPasscodeSet, .whenPasscodeSetThisDeviceOnly, false),
            (.whenUnlocked(.iCloudKeychain), .whenUnlocked, true),
        ] as [(KeychainProtection, KeychainAccessibility, Bool)]
    )
    func optionsOfThePlugin(
        version: FlutterStorage.Version,
        options: (KeychainProtection, KeychainAccessibility, Bool)
    ) throws {
        var flutter = flutter(version)
        flutter.accountName = "com.example.shop"
        flutter.groupID = "TEAM.com.example.shop"
        (flutter.accessibility, flutter.isSynchronizable) = (options.1, options.2)
        let swift = KeychainSecretStore(
            .flutterSecureStorage(account: "com.example.shop", prefix: "flutter.", protection: options.0),
            accessGroup: "TEAM.com.example.shop",
            in: device.keychain
        )
        try swift.set(Secret("one"), named: "token")
        #expect(flutter.read("flutter.token") == "one")
        #expect(flutter.write("two", "flutter.token") == KeychainStatus.success)
        #expect(try swift.secret(named: "token") == Secret("two"))
    }

    /// Earlier versions of the Swift app used another protection.
    @Test(arguments: FlutterStorage.Version.allCases)
    func wrongProtectionIsCorrected(version: FlutterStorage.Version) throws {
        let flutter = flutter(version)
        let earlier = KeychainSecretStore(
            .service("flutter_secure_storage_service"),
            protection: .afterFirstUnlock(.thisDevice),
            in: device.keychain
        )
        try earlier.set(Secret("one"), named: "token")
        #expect(flutter.read("token") == nil)
        #expect(flutter.write("two", "token") == KeychainStatus.duplicateItem)
        let swift = KeychainSecretStore(.flutterSecureStorage(), in: device.keychain)
        #expect(try swift.applyProtection() == ["token"])
        #expect(flutter.read("token") == "one")
        #expect(flutter.write("two", "token") == KeychainStatus.success)
    }

    @Test(arguments: FlutterStorage.Version.allCases)
    func mirroredSecretsReachTheFlutterApp(version: FlutterStorage.Version) throws {
        let flutter = flutter(version)
        let secrets = MirroredSecretStore(
            old: KeychainSecretStore(.flutterSecureStorage(prefix: "flutter."), in: device.keychain),
            new: KeychainSecretStore(.service("com.example.shop"), in: device.keychain),
            try SchemaMapping([], secrets: [MirroredSecret("token")])
        )
        try secrets.set(Secret("one"), named: "token")
        #expect(flutter.read("flutter.token") == "one")
        #expect(flutter.write("two", "flutter.token") == KeychainStatus.success)
        #expect(try secrets.adoptOldWrites().map(\.new) == ["token"])
        #expect(try secrets.secret(named: "token") == Secret("two"))
    }

    @Test(
        arguments: [
            (.keychainAccess(service: "s"), "s", "token", .afterFirstUnlock, false),
            (.swiftKeychainWrapper(service: "s"), "s", "token", .whenUnlocked, true),
            (.reactNativeKeychain(username: "u"), "token", "u", .afterFirstUnlock, false),
        ] as [(KeychainShape, String, String, KeychainAccessibility, Bool)]
    )
    func shapesOfOtherFrameworks(
        shape: KeychainShape,
        service: String,
        account: String,
        accessibility: KeychainAccessibility,
        hasDataAccount: Bool
    ) throws {
        let store = KeychainSecretStore(shape, in: device.keychain)
        try store.set(Secret("one"), named: "token")
        let item = try #require(device.keychain.items(matching: KeychainQuery(service: service)).items.first)
        #expect(item.account == account)
        #expect(item.accessibility == accessibility)
        #expect(!item.isSynchronizable)
        #expect(item.hasDataAccount == hasDataAccount)
        #expect(try store.names() == ["token"])
        #expect(try store.secret(named: "token") == Secret("one"))
    }
}
