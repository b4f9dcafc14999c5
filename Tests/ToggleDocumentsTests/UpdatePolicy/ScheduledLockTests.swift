import FeatureTogglesRemote
import ForcedUpdates
import Testing
import ToggleBase

@testable import ToggleDocuments

/// Flags that lock everyone out at some time.
struct ScheduledLockTests {
    private static let start: Int64 = 1_800_000_000
    private static let end: Int64 = 1_800_003_600
    private static let time = #"{"var": "$flagd.timestamp"}"#

    private static func document(_ rule: String, shared: String = "{}") throws -> FlagDocument {
        let variants = #"{"none": {"level": "up_to_date"}, "must": {"level": "required", "title": "T"}}"#
        let flag = #"{"state": "ENABLED", "defaultVariant": "none", "variants": \#(variants), "targeting": \#(rule)}"#
        return try FlagDocument(text: Array(#"{"flags": {"f": \#(flag)}, "$evaluators": \#(shared)}"#.utf8))
    }

    private static func search(_ document: FlagDocument) throws -> LockoutSearch {
        try #require(try LockoutSearch(document))
    }

    private static let window = #"{"if": [{"<=": [\#(start), \#(time), \#(end - 1)]}, "must"]}"#

    @Test(arguments: [
        (window, start),
        (#"{"if": [{"and": [{"<=": [\#(start), \#(time)]}, {"<": [\#(time), \#(end)]}]}, "must"]}"#, start),
        (#"{"if": [{"and": [{">=": [\#(time), "\#(start)"]}, {"<": [\#(time), \#(end).5]}]}, "must"]}"#, start),
        (#"{"if": [{"==": [\#(time), \#(start)]}, "must"]}"#, start),
        (#"{"if": [{"and": [{">": [\#(time), \#(start)]}, {"<": [\#(time), \#(end)]}]}, "must"]}"#, start + 1),
        (#"{"if": [{"and": [{"<=": [\#(start), {"$ref": "now"}]}, {"<": [\#(time), \#(end)]}]}, "must"]}"#, start),
        (#"{"if": [{">": [\#(time), \#(start)]}, "must"]}"#, Int64(4_102_444_800)),
        (#"{"if": [{"<": [\#(time), \#(start)]}, "must"]}"#, Int64(0)),
        (#"{"if": [{"and": [{">": [\#(time), \#(start)]}, {"==": [{"var": "country"}, "DE"]}]}, "must"]}"#, nil),
    ])
    func momentIsFound(rule: String, moment: Int64?) throws {
        let search = try Self.search(Self.document(rule, shared: #"{"now": \#(Self.time)}"#))
        var spent = 0
        #expect(search.momentOfLockout(now: nil, spent: &spent) == moment)
        var left = LockoutSearch.limit
        if let moment { #expect(search.locksEveryVersion(at: moment, &left)) }
    }

    @Test func temporaryGroupLockoutIsFound() throws {
        let rule =
            #"{"if": [{"and": [{"==": [{"var": "country"}, "DE"]}, {"<=": [\#(Self.start), \#(Self.time), \#(Self.end)]}]}, "must"]}"#
        var spent = 0
        let found = try Self.search(Self.document(rule)).lockouts(now: nil, spent: &spent)
        let (moment, lockouts) = try #require(found)
        #expect(moment == Self.start)
        #expect(lockouts.map(\.people) == [" for people with ‘country’ DE"])
    }

    @Test func manyMomentsStayWithinLimit() throws {
        let rules = (0..<500).map { #"{"==": [\#(Self.time), \#(1_000 + 10 * $0)]}"# }.joined(separator: ",")
        let search = try Self.search(Self.document(#"{"if": [{"or": [\#(rules)]}, "must"]}"#))
        #expect(search.moments.count == 64 * 3)
        var spent = 0
        #expect(search.momentOfLockout(now: nil, spent: &spent) == 1_000)
    }

    @Test func extremeMomentsAreSafe() throws {
        let rule =
            #"{"if": [{"or": [{"==": [\#(Self.time), \#(Int.max)]}, {"==": [\#(Self.time), \#(Int.min)]}, {"==": [\#(Self.time), 1e300]}]}, "must"]}"#
        let search = try Self.search(Self.document(rule))
        let extremes: [Int64] = [.min, .min + 1, .max - 1, .max]
        #expect(search.moments == extremes)
        #expect(search.moments.compactMap { search.text(of: $0) }.isEmpty)
    }

    @Test(arguments: [
        (Self.start, "2027-01-15T08:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        (253_402_300_800, "253402300800"), (Self.start * 1_000, "1800000000000"), (Self.start * 1_000_000_000, nil),
    ])
    func momentIsFormatted(moment: Int64, text: String?) throws {
        let search = try Self.search(Self.document(#"{"if": [{"<=": [\#(moment), \#(Self.time)]}, "must"]}"#))
        #expect(search.moments.contains(moment))
        #expect(search.text(of: moment) == text)
    }

    @Test(arguments: [
        (#"{"var": [{"cat": ["$flagd", ".timestamp"]}]}"#, true),
        (#"{"var": {"cat": ["$flagd", ".timestamp"]}}"#, true),
        (#"{"var": {"if": [{"var": "country"}, "a", "b"]}}"#, true), (#"{"var": ["a", \#(Self.time)]}"#, true),
        (#"{"var": {"$ref": "now"}}"#, true), (#"{"var": {"$ref": "name"}}"#, false), (#"{"var": ["a", 7]}"#, false),
        (#"{"var": "a"}"#, false),
    ])
    func computedNameMayBeTheTime(variable: String, isTime: Bool) throws {
        let document = try Self.document(
            #"{"if": [{">": [\#(variable), 5]}, "must"]}"#,
            shared: #"{"now": ["$flagd.timestamp"], "name": "a"}"#
        )
        let search = try Self.search(document)
        #expect(search.attributes.looksAtTime == isTime)
    }
}

extension LockoutSearch {
    /// Creates a search for the flag ‘f’ of a document.
    init?(_ document: FlagDocument) throws {
        guard case .object(let root) = try JSONReader().value(from: document.text),
            case .object(let flags)? = root["flags"], let definition = flags["f"],
            case .object(let shared)? = root["$evaluators"]
        else { return nil }
        self.init(
            key: "f",
            of: document,
            definition,
            evaluators: shared.valuesByName,
            schemes: StoreLink.standardSchemes
        )
    }
}
