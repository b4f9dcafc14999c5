import MigrationTesting
import Testing

@testable import DataMigration

/// The store of secrets, with a keychain that behaves as Apple documents it.
struct KeychainSecretStoreTests {
    private static let service = "com.example.shop"

    private let device = MortalDevice()

    private func store(
        _ shape: KeychainShape = .service(service),
        accessGroup: String? = nil,
        _ protection: KeychainProtection = .afterFirstUnlock(.thisDevice)
    ) -> KeychainSecretStore {
        KeychainSecretStore(shape, accessGroup: accessGroup, protection: protection, in: device.keychain)
    }

    private func item(
        _ account: String,
        service: String = service,
        group: String = "TEAM.com.example.shop",
        _ accessibility: KeychainAccessibility,
        isSynchronizable: Bool = false,
        _ data: String
    ) -> KeychainItem {
        KeychainItem(
            service: service,
            account: account,
            accessGroup: group,
            accessibility: accessibility,
            isSynchronizable: isSynchronizable,
            data: Array(data.utf8)
        )
    }

    private static let protections: [KeychainProtection] = [
        .afterFirstUnlock(.thisDevice), .afterFirstUnlock(.backups), .afterFirstUnlock(.iCloudKeychain),
        .whenUnlocked(.thisDevice), .whenUnlocked(.backups), .whenUnlocked(.iCloudKeychain), .whenPasscodeSet,
    ]

    @Test(arguments: protections)
    func newSecretGetsProtectionOfStore(protection: KeychainProtection) throws {
        try store(protection).set(Secret("t"), named: "token")
        #expect(device.keychainItems.count == 1)
        #expect(device.keychainItems.first.flatMap { KeychainProtection($0) } == protection)
        #expect(try store(protection).secret(named: "token") == Secret("t"))
        #expect(KeychainProtection(text: protection.text) == protection)
    }

    private func store(_ protection: KeychainProtection) -> KeychainSecretStore {
        store(.service(Self.service), accessGroup: nil, protection)
    }

    /// Every choice of a store finds and changes secrets of every other choice, without changing their protection.
    @Test(arguments: protections, protections)
    func existingSecretKeepsProtection(stored: KeychainProtection, chosen: KeychainProtection) throws {
        try store(stored).set(Secret("old"), named: "token")
        let store = store(chosen)
        #expect(try store.names() == ["token"])
        #expect(try store.secret(named: "token") == Secret("old"))
        try store.set(Secret("new"), named: "token")
        #expect(device.keychainItems.map { KeychainProtection($0) } == [stored])
        #expect(try store.secret(named: "token") == Secret("new"))
        try store.remove("token")
        #expect(device.keychainItems.isEmpty)
        #expect(try store.secret(named: "token") == nil)
        try store.remove("token")
    }

    /// Renaming a secret in a migration doesn't make it invisible to a new phone.
    @Test(arguments: protections, protections)
    func renamedSecretKeepsProtection(stored: KeychainProtection, chosen: KeychainProtection) throws {
        try store(stored).set(Secret("t"), named: "token")
        let steps = try MigrationSteps([
            MigrationStep("1", "one", ifNothingToMove: .fail, .renameSecret("token", to: "session")),
            MigrationStep("2", "two", ifNothingToMove: .fail, .renameSecret("session", to: "session.token")),
        ])
        let outcome = DataMigrator(steps) { _ in }.run(on: InMemoryStore(), secrets: store(chosen), appVersion: "2")
        #expect(outcome.problems.isEmpty)
        #expect(device.keychainItems.map(\.account) == ["session.token"])
        #expect(device.keychainItems.map { KeychainProtection($0) } == [stored])
        #expect(try store(chosen).secret(named: "session.token") == Secret("t"))
    }

    @Test(arguments: protections)
    func newPhoneFindsWhatReachesIt(protection: KeychainProtection) throws {
        try store(protection).set(Secret("t"), named: "token")
        let isSynchronized = protection.isSynchronizable
        let isBackedUp = !protection.accessibility.isThisDeviceOnly
        device.configureKeychain { $0.moveToNewDevice(restoringBackup: true) }
        #expect(try store().secret(named: "token") == (isBackedUp ? Secret("t") : nil))
        device.configureKeychain { $0.moveToNewDevice(restoringBackup: false) }
        // Also a store that wouldn't synchronize new secrets finds it, so there is no new log-in.
        #expect(try store().secret(named: "token") == (isSynchronized ? Secret("t") : nil))
        #expect(try store().names() == (isSynchronized ? ["token"] : []))
    }

    @Test func twinsAreChangedAndRemovedTogether() throws {
        _ = device.keychain.add(item("token", .afterFirstUnlock, isSynchronizable: true, "cloud"))
        _ = device.keychain.add(item("token", .afterFirstUnlockThisDeviceOnly, "local"))
        #expect(try store().names() == ["token"])
        #expect(try store().secret(named: "token") == Secret("local"))
        #expect(try store(.afterFirstUnlock(.iCloudKeychain)).secret(named: "token") == Secret("cloud"))
        try store().set(Secret("new"), named: "token")
        #expect(device.keychainItems.map(\.data) == [Array("new".utf8), Array("new".utf8)])
        try store().remove("token")
        #expect(device.keychainItems.isEmpty)
    }

    @Test(arguments: protections, protections)
    func protectionIsAppliedToEarlierSecrets(stored: KeychainProtection, chosen: KeychainProtection) throws {
        try store(stored).set(Secret("t"), named: "token")
        #expect(try store(chosen).applyProtection() == (stored == chosen ? [] : ["token"]))
        #expect(device.keychainItems.map { KeychainProtection($0) } == [chosen])
        #expect(try store(chosen).secret(named: "token") == Secret("t"))
        #expect(try store(chosen).applyProtection().isEmpty)
    }

    @Test func interruptedProtectionIsCompleted() throws {
        let cloud = KeychainProtection.whenUnlocked(.iCloudKeychain)
        var random = SeededRandom(seed: 1)
        for change in 0..<8 {
            let device = MortalDevice()
            func store(_ device: MortalDevice, _ protection: KeychainProtection) -> KeychainSecretStore {
                KeychainSecretStore(.service("s"), accessGroup: nil, protection: protection, in: device.keychain)
            }
            for name in ["a", "b"] { try store(device, .afterFirstUnlock(.thisDevice)).set(Secret(name), named: name) }
            device.die(at: change)
            _ = try? store(device, cloud).applyProtection()
            let survivor = device.survivor(&random)
            for name in ["a", "b"] { #expect(try store(survivor, cloud).secret(named: name) == Secret(name)) }
            try store(survivor, cloud).applyProtection()
            #expect(survivor.keychainItems.map { KeychainProtection($0) } == [cloud, cloud])
        }
    }

    // MARK: Shapes and groups

    @Test(
        arguments: [
            (.service("com.example.shop"), "com.example.shop", "token"),
            (.account("com.example.shop"), "token", "com.example.shop"),
            (.service("flutter_secure_storage_service"), "flutter_secure_storage_service", "token"),
            (.service("com.example.shop", prefix: "flutter."), "com.example.shop", "flutter.token"),
            (.account("com.example.shop", prefix: "flutter."), "flutter.token", "com.example.shop"),
        ] as [(KeychainShape, String, String)]
    )
    func shapeFindsSecretsOfOtherFrameworks(shape: KeychainShape, service: String, account: String) throws {
        _ = device.keychain.add(item(account, service: service, .whenUnlocked, "t"))
        _ = device.keychain.add(item("other", service: "other", .whenUnlocked, "x"))
        let store = store(shape)
        #expect(try store.names() == ["token"])
        #expect(try store.secret(named: "token") == Secret("t"))
        try store.set(Secret("new"), named: "token")
        try store.set(Secret("p"), named: "pin")
        #expect(try store.names() == ["pin", "token"])
        try store.remove("token")
        try store.remove("pin")
        #expect(device.keychainItems.map(\.account) == ["other"])
    }

    @Test func otherGroupsAreNotUsed() throws {
        device.configureKeychain { $0.groups = ["TEAM.com.example.shop", "TEAM.shared"] }
        _ = device.keychain.add(item("token", group: "TEAM.shared", .afterFirstUnlock, "shared"))
        #expect(try store().secret(named: "token") == nil)
        #expect(try store(accessGroup: "TEAM.shared").secret(named: "token") == Secret("shared"))
        try store().set(Secret("own"), named: "token")
        try store().remove("token")
        #expect(device.keychainItems.map(\.accessGroup) == ["TEAM.shared"])
        #expect(throws: DataMigrationError.self) { try store(accessGroup: "TEAM.other").names() }
    }

    /// Also those in groups that were the default in other versions of the app.
    @Test func probesOfKilledProcessesAreReplaced() throws {
        let own = "TEAM.com.example.shop"
        let groups = [own] + (1...9).map { "TEAM.shared.\($0)" }
        device.configureKeychain { $0.groups = groups }
        for group in groups {
            _ = device.keychain.add(
                item(
                    "probe",
                    service: "com.example.shop.DataMigration.probe",
                    group: group,
                    .afterFirstUnlockThisDeviceOnly,
                    ""
                )
            )
        }
        try store().set(Secret("t"), named: "token")
        #expect(device.keychainItems.map(\.account) == ["token"])
        #expect(device.keychainItems.map(\.accessGroup) == [own])
    }

    // MARK: Errors

    /// The system's reasons are sentences.
    @Test func reasonHasNoSecondFullStop() {
        struct LockedKeychain: Keychain {
            func add(_ item: KeychainItem) -> (status: Int32, item: KeychainItem?) { (-25308, nil) }
            func items(matching query: KeychainQuery) -> (status: Int32, items: [KeychainItem]) { (-25308, []) }
            func update(_ query: KeychainQuery, data: [UInt8]?, accessibility: KeychainAccessibility?) -> Int32 {
                -25308
            }
            func delete(_ query: KeychainQuery) -> Int32 { -25308 }
            func message(for status: Int32) -> String? { "User interaction is not allowed." }
        }
        let error = #expect(throws: DataMigrationError.self) {
            try KeychainSecretStore(.service(Self.service), in: LockedKeychain()).remove("token")
        }
        #expect(error?.message.contains(": User interaction is not allowed (-25308). Try again") == true)
    }

    @Test func missingEntitlementHasAdvice() {
        device.configureKeychain { $0.groups = [] }
        let error = #expect(throws: DataMigrationError.self) { try store().secret(named: "token") }
        #expect(error?.code == .secretsUnavailable)
        #expect(error?.message.contains("(-34018)") == true)
        #expect(error?.message.contains("keychain-access-groups") == true)
    }

    @Test(
        arguments: [
            (.afterFirstUnlock(.thisDevice), .locked, true),
            (.afterFirstUnlock(.thisDevice), .beforeFirstUnlock, false),
            (.whenUnlocked(.backups), .locked, false), (.whenPasscodeSet, .locked, false),
        ] as [(KeychainProtection, ScriptedKeychain.Lock, Bool)]
    )
    func lockedSecretIsUnavailable(protection: KeychainProtection, lock: ScriptedKeychain.Lock, isFound: Bool) throws {
        let store = store(protection)
        try store.set(Secret("t"), named: "token")
        device.configureKeychain { $0.lock = lock }
        guard !isFound else {
            #expect(try store.secret(named: "token") == Secret("t"))
            return
        }
        // Never nil, which would look like a user who isn't logged in.
        let error = #expect(throws: DataMigrationError.self) { try store.secret(named: "token") }
        #expect(error?.message.contains("(-25308)") == true)
        #expect(throws: DataMigrationError.self) { try store.set(Secret("u"), named: "token") }
        device.configureKeychain { $0.lock = .unlocked }
        #expect(try store.secret(named: "token") == Secret("t"))
    }

    /// Another process adds the secret between the update and the addition.
    @Test func secretOfOtherProcessIsReplaced() throws {
        struct CrowdedKeychain: Keychain {
            let base: any Keychain
            let isFirst = Log<Bool>()

            func add(_ item: KeychainItem) -> (status: Int32, item: KeychainItem?) {
                if item.account == "token", isFirst.all.isEmpty {
                    isFirst.add(true)
                    var other = item
                    other.data = [1]
                    _ = base.add(other)
                }
                return base.add(item)
            }
            func items(matching query: KeychainQuery) -> (status: Int32, items: [KeychainItem]) {
                base.items(matching: query)
            }
            func update(_ query: KeychainQuery, data: [UInt8]?, accessibility: KeychainAccessibility?) -> Int32 {
                base.update(query, data: data, accessibility: accessibility)
            }
            func delete(_ query: KeychainQuery) -> Int32 { base.delete(query) }
            func message(for status: Int32) -> String? { nil }
        }
        let keychain = CrowdedKeychain(base: device.keychain)
        try KeychainSecretStore(.service(Self.service), in: keychain).set(Secret("mine"), named: "token")
        #expect(device.keychainItems.map(\.data) == [Array("mine".utf8)])
    }

    /// Staged secrets never leave the device.
    @Test func stagedSecretIsNotSynchronized() throws {
        let store = store(.afterFirstUnlock(.iCloudKeychain))
        try store.set(Secret("t"), named: "DataMigration.staged.x.token")
        #expect(device.keychainItems.map(\.isSynchronizable) == [false])
        #expect(device.keychainItems.map(\.accessibility) == [.afterFirstUnlockThisDeviceOnly])
    }

    @Test func stagedSecretKeepsProtectionText() {
        for protection in [nil, "", "afterFirstUnlock.backups"] {
            let staged = StagedSecret(new: Secret("n"), before: Secret("b"), protection: protection)
            let read = StagedSecret(staged.secret)
            #expect(read?.new == Secret("n"))
            #expect(read?.before == Secret("b"))
            #expect(read?.protection == protection)
        }
        #expect(StagedSecret(Secret([4, 0, 0, 0, 0, 0, 0, 0, 0, 1])) == nil)
        #expect(StagedSecret(Secret([8])) == nil)
    }
}
