import FeatureToggles
import Foundation
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

private struct StoredBook: Sendable, Equatable {
    var title: String
}

struct ObservingTests {
    private let folder: TemporaryFolder
    private let time = ManualTime.passing()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func migration(
        _ stage: MigrationStage,
        keeper: SummaryKeeper? = nil,
        onMeasurement: (@Sendable (MigrationMeasurement) -> Void)? = nil
    ) -> Migration {
        Migration(
            .bookStore,
            toggles: FixedToggles(.set(.bookStore, to: stage)),
            keeper: keeper,
            environment: time.environment,
            onMeasurement: onMeasurement
        )
    }

    @Test func handlerAndEveryListenerGetEachMeasurement() async {
        let handled = Mutex<[String?]>([])
        let migration = migration(.shadow) { measurement in handled.withLock { $0.append(measurement.name) } }
        let (first, second) = (migration.measurements, migration.measurements)
        for name in ["a", "b", "c"] {
            _ = await migration.read(name) {
                1
            } new: {
                1
            }
        }
        var names: [[String?]] = []
        for stream in [first, second] {
            var iterator = stream.makeAsyncIterator()
            names.append([await iterator.next()?.name, await iterator.next()?.name, await iterator.next()?.name])
        }
        #expect(names == [["a", "b", "c"], ["a", "b", "c"]])
        #expect(handled.withLock { $0 } == ["a", "b", "c"])
    }

    @Test func slowListenerMissesOnlyOldestMeasurements() async {
        let migration = migration(.off)
        var listener = migration.measurements.makeAsyncIterator()
        for number in 0..<300 {
            _ = await migration.read("\(number)") {
                1
            } new: {
                1
            }
        }
        #expect(await listener.next()?.name == "\(300 - MeasurementHub.bufferSize)")
    }

    @Test func listenersEndWithTheMigration() async {
        var migration: Migration? = migration(.off)
        let listener = migration?.measurements
        migration = nil
        guard let listener else { return }
        for await _ in listener { Issue.record("nothing was measured") }
    }

    @Test func differencesAreHiddenUnlessDescribed() async {
        let migration = migration(.shadow)
        _ = await migration.read {
            StoredBook(title: "secret")
        } new: {
            StoredBook(title: "other")
        }
        _ = await migration.read {
            StoredBook(title: "secret") as StoredBook?
        } new: {
            nil
        }
        _ = await migration.read {
            [StoredBook(title: "secret")]
        } new: {
            []
        }
        #expect(
            migration.summary.differences.map { "\($0.old) | \($0.new)" } == [
                "Array<StoredBook>, 1 element (redacted) | Array<StoredBook>, 0 elements (redacted)",
                "StoredBook (redacted) | nothing",
                "StoredBook (redacted) | StoredBook (redacted)",
            ]
        )
        _ = await migration.read(comparing: { $0 == $1 }, describing: { "\($0.title.count) letters" }) {
            StoredBook(title: "secret")
        } new: {
            StoredBook(title: "other")
        }
        #expect(migration.summary.differences.first?.old == "6 letters")
        #expect(!"\(migration.summary)".contains("secret"))
    }

    @Test func summaryIsBoundedAndShowsAgreement() async {
        let migration = migration(.shadow)
        for number in 0..<2_000 {
            time.advance(.seconds(60))
            _ = await migration.read("book") {
                number
            } new: {
                number % 500 == 499 ? 0 : number
            }
        }
        let summary = migration.summary
        #expect(summary.agreement == "agreement 99.80% of 2,000, 3 newest differences")
        #expect(
            summary.description == """
                agreement 99.80% of 2,000, 3 newest differences; \
                2026-11-22 18:35 UTC, book: old Int (redacted), new Int (redacted); \
                2026-11-22 10:15 UTC, book: old Int (redacted), new Int (redacted); \
                2026-11-22 01:55 UTC, book: old Int (redacted), new Int (redacted)
                """
        )
        #expect(summary.differences.count == 3 && summary.disagreed == 4)
    }

    @Test func logLineHasNoValuesOrMessages() async throws {
        let migration = migration(.dualwrite)
        var measurements = migration.measurements.makeAsyncIterator()
        try await migration.write("save") { () async throws in
        } new: { () async throws in
            throw StoreError(text: "secret")
        }
        let measurement = try #require(await measurements.next())
        #expect(
            "\(measurement)"
                == "book_store write ‘save’ in dualwrite; old 0.0 seconds; new 0.0 seconds, failed with StoreError"
        )
    }

    @Test func summaryIsRebuiltFromLogEntries() async {
        let log = Mutex<[String]>([])
        let migration = migration(.shadow) { measurement in log.withLock { $0.append(measurement.summary.logEntry) } }
        for number in 0..<20 {
            time.advance(.seconds(1))
            _ = await migration.read("book") {
                number
            } new: {
                number % 7
            }
            try? await migration.write { () async throws in
            } new: { () async throws in
                throw StoreError()
            }
        }
        var rebuilt = MigrationSummary(since: migration.summary.since)
        for entry in log.withLock({ $0 }) {
            if let summary = MigrationSummary(logEntry: entry) { rebuilt.add(summary) }
        }
        #expect(rebuilt == migration.summary)
        #expect(MigrationSummary(logEntry: "[") == nil && MigrationSummary(logEntry: "7") == nil)
    }

    @Test func summaryFileAddsUpAcrossRuns() async throws {
        let file = MigrationSummaryFile(path: folder.path("toggles.migrations.json"))
        let scheduled = Mutex<[@Sendable () -> Void]>([])
        let keeper = SummaryKeeper(file: file) { work in scheduled.withLock { $0.append(work) } }
        let first = migration(.shadow, keeper: keeper)
        for _ in 0..<100 {
            _ = await first.read {
                1
            } new: {
                1
            }
        }
        #expect(file.read().isEmpty)
        #expect(scheduled.withLock { $0.count } == 1)
        scheduled.withLock { $0 }.first?()
        #expect(file.read()["book_store"]?.checked == 100)
        // A restart of the app.
        let second = migration(.live, keeper: keeper)
        _ = await second.read {
            1
        } new: {
            2
        }
        second.flushSummary()
        second.flushSummary()
        let summary = try #require(file.read()["book_store"])
        #expect(summary.checked == 101 && summary.agreed == 100 && summary.stage == .live)
        #expect(summary.since == ManualTime.start)
        #expect(summary.differences.count == 1)
    }

    @Test func deletedFileRestartsCounting() async throws {
        let file = MigrationSummaryFile(path: folder.path("toggles.migrations.json"))
        let migration = migration(.shadow, keeper: SummaryKeeper(file: file) { _ in })
        for hour: Int64 in 1...3 {
            time.advance(.seconds(3_600))
            _ = await migration.read {
                1
            } new: {
                1
            }
            migration.flushSummary()
            let summary = try #require(file.read()["book_store"])
            #expect(summary.since == ManualTime.start + hour * 3_600 && summary.reads == 1)
            try folder.remove("toggles.migrations.json")
        }
    }

    @Test func fileIsNextToLocalDefaults() throws {
        let path = folder.path("toggles.json")
        let client = ToggleClient(registries: [], overrides: OverrideSources(localDefaultsPath: path))
        #expect(MigrationSummaryFile(beside: client)?.path == folder.path("toggles.migrations.json"))
        #expect(MigrationSummaryFile(beside: ToggleClient(registries: [], overrides: OverrideSources())) == nil)
        for name in ["one", "two"] {
            try folder.createFolder(name)
            try folder.write("{}", to: "\(name)/shop.json")
        }
        let file = try #require(MigrationSummaryFile(beside: client))
        for name in ["one", "two"] {
            try folder.link("new", to: "\(name)/shop.json")
            try folder.rename("new", to: "toggles.json")
            #expect(file.path == folder.path("\(name)/shop.migrations.json"))
        }
    }
}
