import DataMigration
import Foundation
import MigrationTesting
import TestSupport
import Testing

/// An app that is replaced by a rewrite and rolled back several times.
struct MirroredSecretStoreTests {
    private let device = MortalDevice()
    /// What the old app uses: `flutter.token` and so on.
    private var old: KeychainSecretStore {
        KeychainSecretStore(.service("flutter_secure_storage_service", prefix: "flutter."), in: device.keychain)
    }
    private var new: KeychainSecretStore { KeychainSecretStore(.account("com.example.shop"), in: device.keychain) }

    private func mapping() throws -> SchemaMapping {
        try SchemaMapping(
            [MirroredKey("flutter.tab", as: "tab")],
            secrets: [MirroredSecret("token"), MirroredSecret("pin", as: "session.pin")]
        )
    }

    private func mirrored() throws -> MirroredSecretStore {
        MirroredSecretStore(old: old, new: new, try mapping())
    }

    @Test func eachVersionFindsWhatTheOtherWrote() throws {
        // The old app logs in.
        try old.set(Secret("one"), named: "token")
        let secrets = try mirrored()
        #expect(try secrets.verify().map(\.kind) == [.newIsMissing])
        #expect(try secrets.adoptOldWrites().map(\.new) == ["token"])
        #expect(try secrets.secret(named: "token") == Secret("one"))
        #expect(try secrets.verify().isEmpty)
        // The rewrite refreshes the token, and is rolled back.
        try secrets.set(Secret("two"), named: "token")
        try secrets.set(Secret("1234"), named: "session.pin")
        #expect(try old.secret(named: "token") == Secret("two"))
        #expect(try old.secret(named: "pin") == Secret("1234"))
        // The old app refreshes it again, and is replaced again.
        try old.set(Secret("three"), named: "token")
        #expect(try secrets.adoptOldWrites().map(\.kind) == [.differ])
        #expect(try secrets.secret(named: "token") == Secret("three"))
        // The old app logs out.
        try old.remove("token")
        #expect(try secrets.adoptOldWrites().map(\.kind) == [.oldIsMissing])
        #expect(try secrets.secret(named: "token") == nil)
        // The rewrite logs in and out.
        try secrets.set(Secret("four"), named: "token")
        try secrets.remove("token")
        #expect(try old.secret(named: "token") == nil)
        #expect(try secrets.adoptOldWrites().isEmpty)
        #expect(try secrets.names() == ["session.pin"])
        #expect(try old.names() == ["pin"])
    }

    /// A version that had no mirror yet changed the new place.
    @Test func newSecretWithoutMirrorIsCopiedBack() throws {
        try new.set(Secret("new"), named: "token")
        #expect(try mirrored().adoptOldWrites().map(\.kind) == [.oldIsMissing])
        #expect(try old.secret(named: "token") == Secret("new"))
        try new.set(Secret("newer"), named: "token")
        #expect(try mirrored().adoptOldWrites().map(\.kind) == [.differ])
        #expect(try old.secret(named: "token") == Secret("newer"))
        try new.remove("token")
        #expect(try mirrored().adoptOldWrites().map(\.kind) == [.newIsMissing])
        #expect(try old.secret(named: "token") == nil)
    }

    @Test func oneCallEndsTheRolloutOfBothStores() throws {
        let store = InMemoryStore(["flutter.tab": "home"])
        let secrets = try mirrored()
        let settings = MirroredStore(store, try mapping(), secrets: secrets)
        try old.set(Secret("t"), named: "token")
        #expect(try settings.adoptOldWrites().map(\.new) == ["tab", "token"])
        #expect(try settings.verify().isEmpty)
        // The older version writes once more.
        try old.set(Secret("u"), named: "token")
        let error = #expect(throws: DataMigrationError.self) { try settings.dropOldNames() }
        #expect(error?.code == .mirrorsDisagree)
        #expect(error?.key == "token")
        #expect(store.read().values.count == 2)
        try settings.adoptOldWrites()
        try settings.dropOldNames()
        #expect(store.read().values == ["tab": "home"])
        #expect(try old.names().isEmpty)
        #expect(try secrets.names() == ["token"])
        // The marks of the end.
        let names = ["DataMigration.unmirrored.session.pin", "DataMigration.unmirrored.token", "token"]
        #expect(try new.names() == names)
        #expect(try secrets.secret(named: "token") == Secret("u"))
        // Repeating it has no effect.
        try settings.dropOldNames()
        #expect(try new.names() == names)
    }

    @Test func droppedNamesAreNotRestored() throws {
        let secrets = try mirrored()
        try secrets.set(Secret("one"), named: "token")
        try secrets.dropOldNames()
        #expect(try secrets.verify().isEmpty)
        #expect(try secrets.adoptOldWrites().isEmpty)
        #expect(try old.names().isEmpty)
        // Neither by changes, also of a secret that was missing at the end.
        try secrets.set(Secret("two"), named: "token")
        try secrets.set(Secret("1234"), named: "session.pin")
        #expect(try secrets.adoptOldWrites().isEmpty)
        #expect(try old.names().isEmpty)
        #expect(try secrets.secret(named: "token") == Secret("two"))
        try secrets.remove("token")
        #expect(try secrets.adoptOldWrites().isEmpty)
        #expect(try secrets.names() == ["session.pin"])
        // An older version is installed once more, and logs in.
        try old.set(Secret("three"), named: "token")
        #expect(try secrets.adoptOldWrites().map(\.kind) == [.newIsMissing])
        #expect(try secrets.secret(named: "token") == Secret("three"))
        // It logs out.
        try old.remove("token")
        #expect(try secrets.adoptOldWrites().map(\.kind) == [.oldIsMissing])
        #expect(try secrets.secret(named: "token") == nil)
        try secrets.dropOldNames()
        #expect(try secrets.adoptOldWrites().isEmpty)
        #expect(try old.names().isEmpty)
    }

    /// Someone moved the file of the old secrets away, because it was damaged.
    @Test func missingOldFileIsNotLogOut() throws {
        let folder = try TemporaryFolder()
        let old = FileSecretStore(path: folder.path("old.json"))
        let new = FileSecretStore(path: folder.path("new.json"))
        let secrets = MirroredSecretStore(old: old, new: new, try mapping())
        try secrets.set(Secret("t"), named: "token")
        try FileManager.default.moveItem(atPath: old.path, toPath: folder.path("old.json.damaged"))
        #expect(try secrets.adoptOldWrites().map(\.kind) == [.oldIsMissing])
        #expect(try secrets.secret(named: "token") == Secret("t"))
        #expect(try old.secret(named: "token") == Secret("t"))
        #expect(try secrets.verify().isEmpty)
        // In a file that exists, the older version removed it.
        try old.remove("token")
        #expect(try old.exists())
        #expect(try secrets.adoptOldWrites().map(\.kind) == [.oldIsMissing])
        #expect(try secrets.names().isEmpty)
        #expect(try new.names().isEmpty)
    }

    /// After the first secret is set again, the file exists, and the others must not seem to be removed.
    @Test func allSecretsOfMissingOldFileAreKept() throws {
        let folder = try TemporaryFolder()
        let old = FileSecretStore(path: folder.path("old.json"))
        let secrets = MirroredSecretStore(old: old, new: new, try mapping())
        try secrets.set(Secret("t"), named: "token")
        try secrets.set(Secret("1234"), named: "session.pin")
        try FileManager.default.removeItem(atPath: old.path)
        #expect(try secrets.adoptOldWrites().map(\.kind) == [.oldIsMissing, .oldIsMissing])
        #expect(try secrets.names() == ["session.pin", "token"])
        #expect(try old.names() == ["pin", "token"])
        // From now on, a removed secret is removed again.
        try old.remove("pin")
        #expect(try secrets.adoptOldWrites().map(\.new) == ["session.pin"])
        #expect(try secrets.names() == ["token"])
    }

    /// Only the first of two secrets can be set again.
    @Test func missingOldFileIsRestoredAtNextLaunch() throws {
        struct FullStore: SecretStore {
            let store: FileSecretStore

            func exists() throws(DataMigrationError) -> Bool { try store.exists() }
            func names() throws(DataMigrationError) -> [String] { try store.names() }
            func secret(named name: String) throws(DataMigrationError) -> Secret? { try store.secret(named: name) }
            func remove(_ name: String) throws(DataMigrationError) { try store.remove(name) }
            func set(_ secret: Secret, named name: String) throws(DataMigrationError) {
                guard try store.names().isEmpty else { throw DataMigrationError(.unwritable, "The disk is full.") }
                try store.set(secret, named: name)
            }
        }
        let folder = try TemporaryFolder()
        let old = FileSecretStore(path: folder.path("old.json"))
        let secrets = MirroredSecretStore(old: old, new: new, try mapping())
        try secrets.set(Secret("t"), named: "token")
        try secrets.set(Secret("1234"), named: "session.pin")
        try FileManager.default.removeItem(atPath: old.path)
        let interrupted = MirroredSecretStore(old: FullStore(store: old), new: new, try mapping())
        #expect(throws: DataMigrationError.self) { try interrupted.adoptOldWrites() }
        #expect(try old.names().count == 1)
        #expect(try secrets.adoptOldWrites().count == 1)
        #expect(try secrets.names() == ["session.pin", "token"])
        #expect(try old.names() == ["pin", "token"])
    }

    @Test func secretIsConvertedForOldPlace() throws {
        let mapping = try SchemaMapping(
            [],
            secrets: [
                MirroredSecret(
                    "token",
                    to: { $0.bytes.first == 0x22 ? Secret(Array($0.bytes.dropFirst().dropLast())) : nil },
                    back: { $0.bytes.isEmpty ? nil : Secret([0x22] + $0.bytes + [0x22]) }
                )
            ]
        )
        let secrets = MirroredSecretStore(old: old, new: new, mapping)
        try old.set(Secret("\"quoted\""), named: "token")
        try secrets.adoptOldWrites()
        #expect(try secrets.secret(named: "token") == Secret("quoted"))
        try secrets.set(Secret("next"), named: "token")
        #expect(try old.secret(named: "token") == Secret("\"next\""))
        // What can't be converted changes nothing.
        #expect(throws: DataMigrationError.self) { try secrets.set(Secret(""), named: "token") }
        #expect(try secrets.secret(named: "token") == Secret("next"))
        try old.set(Secret("plain"), named: "token")
        let error = #expect(throws: DataMigrationError.self) { try secrets.adoptOldWrites() }
        #expect(error?.code == .failedConversion)
        #expect(error?.key == "token")
        #expect(try secrets.secret(named: "token") == Secret("next"))
    }

    @Test func failedWriteIsReverted() throws {
        // The old place is readable only while the device is unlocked.
        let old = RefusingSecretStore(["token": Secret("old")]) { _ in true }
        let new = InMemorySecretStore(["token": Secret("old")])
        let secrets = MirroredSecretStore(old: old, new: new, try mapping())
        #expect(throws: DataMigrationError.self) { try secrets.set(Secret("new"), named: "token") }
        #expect(new.secret(named: "token") == Secret("old"))
        #expect(throws: DataMigrationError.self) { try secrets.remove("token") }
        #expect(new.secret(named: "token") == Secret("old"))
        old.recover()
        try secrets.set(Secret("new"), named: "token")
        #expect(old.secret(named: "token") == Secret("new"))
    }

    @Test func failedRemovalKeepsProtection() throws {
        let shared = KeychainSecretStore(
            .account("com.example.shop"),
            protection: .whenUnlocked(.iCloudKeychain),
            in: device.keychain
        )
        try shared.set(Secret("t"), named: "token")
        let before = device.keychainItems
        let old = RefusingSecretStore(["token": Secret("t")]) { _ in true }
        #expect(throws: DataMigrationError.self) {
            try MirroredSecretStore(old: old, new: new, mapping()).remove("token")
        }
        #expect(device.keychainItems == before)
    }

    /// A copy can only be read when the secret can be read, and doesn't leave the device.
    @Test(
        arguments: [
            (.whenUnlocked(.iCloudKeychain), .whenUnlockedThisDeviceOnly),
            (.whenPasscodeSet, .whenPasscodeSetThisDeviceOnly),
            (.afterFirstUnlock(.backups), .afterFirstUnlockThisDeviceOnly),
        ] as [(KeychainProtection, KeychainAccessibility)]
    )
    func copyIsProtectedLikeSecret(protection: KeychainProtection, expected: KeychainAccessibility) throws {
        let new = KeychainSecretStore(.account("com.example.shop"), protection: protection, in: device.keychain)
        let secrets = MirroredSecretStore(old: old, new: new, try mapping())
        try secrets.set(Secret("t"), named: "token")
        try old.set(Secret("1234"), named: "pin")
        try secrets.adoptOldWrites()
        let copies = device.keychainItems.filter { $0.service.hasPrefix("DataMigration.") }
        #expect(copies.map(\.service) == ["DataMigration.mirror.session.pin", "DataMigration.mirror.token"])
        #expect(copies.map(\.accessibility) == [expected, expected])
        #expect(copies.allSatisfy { !$0.isSynchronizable })
    }

    @Test func unusableSecretDoesNotStopOthers() throws {
        let mapping = try SchemaMapping(
            [],
            secrets: [MirroredSecret("token", to: { _ in nil }, back: { $0 }), MirroredSecret("pin")]
        )
        try old.set(Secret("t"), named: "token")
        try old.set(Secret("1234"), named: "pin")
        let error = #expect(throws: DataMigrationError.self) {
            try MirroredSecretStore(old: old, new: new, mapping).adoptOldWrites()
        }
        #expect(error?.key == "token")
        #expect(try new.secret(named: "pin") == Secret("1234"))
    }

    @Test func migratorWritesBothPlaces() throws {
        let steps = try MigrationSteps([MigrationStep("1", "secret", ifNothingToMove: .fail, .moveToSecrets("token"))])
        let outcome = DataMigrator(steps) { _ in }
            .run(on: InMemoryStore(["token": "t"]), secrets: try mirrored(), appVersion: "1")
        #expect(outcome.problems.isEmpty)
        #expect(try old.names() == ["token"])
        #expect(try new.names() == ["DataMigration.mirror.token", "token"])
        #expect(try mirrored().names() == ["token"])
    }

    @Test func unmappedSecretIsOnlyInNewStore() throws {
        let secrets = try mirrored()
        try secrets.set(Secret("x"), named: "other")
        #expect(try secrets.secret(named: "other") == Secret("x"))
        #expect(try old.names().isEmpty)
        try secrets.remove("other")
        #expect(try new.names().isEmpty)
    }

    @Test func repeatedNameIsRefused() {
        let error = #expect(throws: MigrationListError.self) {
            try SchemaMapping(
                [],
                secrets: [MirroredSecret("a", as: "b"), MirroredSecret("a", as: "c"), MirroredSecret("b")]
            )
        }
        #expect(
            error?.problems == [
                "The old secret “a” occurs twice in the mapping; use each name once.",
                "The new secret “b” occurs twice in the mapping; use each name once.",
            ]
        )
    }
}
