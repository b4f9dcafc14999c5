import FeatureToggles
import FeatureTogglesRemote
import TestSupport
import Testing

@testable import StoreMigration

struct MigrationTests {
    private let time = ManualTime.passing()

    private func migration(
        _ stage: MigrationStage,
        checks: CheckSampling = .always,
        random: Double = 0,
        _ settings: ToggleSetting...
    ) -> Migration {
        let toggles = FixedToggles([.set(.bookStore, to: stage)] + settings)
        return Migration(.bookStore, toggles: toggles, checks: checks, environment: time.environment(random: random))
    }

    // MARK: The stage

    @Test(arguments: MigrationStage.allCases)
    func invalidFlagGivesDefaultStageWithError(stage: MigrationStage) async throws {
        let documents: [(text: String, code: EvaluationError.Code)] = [
            (#"{"flags": {}}"#, .flagNotFound),
            (Self.document(variant: #""sideways""#), .typeMismatch),
            (Self.document(variant: "true"), .typeMismatch),
        ]
        for (text, code) in documents {
            let toggle = MigrationToggle.bookStore(default: stage)
            let registry = ToggleRegistry(namespace: "Test") { toggles in
                toggles.add(migration: toggle, details: ToggleDetails(description: "Books move.", owner: "data"))
            }
            let client = ToggleClient(
                registries: [registry],
                overrides: OverrideSources(),
                remote: InMemoryRemoteSource(document: text)
            )
            try await client.fetchAndActivate()
            let migration = Migration(toggle, toggles: client)
            var measurements = migration.measurements.makeAsyncIterator()
            _ = await migration.read {
                "old"
            } new: {
                "new"
            }
            let measurement = try #require(await measurements.next())
            #expect(measurement.stage == stage && measurement.defaultStage == stage)
            #expect(measurement.evaluation.reason == .error, "\(text)")
            #expect(measurement.evaluation.error?.code == code, "\(text)")
        }
    }

    private static func document(variant: String) -> String {
        #"{"flags": {"book_store": {"state": "ENABLED", "variants": {"a": \#(variant)}, "defaultVariant": "a"}}}"#
    }

    @Test func stageChangeDoesNotAffectRunningOperation() async throws {
        let toggles = InMemoryToggles(.set(.bookStore, to: .shadow))
        let migration = Migration(.bookStore, toggles: toggles)
        var measurements = migration.measurements.makeAsyncIterator()
        let value = await migration.write {
            toggles.apply(.set(.bookStore, to: .complete))
            return "old"
        } new: {
            "new"
        }
        #expect(value == "old")
        #expect(await measurements.next()?.invoked == [.old, .new])
        #expect(
            await migration.read {
                "old"
            } new: {
                "new"
            } == "new"
        )
    }

    @Test func pinnedStageAppliesToRelatedOperations() async throws {
        let toggles = InMemoryToggles(.set(.bookStore, to: .off))
        let pinned = Migration(.bookStore, toggles: toggles).pinned()
        toggles.apply(.set(.bookStore, to: .complete))
        #expect(pinned.stage == .off)
        #expect(
            await pinned.read {
                "old"
            } new: {
                "new"
            } == "old"
        )
        #expect(
            await pinned.write {
                "old"
            } new: {
                "new"
            } == "old"
        )
    }

    @Test func targetingDecidesStageOfEachUser() async throws {
        let text = """
            {"flags": {"book_store": {"state": "ENABLED", "variants": {"off": "off", "live": "live"},
            "defaultVariant": "off", "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, "live", "off"]}}}}
            """
        let registry = ToggleRegistry(namespace: "Test") { toggles in
            toggles.add(migration: .bookStore, details: ToggleDetails(description: "Books move.", owner: "data"))
        }
        let client = ToggleClient(
            registries: [registry],
            overrides: OverrideSources(),
            remote: InMemoryRemoteSource(document: text)
        )
        try await client.fetchAndActivate()
        let migration = Migration(.bookStore, toggles: client)
        for (user, expected) in [("ada", "new"), ("grace", "old")] {
            let context = EvaluationContext(targetingKey: user)
            #expect(
                await migration.read(for: context) {
                    "old"
                } new: {
                    "new"
                } == expected
            )
            #expect(
                await migration.write(for: context) {
                    "old"
                } new: {
                    "new"
                } == expected
            )
        }
    }

    // MARK: Errors

    @Test func authoritativeErrorIsThrown() async {
        let migration = migration(.live)
        do throws(StoreError) {
            _ = try await migration.read { () async throws(StoreError) -> Int in
                1
            } new: { () async throws(StoreError) -> Int in
                throw StoreError(text: "closed")
            }
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.text == "closed")
        }
    }

    @Test func otherStoreFailureIsOnlyMeasured() async throws {
        let migration = migration(.shadow)
        let value = try await migration.read {
            1
        } new: { () async throws -> Int in
            throw StoreError()
        }
        try await migration.write {
        } new: { () async throws in
            throw StoreError()
        }
        let summary = migration.summary
        #expect(value == 1)
        #expect(summary.new == .init(operations: 2, failures: 2, lastFailure: "StoreError"))
        #expect(summary.old == .init(operations: 2))
        #expect(summary.halfWrites == 1 && summary.checked == 0)
    }

    // MARK: Comparison

    @Test func comparisonReceivesOldValueFirst() async {
        for stage in [MigrationStage.shadow, .live] {
            let migration = migration(stage)
            _ = await migration.read(comparing: { $0 == "OLD" && $1 == "new" }) {
                "OLD"
            } new: {
                "new"
            }
            #expect(migration.summary.agreed == 1)
        }
    }

    @Test(
        arguments: [
            (nil, 0.99, true), (1, 0.99, true), (0, 0.0, false), (-3, 0.0, false), (4, 0.24, true), (4, 0.25, false),
            (4, 0.99, false), (.max, 0.5, false),
        ] as [(Int?, Double, Bool)]
    )
    func checkRatioSelectsComparisons(ratio: Int?, random: Double, isChecked: Bool) async throws {
        let migration = migration(.shadow, checks: CheckSampling(ratio: ratio), random: random)
        var measurements = migration.measurements.makeAsyncIterator()
        _ = await migration.read {
            1
        } new: {
            1
        }
        let measurement = try #require(await measurements.next())
        #expect(measurement.invoked == [.old, .new], "both stores are read in any case")
        #expect((measurement.consistency != nil) == isChecked)
        if isChecked { #expect(measurement.consistency?.checkRatio == ratio) }
    }

    @Test func checkRatioCanBeAToggle() async {
        let off = migration(.shadow, checks: .toggle(.bookChecks), .set(.bookChecks, to: 0))
        let on = migration(.shadow, checks: .toggle(.bookChecks), .set(.bookChecks, to: 1))
        let never = migration(.shadow, checks: .never)
        for migration in [off, on, never] {
            _ = await migration.read {
                1
            } new: {
                1
            }
        }
        #expect(off.summary.checked == 0 && on.summary.checked == 1)
        #expect(never.summary.reads == 1 && never.summary.checked == 0)
    }

    @Test func comparisonsMatchCheckRatio() {
        var generator = SystemRandomNumberGenerator()
        let drawn = (0..<100_000).count { _ in
            CheckSampling.isDrawn(ratio: 10) { .random(in: 0..<1, using: &generator) }
        }
        // Five standard deviations.
        #expect(abs(drawn - 10_000) < 475)
    }
}
