import TestSupport
import Testing
import ToggleBase

@testable import DataMigration

/// Stores with many settings: how much a run reads, writes, and copies, and how it reports oversized stores.
struct LargeStoreTests {
    private let folder: TemporaryFolder
    private let files = CountingFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a store, and returns its size in bytes.
    private func write(_ count: Int, prefix: String = "flutter.") throws -> Int {
        let members = (0..<count).map { #"    "\#(prefix)item.\#($0 * 7_919 % 1_000_003).\#($0)": "value of \#($0)""# }
        let text = "{\n  \"version\": 1,\n  \"values\": {\n\(members.joined(separator: ",\n"))\n  }\n}\n"
        try folder.write(text, to: "s.json")
        return text.utf8.count
    }

    private func store(maximumSize: Int = JSONFileStore.maximumSize) -> JSONFileStore {
        JSONFileStore(path: folder.path("s.json"), fileSystem: files, maximumSize: maximumSize)
    }

    private func steps(_ moves: MigrationMove...) throws -> MigrationSteps {
        try MigrationSteps(
            moves.enumerated().map { MigrationStep("\($0 + 1)", "step \($0 + 1)", ifNothingToMove: .leave, $1) }
        )
    }

    private static let prefixMoves: [MigrationMove] = [
        .stripPrefix("flutter."), .addPrefix("shop."), .addPrefix("app."), .stripPrefix("app.shop."),
        .addPrefix("end."),
    ]

    // MARK: Work

    @Test func runReadsTwiceAndWritesOnce() throws {
        let size = try write(5_000)
        let steps = try MigrationSteps(
            Self.prefixMoves.enumerated().map { MigrationStep("\($0 + 1)", "\($0)", ifNothingToMove: .fail, $1) }
        )
        let migrator = DataMigrator(steps) { Issue.record("\($0)") }
        #expect(migrator.run(on: store(), appVersion: "5").result == .migrated)
        let counts = files.takeCounts()
        let written = try folder.text("s.json").utf8.count
        #expect(counts == .init(read: 2 * size, written: written))
        #expect(migrator.run(on: store(), appVersion: "5").result == .upToDate)
        #expect(files.takeCounts() == .init(read: written, written: 0))
    }

    // MARK: Too large

    @Test func oversizedResultLeavesFileUnchanged() throws {
        let size = try write(2_000)
        let before = try folder.text("s.json")
        let steps = try steps(.addPrefix("one."), .addPrefix("two."))
        let problems = Log<MigrationProblem>()
        let migrator = DataMigrator(steps, policy: .startClean) { problems.add($0) }
        // Each of two four-byte prefixes makes the file 8,000 bytes longer.
        #expect(migrator.run(on: store(maximumSize: size + 12_000), appVersion: "3").result == .keptData)
        #expect(files.takeCounts() == .init(read: 2 * size, written: 0))
        let failure = try #require(problems.all.first)
        #expect(failure.error.code == .unwritable && failure.resolution == .keptData)
        #expect(failure.error.message.contains("the maximum size is \(size + 12_000)"))
        #expect(try folder.text("s.json") == before)
        #expect(migrator.run(on: store(maximumSize: size + 20_000), appVersion: "3").result == .migrated)
    }

    @Test func largestFileIsMigratedAndLargerOneRefused() throws {
        let frame = #"{"values": {"a": "", "b": 1}}"#
        let long = String(repeating: "x", count: JSONFileStore.maximumSize - frame.utf8.count - 64)
        try folder.write(frame.replacing(#""a": """#, with: #""a": "\#(long)""#), to: "s.json")
        let migrator = DataMigrator(try steps(.rename("b", to: "c")), policy: .startClean) { _ in }
        #expect(migrator.run(on: store(), appVersion: "1").result == .migrated)
        let text = frame.replacing(#""a": """#, with: #""a": "\#(long + String(repeating: "y", count: 80))""#)
        try folder.write(text, to: "s.json")
        let outcome = migrator.run(on: store(), appVersion: "1")
        #expect(outcome.result == .keptData)
        #expect(outcome.problems.first?.error.message.contains("larger than 8388608 bytes") == true)
        #expect(try folder.text("s.json") == text)
    }

    @Test func planKeepsFirstChangesOfLargeFile() throws {
        _ = try write(3_000)
        let steps = try steps(.addPrefix("shop."), .rename("shop.flutter.item.0.0", to: "a"))
        let plan = try DataMigrator(steps) { _ in }.plan(for: store(), appVersion: "2", maximumChanges: 3)
        let values = try store().read().values
        let keys = (Array(values.keys) + values.keys.map { "shop.\($0)" }).sorted()
        #expect(plan.steps[0].diff.changes.map(\.key) == Array(keys.prefix(3)))
        #expect(plan.steps[0].diff.omittedChangeCount == 5_997)
        #expect(plan.steps[1].diff.changes.map(\.key) == ["a", "shop.flutter.item.0.0"])
        #expect(plan.total.omittedChangeCount == 5_997)
    }

    @Test func temporaryPrefixesAreAccepted() throws {
        let size = try write(2_000)
        let steps = try MigrationSteps([
            MigrationStep(
                "1",
                "a",
                ifNothingToMove: .fail,
                .addPrefix("long.prefix."),
                .stripPrefix("long.prefix.flutter.")
            )
        ])
        let migrator = DataMigrator(steps) { Issue.record("\($0)") }
        #expect(migrator.run(on: store(maximumSize: size + 100), appVersion: "1").result == .migrated)
    }

    @Test(arguments: [FailurePolicy.keepData, .startClean, .skipStep])
    func oversizedResultFailsStep(policy: FailurePolicy) throws {
        let size = try write(500)
        let long = StoredValue.string(String(repeating: "x", count: 5_000))
        let steps = try MigrationSteps([
            MigrationStep("1", "small", ifNothingToMove: .leave, .delete("flutter.item.0.0")),
            MigrationStep("2", "large", ifNothingToMove: .leave, .free("set") { $0["long"] = long }),
        ])
        let problems = Log<MigrationProblem>()
        let outcome = DataMigrator(steps, policy: policy) { problems.add($0) }
            .run(on: store(maximumSize: size + 1_000), appVersion: "2")
        // The data may be valid despite its size, so it is not replaced.
        #expect(outcome.result == (policy == .skipStep ? .migrated : .keptData))
        #expect(problems.all.map(\.step) == ["large"] && problems.all.map(\.error.code) == [.unwritable])
        #expect(try store().read().values.count == (policy == .skipStep ? 499 : 500))
    }

    @Test func oversizedFileIsNotRead() throws {
        let size = try write(500)
        let error = #expect(throws: DataMigrationError.self) { try store(maximumSize: size - 1).read() }
        #expect(error?.message.contains("larger than \(size - 1) bytes") == true)
        #expect(files.takeCounts() == .init())
    }

    @Test func oversizedNewFileIsRejected() throws {
        let values = ["a": StoredValue.string(String(repeating: "x", count: 2_000))]
        let error = #expect(throws: DataMigrationError.self) {
            try store(maximumSize: 1_000).update { _ in StoreContents(values: values) }
        }
        #expect(error?.code == .unwritable)
        #expect(try folder.names() == [".s.json.lock"])
    }
}
