import TestSupport
import Testing
import ToggleBase

@testable import DataMigration

/// Moves in a JSON file, compared with the same moves in memory, and their effect on the text.
struct JSONStoreMovesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store(_ text: String) throws -> JSONFileStore {
        try folder.write(text, to: "s.json")
        return JSONFileStore(path: folder.path("s.json"))
    }

    private static let pieces = [
        "a", "b.", "b.", "x.", "é", "e\u{301}", "\u{301}", "K", "\u{212A}", "\r", "\n", "\"", "\\", "👍", "\u{1}",
    ]

    private static func key(_ random: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private static let values: [StoredValue] = [
        1, 2.5, "text", "b.", true, .null, [1, ["x": 2]], ["$data": "AQ=="], .data([1, 2]), .date(3),
        ["e\u{301}": 1], .number(1e30), "\"\\\n é",
    ]

    /// Applies the same random moves to both, and then writes and reads the file.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func fileMatchesMemoryAfterRandomMoves(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var start: [String: StoredValue] = [:]
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            start[Self.key(&random)] = Self.values.randomElement(using: &random)
        }
        let store = JSONFileStore(path: folder.path("s.json"))
        try store.update { _ in StoreContents(values: start) }
        let memory = InMemoryStore(start)
        let moves = (0..<6).map { _ in Self.move(&random) }
        let steps = try MigrationSteps(
            moves.enumerated().map { MigrationStep("\($0 + 1)", "\($0)", ifNothingToMove: .leave, $1) }
        )
        let migrator = DataMigrator(steps, policy: .skipStep) { _ in }
        let (one, other) = (migrator.run(on: store, appVersion: "9"), migrator.run(on: memory, appVersion: "9"))
        #expect(one.result == .migrated && other.result == .migrated, "\(moves.map(\.summary)) \(one.problems)")
        #expect(one.steps == other.steps, "\(moves.map(\.summary))")
        let (read, expected) = (try store.read(), memory.read())
        #expect(read == expected && expected == read, "\(moves.map(\.summary))")
        #expect(read.values == expected.values && read.hashValue == expected.hashValue)
        // Canonically equivalent keys are distinguished by their bytes in the file.
        let bytes = { (values: [String: StoredValue]) in Set(values.keys.map { Array($0.utf8) }) }
        if moves.allSatisfy({ !$0.summary.contains("rename") && !$0.summary.contains("set") }) {
            #expect(bytes(read.values) == bytes(expected.values), "\(moves.map(\.summary))")
        }
    }

    private static func move(_ random: inout SeededRandom) -> MigrationMove {
        let (key, other) = (key(&random), key(&random))
        let value = values.randomElement(using: &random) ?? .null
        let collision = [Collision.fail, .keepTarget, .replaceTarget].randomElement(using: &random) ?? .fail
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: return .addPrefix(key, onCollision: collision)
        case 2, 3: return .stripPrefix(key, onCollision: collision)
        case 4: return .rename(key, to: other, onCollision: collision)
        case 5: return .copy(key, to: other, onCollision: collision)
        case 6: return .free("set \(key)") { $0[key] = value }
        default: return .free("set \(key) among all") { $0.values[key] = value }
        }
    }

    @Test func swappedKeysKeepTheirPlaces() throws {
        let store = try store(#"{ "values": { "a": 1, "b":  [2], "c": 3 } }"#)
        try store.update { contents in
            var contents = contents
            contents.values["a"] = [2]
            contents.values["b"] = 1
            return contents
        }
        #expect(try folder.text("s.json") == #"{ "values": { "a": [ 2 ], "b":  1, "c": 3 } }"#)
    }

    @Test func storeAcceptsContentsOfAnotherFile() throws {
        let store = try store(#"{"values": {"a": 1, "b": 2}}"#)
        try folder.write(#"{"values": {"b": 2, "c": [3]}}"#, to: "other.json")
        let other = try JSONFileStore(path: folder.path("other.json")).read()
        try store.update { _ in other }
        #expect(try folder.text("s.json") == #"{"values": {"b": 2, "c": [ 3 ]}}"#)
    }

    @Test func unchangedFileIsNotWritten() throws {
        let text = #"{ "revision": 3, "values": { "a": 1, "a": 2 } }"#
        let store = try store(text)
        #expect(try !store.update { $0 })
        #expect(try folder.text("s.json") == text)
    }
}
