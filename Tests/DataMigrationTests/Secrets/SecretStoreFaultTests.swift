import DataMigration
import Foundation
import TestSupport
import Testing
import ToggleBase

/// Secrets with damaged files, simultaneous runs, and moved containers.
struct SecretStoreFaultTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func migrator(_ moves: MigrationMove...) throws -> DataMigrator {
        let step = MigrationStep("1", "step", ifNothingToMove: .fail, moves: moves)
        return DataMigrator(try MigrationSteps([step])) { _ in }
    }

    // MARK: Unprotected copies

    /// Returns the files in the folder that contain a text.
    private func files(containing text: String) throws -> [String] {
        try folder.names().filter { name in
            let bytes = try Data(contentsOf: URL(filePath: folder.path(name)))
            return bytes.range(of: Data(text.utf8)) != nil
        }
    }

    @Test(arguments: ["settings.json", "settings.plist"])
    func noFileContainsTokenWhileSecretsWait(name: String) throws {
        let store: any SettingsStore =
            name == "settings.json"
            ? JSONFileStore(path: folder.path(name)) : PropertyListStore(path: folder.path(name))
        for launches in 1...2 {
            try store.update { _ in StoreContents(values: ["token": "t-o-k-e-n", "launches": .integer(launches)]) }
        }
        #expect(try files(containing: "t-o-k-e-n").count == 2, "the current and the previous file")
        let secrets = RefusingSecretStore { $0 == "token" }
        let migrator = try migrator(.moveToSecrets("token"))
        let outcome = migrator.run(on: store, secrets: secrets, appVersion: "1")
        #expect(outcome.problems.map(\.resolution) == [.secretsWait])
        #expect(try files(containing: "t-o-k-e-n").isEmpty)
        secrets.recover()
        #expect(migrator.run(on: store, secrets: secrets, appVersion: "1").problems.isEmpty)
        #expect(try files(containing: "t-o-k-e-n").isEmpty)
        #expect(secrets.secret(named: "token") == Secret("t-o-k-e-n"))
        #expect(try folder.names().sorted() == [".\(name).lock", name])
    }

    // MARK: Unavailable stores

    @Test func damagedSecretsDoNotStopOtherSteps() throws {
        try folder.write("{", to: "secrets.json")
        let store = InMemoryStore(["a": 1])
        let outcome = try migrator(.rename("a", to: "b"))
            .run(on: store, secrets: FileSecretStore(path: folder.path("secrets.json")), appVersion: "1")
        #expect(outcome.result == .migrated && outcome.problems.isEmpty)
        #expect(store.read().values == ["b": 1])
        #expect(try folder.text("secrets.json") == "{")
    }

    @Test func unreadableSecretsNeverReplaceSettings() throws {
        try folder.write("{", to: "secrets.json")
        let store = InMemoryStore(["token": "t"])
        let step = MigrationStep("1", "step", ifNothingToMove: .fail, .moveToSecrets("token"))
        let outcome = DataMigrator(try MigrationSteps([step]), policy: .startClean) { _ in }
            .run(on: store, secrets: FileSecretStore(path: folder.path("secrets.json")), appVersion: "1")
        #expect(outcome.result == .keptData)
        #expect(store.read().values == ["token": "t"] && store.backups.isEmpty)
    }

    // MARK: Simultaneous runs

    /// A store that commits the first of two runs while the second one is between its change and its commit.
    private final class RacingStore: SettingsStore {
        private struct State {
            var contents: StoreContents
            var rival: (@Sendable () -> Void)?
            var pending: StoreContents?
        }

        let name = "racing"
        private let state: Mutex<State>

        init(_ values: [String: StoredValue]) {
            state = Mutex(State(contents: StoreContents(values: values)))
        }

        func race(_ rival: @escaping @Sendable () -> Void) {
            state.withLock { $0.rival = rival }
        }

        func read() -> StoreContents { state.withLock(\.contents) }

        func update(
            _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
        ) throws(DataMigrationError) -> Bool {
            while true {
                let old = read()
                guard let new = try change(old) else { return false }
                let rival = state.withLock { state in
                    defer { state.rival = nil }
                    if state.rival != nil { state.pending = new }
                    return state.rival
                }
                if let rival {
                    rival()
                    // Committed in the meantime, or now.
                    state.withLock { state in
                        if let pending = state.pending { (state.contents, state.pending) = (pending, nil) }
                    }
                    return true
                }
                let isDone = state.withLock { state in
                    if let pending = state.pending {
                        (state.contents, state.pending) = (pending, nil)
                        return false
                    }
                    state.contents = new
                    return true
                }
                if isDone { return true }
            }
        }

        func startClean(with contents: StoreContents, if condition: (StoreContents?) -> Bool) -> CleanStart { .refused }
    }

    @Test(arguments: ["1", "2"])
    func simultaneousRunsLoseNoSecret(version: String) throws {
        let store = RacingStore(["token": "t"])
        let secrets = InMemorySecretStore()
        let steps = try MigrationSteps([
            MigrationStep("1", "secret", ifNothingToMove: .leave, .moveToSecrets("token")),
            MigrationStep("2", "name", ifNothingToMove: .leave, .renameSecret("token", to: "session")),
        ])
        let migrator = DataMigrator(steps) { _ in }
        let rival = Log<MigrationOutcome>()
        store.race { rival.add(migrator.run(on: store, secrets: secrets, appVersion: version)) }
        let outcome = migrator.run(on: store, secrets: secrets, appVersion: "1")
        #expect(outcome.problems.isEmpty && rival.all.allSatisfy(\.problems.isEmpty) && rival.all.count == 1)
        let name = version == "1" ? "token" : "session"
        #expect(secrets.names() == [name], "no staged secrets remain")
        #expect(secrets.secret(named: name) == Secret("t"))
    }

    // MARK: Containers

    @Test(arguments: [
        "/private/var/mobile/Containers/Data/Application/%/Library/settings.json",
        "/Users/ada/Library/Developer/CoreSimulator/Devices/9B1DEB4D-3B7D-4BAD-9BDD-2B0D7B3DCB6D/data/Containers/Shared/AppGroup/%/s.json",
    ])
    func secretsStagedBeforeContainerMoveAreSwept(path: String) throws {
        func store(_ container: String) -> InMemoryStore {
            InMemoryStore(["one": "1", "two": "2"], name: path.replacing("%", with: container))
        }
        // The second of two secrets can't be stored, so the run ends without a commit.
        let secrets = RefusingSecretStore { $0.hasSuffix("two") }
        let migrator = try migrator(.moveToSecrets("one"), .moveToSecrets("two"))
        let before = store("11111111-2222-3333-4444-555555555555")
        #expect(migrator.run(on: before, secrets: secrets, appVersion: "1").result == .keptData)
        #expect(secrets.names().count == 1)
        secrets.recover()
        let after = store("AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE")
        #expect(migrator.run(on: after, secrets: secrets, appVersion: "1").problems.isEmpty)
        #expect(secrets.names() == ["one", "two"])
    }

    @Test func otherUUIDFoldersAreDifferentStores() throws {
        let secrets = RefusingSecretStore { $0.hasSuffix("two") }
        let migrator = try migrator(.moveToSecrets("one"), .moveToSecrets("two"))
        let names = ["11111111-2222-3333-4444-555555555555", "AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE"]
            .map { "/data/accounts/\($0)/settings.json" }
        let first = InMemoryStore(["one": "1", "two": "2"], name: names[0])
        #expect(migrator.run(on: first, secrets: secrets, appVersion: "1").result == .keptData)
        secrets.recover()
        let second = InMemoryStore(["one": "1", "two": "2"], name: names[1])
        #expect(migrator.run(on: second, secrets: secrets, appVersion: "1").problems.isEmpty)
        #expect(secrets.names().count == 3, "secrets that wait for another store remain")
    }
}
