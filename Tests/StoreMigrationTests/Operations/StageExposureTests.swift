import FeatureToggles
import FeatureTogglesRemote
import StoreMigration
import Testing

/// The stage of a migration, as the variant of an experiment.
@Suite(.timeLimit(.minutes(20))) struct StageExposureTests {
    private static let targeted = """
        {"flags": {"book_store": {"state": "ENABLED", "variants": {"off": "off", "live": "live"},
        "defaultVariant": "off", "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, {"fractional": [["live", 1]]},
          {"fractional": [["off", 1]]}]}}}}
        """
    private static let fixed = """
        {"flags": {"book_store": {"state": "ENABLED", "variants": {"shadow": "shadow"}, "defaultVariant": "shadow"}}}
        """

    private let exposures: AsyncStream<Exposure>
    private let experiments: ExperimentConfiguration
    private let assignments = InMemoryAssignmentStore()

    init() {
        let (exposures, continuation) = AsyncStream<Exposure>.makeStream()
        self.exposures = exposures
        experiments = ExperimentConfiguration(assignments: assignments) { continuation.yield($0) }
    }

    private func migration(
        _ document: String,
        ambient: String? = nil,
        overriding stage: String? = nil
    ) async throws -> Migration {
        let registry = ToggleRegistry(namespace: "Test") { toggles in
            toggles.add(migration: .bookStore, details: ToggleDetails(description: "Books move.", owner: "data"))
        }
        let client = ToggleClient(
            registries: [registry],
            overrides: OverrideSources(arguments: stage.map { ["--toggle", "book_store=\($0)"] } ?? []),
            remote: InMemoryRemoteSource(document: document),
            context: EvaluationContext(targetingKey: ambient),
            experiments: experiments
        )
        try await client.fetchAndActivate()
        return Migration(.bookStore, toggles: client)
    }

    private func read(_ migration: Migration, for user: String? = nil) async {
        _ = await migration.read(for: user.map { EvaluationContext(targetingKey: $0) }) {
            1
        } new: {
            1
        }
    }

    private func first(_ count: Int) async -> [String] {
        var texts: [String] = []
        for await exposure in exposures.prefix(count) {
            #expect(exposure.toggle == "book_store" && exposure.remoteParameter == "book_store")
            texts.append("\(exposure.targetingKey) \(exposure.variant)")
        }
        return texts
    }

    @Test func stageIsReportedOncePerUser() async throws {
        let migration = try await self.migration(Self.targeted)
        for _ in 0..<3 { for user in ["ada", "bob"] { await read(migration, for: user) } }
        await read(migration)
        await migration.write(for: EvaluationContext(targetingKey: "carol")) {
        } new: {
        }
        #expect(await first(3) == ["ada live", "bob off", "carol off"])
    }

    @Test func clientsOwnUserIsReported() async throws {
        let migration = try await self.migration(Self.targeted, ambient: "ada")
        await read(migration)
        #expect(await first(1) == ["ada live"])
    }

    @Test func stageIsNotKeptAsAssignment() async throws {
        let migration = try await self.migration(Self.targeted)
        await read(migration, for: "ada")
        #expect(assignments.variant(of: "book_store", for: "ada") == nil)
    }

    @Test func overridesAndStagesOfAllUsersAreNotReported() async throws {
        let overridden = try await self.migration(Self.targeted, overriding: "shadow")
        await read(overridden, for: "ada")
        let fixed = try await self.migration(Self.fixed)
        await read(fixed, for: "ada")
        let migration = try await self.migration(Self.targeted)
        await read(migration, for: "bob")
        #expect(await first(1) == ["bob off"])
    }
}
