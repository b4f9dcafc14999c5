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

    // MARK: Data

    @Test func dataIsChangedAndMirrored() throws {
        let json = Data(#"{"name":"Ada"}"#.utf8)
        let store = InMemoryStore(["user": json.stored, "name": "Ada"])
        let mapping = try SchemaMapping([
            MirroredKey(
                "user",
                as: "flutter.user",
                to: { (bytes: Data) in String(decoding: bytes, as: UTF8.self) },
                back: { (text: String) in Data(text.utf8) }
            )
        ])
        try MirroredStore(store, mapping).adoptOldWrites()
        #expect(store.read().values["flutter.user"] == .string(#"{"name":"Ada"}"#))
        let outcome = try run(
            store,
            .change("name", from: String.self, to: Data.self) { Data($0.utf8) },
            .change("user", from: Data.self, to: Int.self) { $0.count }
        )
        #expect(outcome.problems.isEmpty)
        #expect(store.read().values["name"] == .data(Array("Ada".utf8)))
        #expect(store.read().values["user"] == .integer(json.count))
        #expect(Data(stored: .string("Ada")) == nil && Data(stored: .data([1])) == Data([1]))
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

    // MARK: Large integers

    /// Checks that a file is neither read, migrated, nor started clean.
    private func isRefused(_ store: any SettingsStore) throws {
        let error = #expect(throws: DataMigrationError.self) { try store.read() }
        #expect(error?.code == .unreadable && error?.message.contains("too large") == true, "\(error as Any)")
        let steps = try MigrationSteps([MigrationStep("1", "s", ifNothingToMove: .leave, .addPrefix("x."))])
        for policy in [FailurePolicy.keepData, .startClean] {
            let outcome = DataMigrator(steps, policy: policy) { _ in }.run(on: store, appVersion: "1")
            #expect(outcome.result == .keptData)
        }
    }

    @Test(arguments: ["9223372036854775808", "-9223372036854775809", "340282366920938463463374607431768211456"])
    func largeIntegerInJSONIsRefused(number: String) throws {
        for text in [#"{"values": {"id": \#(number)}}"#, #"{"values": {"list": [1, {"x": \#(number)}]}}"#] {
            try folder.write(text, to: "s.json")
            try isRefused(JSONFileStore(path: folder.path("s.json")))
            #expect(try folder.text("s.json") == text)
        }
    }

    @Test func numbersThatFitAreMoved() throws {
        try folder.write(
            #"{"values": {"a": 9223372036854775807, "b": -9223372036854775808, "c": 1.5e30, "d": "9223372036854775808"}}"#,
            to: "s.json"
        )
        let store = JSONFileStore(path: folder.path("s.json"))
        #expect(try run(store, .addPrefix("x.")).result == .migrated)
        #expect(
            try store.read().values
                == ["x.a": .integer(.max), "x.b": .integer(.min), "x.c": 1.5e30, "x.d": "9223372036854775808"]
        )
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func largeIntegerInPropertyListIsRefused(format: PropertyListSerialization.PropertyListFormat) throws {
        let list: [String: Any] = ["list": [["id": UInt64.max]], "small": 7]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        try folder.write([UInt8](data), to: "s.plist")
        try isRefused(PropertyListStore(path: folder.path("s.plist")))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("s.plist"))) == data)
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
