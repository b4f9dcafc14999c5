import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The public test cases of JsonLogic, MurmurHash3, and semantic versions.
struct PublicRuleCasesTests {
    @Test(.enabled(if: PublicCases.has("json-logic/compatible.json"), PublicCases.comment))
    func jsonLogicCasesHavePublishedResults() throws {
        var count = 0
        for case .object(let test) in try PublicCases.array("json-logic/compatible.json") {
            count += 1
            let rule = test["rule"] ?? .null
            let result = value(ofRule: rule, data: test["data"] ?? .null)
            let comment = Comment(rawValue: JSONWriter().text(.object(test)))
            #expect(result.map(Self.plain) == test["result"].map(Self.plain), comment)
        }
        #expect(count == 278)
    }

    /// Converts integers to numbers, because rules distinguish 2 from 2.0, but the cases don't.
    private static func plain(_ value: JSONValue) -> JSONValue {
        switch value {
        case .integer(let integer): .number(Double(integer))
        case .array(let elements): .array(elements.map(plain))
        default: value
        }
    }

    @Test(.enabled(if: PublicCases.has("murmur3/seed-key-hash-bucket.csv"), PublicCases.comment))
    func hashesMatchMurmur3() throws {
        let text = String(decoding: try PublicCases.bytes("murmur3/seed-key-hash-bucket.csv"), as: UTF8.self)
        var count = 0
        for line in text.split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count >= 4, let seed = Int64(fields[0]), let hash = UInt32(fields[fields.count - 2]),
                let bucket = UInt32(fields[fields.count - 1])
            else { continue }
            count += 1
            let key = Array(fields[1..<fields.count - 2].joined(separator: ",").utf8)
            let found = key.withUnsafeBytes { Murmur3.hash($0, seed: UInt32(truncatingIfNeeded: seed)) }
            #expect(found == hash && found % 100 + 1 == bucket, "\(line)")
        }
        #expect(count == 1_126)
    }

    @Test(.enabled(if: PublicCases.has("node-semver/comparisons.json"), PublicCases.comment))
    func versionsAreOrderedAsPublished() throws {
        var count = 0
        for case .array(let row) in try PublicCases.array("node-semver/comparisons.json") where !Self.isLoose(row) {
            count += 1
            let pair = [row[0], row[1]]
            for (operation, expected) in [(">", true), (">=", true), ("<", false), ("<=", false), ("=", false)] {
                #expect(Self.compare(pair[0], operation, pair[1]) == .bool(expected), "\(row)")
            }
            #expect(Self.compare(pair[1], "<", pair[0]) == .bool(true), "\(row)")
            #expect(Self.compare(pair[1], "!=", pair[0]) == .bool(true), "\(row)")
        }
        #expect(count > 10)
    }

    @Test(.enabled(if: PublicCases.has("node-semver/equality.json"), PublicCases.comment))
    func versionsAreEqualAsPublished() throws {
        var count = 0
        for case .array(let row) in try PublicCases.array("node-semver/equality.json") where !Self.isLoose(row) {
            // Versions with leading whitespace are invalid here.
            guard case .string(let left) = row[0], !left.hasPrefix(" ") else { continue }
            count += 1
            #expect(Self.compare(row[0], "=", row[1]) == .bool(true), "\(row)")
            #expect(Self.compare(row[0], "<", row[1]) == .bool(false), "\(row)")
        }
        #expect(count >= 2)
    }

    private static func isLoose(_ row: [JSONValue]) -> Bool {
        switch row.count > 2 ? row[2] : .null {
        case .bool(let isLoose): isLoose
        case .object(let options): options["loose"] == .bool(true)
        default: false
        }
    }

    private static func compare(_ left: JSONValue, _ operation: String, _ right: JSONValue) -> JSONValue? {
        value(ofRule: ["sem_ver": [left, .string(operation), right]])
    }
}
