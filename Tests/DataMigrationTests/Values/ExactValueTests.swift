import DataMigration
import Foundation
import TestSupport
import Testing

/// Values that are easily changed by accident, and must not change silently.
struct ExactValueTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ store: any SettingsStore, _ moves: MigrationMove...) throws -> MigrationOutcome {
        let step = MigrationStep("1", "step", ifNothingToMove: .fail, moves: moves)
        return DataMigrator(try MigrationSteps([step])) { _ in }.run(on: store, appVersion: "1")
    }

    // MARK: NaN

    @Test func mirroredNaNDoesNotBlockWrites() throws {
        let store = InMemoryStore(["a": .number(.nan), "b": .number(.nan), "other": 1])
        let settings = MirroredStore(store, try SchemaMapping([MirroredKey("a", as: "b")]))
        #expect(try settings.verify().isEmpty)
        #expect(try settings.adoptOldWrites().isEmpty)
        try settings.write { $0["other"] = 2 }
        #expect(store.read().values["other"] == 2)
        try settings.write { $0["b"] = 3 }
        #expect(store.read().values["a"] == 3)
        try settings.write { $0["a"] = .number(.nan) }
        #expect(store.read().values["b"] == .number(.nan))
        try settings.dropOldNames()
        #expect(store.read().values.keys.sorted() == ["b", "other"])
    }

    @Test func equalNaNValuesHaveEqualHashes() {
        let values: [StoredValue] = [.number(.nan), .date(.nan), .array([.number(.nan)]), ["a": .number(.nan)]]
        for value in values { #expect(value == value && Set([value, value]).count == 1) }
        #expect(StoredValue.number(.nan) != 1.0 && StoredValue.number(.nan) != .date(.nan))
        #expect(StoredValue.number(-0.0) == .number(0.0) && Set<StoredValue>([.number(-0.0), .number(0.0)]).count == 1)
    }

    // MARK: Long integers

    private static let long = ["9223372036854775808", "-9223372036854775809", "18446744073709551615"]

    @Test(arguments: long + ["340282366920938463463374607431768211456"])
    func movesKeepLongIntegersOfJSON(number: String) throws {
        try folder.write(
            #"{"values": {"id": \#(number), "list": [1, {"x": \#(number)}], "text": "\#(number)", "n": 1.5e30}}"#,
            to: "s.json"
        )
        let store = JSONFileStore(path: folder.path("s.json"))
        #expect(try store.read().values["id"] == .longInteger(number))
        let outcome = try run(store, .rename("id", to: "user.id"), .copy("list", to: "copy"), .addPrefix("a."))
        #expect(outcome.result == .migrated)
        let text = try folder.text("s.json")
        for part in [
            #""a.user.id": \#(number)"#, #""a.list": [1, {"x": \#(number)}]"#,
            #""a.copy": [ 1, { "x": \#(number) } ]"#,
            #""a.text": "\#(number)""#,
        ] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(!text.contains("$integer"))
        let values = try store.read().values
        #expect(values["a.user.id"] == .longInteger(number) && values["a.n"] == 1.5e30)
    }

    @Test(arguments: ["settings.plist", "binary.plist"])
    func movesKeepLongIntegersOfPropertyLists(name: String) throws {
        let list: [String: Any] = ["id": UInt64.max, "small": 7]
        let format: PropertyListSerialization.PropertyListFormat = name == "settings.plist" ? .xml : .binary
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        try data.write(to: URL(filePath: folder.path(name)))
        let store = PropertyListStore(path: folder.path(name))
        #expect(try store.read().values["id"] == .longInteger("18446744073709551615"))
        #expect(try run(store, .rename("id", to: "user.id")).result == .migrated)
        #expect(try store.read().values["user.id"] == .longInteger("18446744073709551615"))
    }

    // MARK: Keys

    @Test(arguments: [
        #"{"values": {"caf\u00e9": 1, "cafe\u0301": 2}}"#,
        #"{"values": {"a": {"caf\u00e9": 1, "cafe\u0301": 2}}}"#,
        #"{"values": {"a": [{"caf\u00e9": 1, "cafe\u0301": 2}]}}"#,
    ])
    func equivalentKeysAreNotLost(text: String) throws {
        try folder.write(text, to: "s.json")
        let store = JSONFileStore(path: folder.path("s.json"))
        let error = #expect(throws: DataMigrationError.self) { try store.read() }
        #expect(error?.code == .unreadable && error?.message.contains("Rename one of them") == true)
        let steps = try MigrationSteps([MigrationStep("1", "s", ifNothingToMove: .leave, .addPrefix("x."))])
        let outcome = DataMigrator(steps, policy: .startClean) { _ in }.run(on: store, appVersion: "1")
        #expect(outcome.result == .keptData)
        #expect(try folder.text("s.json") == text)
    }

    @Test func lastDuplicateNameWins() throws {
        try folder.write(#"{"values": {"a": 1, "a": 2}}"#, to: "s.json")
        #expect(try JSONFileStore(path: folder.path("s.json")).read().values == ["a": 2])
    }

    // MARK: Reports

    @Test func stepThatKeepsTargetMovesNothing() throws {
        let moves: [MigrationMove] = [
            .rename("a", to: "b", onCollision: .keepTarget), .copy("a", to: "b", onCollision: .keepTarget),
        ]
        for move in moves {
            let store = InMemoryStore(["a": 1, "b": 2])
            let outcome = try run(store, move)
            #expect(outcome.result == .migrated && outcome.problems.isEmpty)
            #expect(outcome.steps.map(\.result) == [.nothingToMove])
            #expect(outcome.steps.first?.notes.count == 1)
            #expect(store.read().values == ["a": 1, "b": 2])
        }
    }
}
