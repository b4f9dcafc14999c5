import FeatureToggles
import FeatureTogglesRemote
import FeatureTogglesTesting
import StoreMigration
import Testing
import ToggleBase

/// The user of an operation, depending on the context, the client, and the migration.
struct DualWriteUserTests {
    private let store = InMemoryDualWriteStore()

    /// Returns a client whose document has a different stage for one user.
    private func client(ambient: String?, ada: MigrationStage = .dualwrite, others: MigrationStage = .dualwrite)
        async throws
        -> ToggleClient
    {
        let text = """
            {"flags": {"book_store": {"state": "ENABLED", "variants": {"ada": "\(ada.rawValue)", "others": "\(others.rawValue)"},
            "defaultVariant": "others", "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, "ada", "others"]}}}}
            """
        return try await client(document: text, ambient: ambient)
    }

    /// Returns a client for users in the EU.
    private func client(document: String, ambient: String?) async throws -> ToggleClient {
        let registry = ToggleRegistry(namespace: "Test") { toggles in
            toggles.add(migration: .bookStore, details: ToggleDetails(description: "Books move.", owner: "data"))
        }
        let client = ToggleClient(
            registries: [registry],
            overrides: OverrideSources(),
            remote: InMemoryRemoteSource(document: document),
            context: EvaluationContext(targetingKey: ambient, attributes: ["region": "EU"])
        )
        try await client.fetchAndActivate()
        return client
    }

    private func write(_ migration: Migration, for context: EvaluationContext? = nil) async {
        await migration.write(for: context) {
        } new: {
        }
    }

    /// Returns whether dual writes of a user have begun.
    private func hasBegun(_ user: String) async throws -> Bool { try await store.state(of: user).new != nil }

    @Test(
        arguments: [
            (nil, nil, nil, "device"), (nil, EvaluationContext(), nil, "device"), ("ada", nil, nil, "ada"),
            ("ada", EvaluationContext(attributes: ["plan": "pro"]), nil, "ada"),
            ("ada", EvaluationContext(targetingKey: "grace"), nil, "grace"),
            (nil, EvaluationContext(targetingKey: "grace"), nil, "grace"),
            ("ada", nil, "device", "device"), ("ada", EvaluationContext(targetingKey: "grace"), "device", "device"),
        ] as [(String?, EvaluationContext?, String?, String)]
    )
    func dualWritesBelongToEvaluatedUser(
        ambient: String?,
        context: EvaluationContext?,
        only: String?,
        expected: String
    ) async throws {
        let client = try await client(ambient: ambient)
        let migration = Migration(.bookStore, toggles: client, dualWrites: store, user: only)
        #expect(migration.user(for: context) == expected)
        await write(migration, for: context)
        for user in ["device", "ada", "grace"] { #expect(try await hasBegun(user) == (user == expected), "\(user)") }
        try await migration.markIncomplete(.new, for: context)
        #expect(try await !hasBegun(expected))
    }

    @Test func usersHaveTheirOwnStartAndStage() async throws {
        let client = try await client(ambient: nil, ada: .dualwrite, others: .off)
        let migration = Migration(.bookStore, toggles: client, dualWrites: store)
        await write(migration)
        #expect(try await !hasBegun("device"))
        client.context = EvaluationContext(targetingKey: "ada")
        #expect(migration.user() == "ada")
        await write(migration)
        #expect(try await hasBegun("ada"))
        client.context = EvaluationContext(targetingKey: "grace")
        await write(migration)
        #expect(try await !hasBegun("grace"))
        #expect(try await hasBegun("ada"))
    }

    /// A pinned migration keeps its user when another user signs in.
    @Test func pinnedMigrationKeepsItsUser() async throws {
        let client = try await client(ambient: "ada", ada: .dualwrite, others: .off)
        let pinned = Migration(.bookStore, toggles: client, dualWrites: store).pinned()
        client.context = EvaluationContext(targetingKey: "grace")
        #expect(pinned.stage == .dualwrite)
        await pinned.write {
        } new: {
        }
        #expect(try await hasBegun("ada"))
        #expect(try await !hasBegun("grace"))
    }

    /// With a context without a key, the ambient key and the context's attributes decide the stage.
    @Test func ambientKeyKeepsContextAttributes() async throws {
        let text = """
            {"flags": {"book_store": {"state": "ENABLED", "variants": {"off": "off", "on": "dualwrite"}, "defaultVariant": "off",
            "targeting": {"if": [{"and": [{"==": [{"var": "targetingKey"}, "ada"]}, {"==": [{"var": "plan"}, "pro"]},
            {"==": [{"var": "region"}, "EU"]}]}, "on", "off"]}}}}
            """
        let client = try await client(document: text, ambient: "ada")
        for dualWrites in [store, nil] {
            let migration = Migration(.bookStore, toggles: client, dualWrites: dualWrites)
            #expect(migration.pinned().stage == .off)
            #expect(migration.pinned(for: EvaluationContext(attributes: ["plan": "pro"])).stage == .dualwrite)
            #expect(migration.pinned(for: EvaluationContext(attributes: ["plan": "free"])).stage == .off)
        }
    }

    @Test func snapshotKeepsItsUser() async throws {
        let client = try await client(ambient: "ada")
        let snapshot = client.snapshot()
        client.context = EvaluationContext(targetingKey: "grace")
        #expect(Migration(.bookStore, toggles: snapshot, dualWrites: store).user() == "ada")
        #expect(Migration(.bookStore, toggles: RecordingToggles(client), dualWrites: store).user() == "grace")
        #expect(Migration(.bookStore, toggles: InMemoryToggles(), dualWrites: store).user() == Migration.deviceUser)
    }

    @Test func doubleProvidesCurrentUser() {
        let toggles = InMemoryToggles(ambientContext: EvaluationContext(targetingKey: "ada"))
        let snapshot = toggles.snapshot()
        let migration = Migration(.bookStore, toggles: toggles, dualWrites: store)
        #expect(migration.user() == "ada")
        toggles.ambientContext = EvaluationContext(targetingKey: "grace")
        #expect(migration.user() == "grace")
        toggles.ambientContext = nil
        #expect(migration.user() == Migration.deviceUser)
        let fixed = FixedToggles(ambientContext: EvaluationContext(targetingKey: "ada"))
        for toggles in [snapshot, fixed] {
            #expect(Migration(.bookStore, toggles: toggles, dualWrites: store).user() == "ada")
        }
    }

    /// A write that times out while another user signs in, and may have succeeded.
    @Test func uncertainWriteIsMarkedForItsUser() async throws {
        let toggles = InMemoryToggles(
            .set(.bookStore, to: .dualwrite),
            ambientContext: EvaluationContext(targetingKey: "ada")
        )
        let migration = Migration(.bookStore, toggles: toggles, dualWrites: store)
        await write(migration)
        toggles.ambientContext = EvaluationContext(targetingKey: "grace")
        await write(migration)
        toggles.ambientContext = EvaluationContext(targetingKey: "ada")
        var measurements = migration.measurements.makeAsyncIterator()

        let pinned = migration.pinned()
        #expect(pinned.user == "ada")
        await #expect(throws: StoreError.self) {
            try await pinned.write { () async throws in
                toggles.ambientContext = EvaluationContext(targetingKey: "grace")
                throw StoreError(text: "it took too long")
            } new: { () async throws in
            }
        }
        try await pinned.markIncomplete(.new)
        #expect(try await !hasBegun("ada"))
        #expect(try await hasBegun("grace"))
        #expect(await measurements.next()?.user == "ada")
        #expect(!"\(pinned.migration.summary)".contains("ada"))
    }

    /// Toggles whose ambient user changes each time it is read.
    private final class ChangingUserToggles: FeatureToggle {
        private let people: Mutex<[EvaluationContext]>

        init(_ people: EvaluationContext...) {
            self.people = Mutex(people.reversed())
        }

        var ambientContext: EvaluationContext? {
            people.withLock { $0.popLast() }
        }

        /// Returns `dualwrite` for users in the EU.
        func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
            let context = context ?? ambientContext
            return context?["region"] == "EU" ? Resolution(MigrationStage.dualwrite, source: .remote) : Resolution()
        }
    }

    @Test func userAndStageAreReadTogether() {
        for key in ["ada", nil] {
            let toggles = ChangingUserToggles(
                EvaluationContext(targetingKey: key, attributes: ["region": "EU"]),
                EvaluationContext(targetingKey: "grace", attributes: ["region": "US"]),
                EvaluationContext(targetingKey: "grace", attributes: ["region": "US"])
            )
            let pinned = Migration(.bookStore, toggles: toggles, dualWrites: store).pinned()
            #expect(pinned.user == key ?? Migration.deviceUser)
            #expect(pinned.stage == .dualwrite)
        }
    }
}
