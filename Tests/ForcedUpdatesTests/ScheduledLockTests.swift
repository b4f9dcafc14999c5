import FeatureToggles
import FeatureTogglesRemote
import Testing

@testable import ForcedUpdates

/// Flags that lock everybody out at some time.
struct ScheduledLockTests {
    private static let start: Int64 = 1_800_000_000
    private static let end: Int64 = 1_800_003_600
    private static let time = #"{"var": "$flagd.timestamp"}"#

    private static func document(_ rule: String, shared: String = "{}") throws -> FlagDocument {
        let variants = #"{"none": {"level": "up_to_date"}, "must": {"level": "required", "title": "T"}}"#
        let flag = #"{"state": "ENABLED", "defaultVariant": "none", "variants": \#(variants), "targeting": \#(rule)}"#
        return try FlagDocument(text: Array(#"{"flags": {"f": \#(flag)}, "$evaluators": \#(shared)}"#.utf8))
    }

    private static func reach(_ document: FlagDocument) throws -> PolicyFlagReach {
        try #require(PolicyFlagReach(key: "f", of: document, schemes: StoreLink.standardSchemes))
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
        let reach = try Self.reach(Self.document(rule, shared: #"{"now": \#(Self.time)}"#))
        #expect(reach.momentOfLockout(now: nil) == moment)
        if let moment { #expect(reach.locksEveryVersion(at: moment)) }
    }

    @Test func someAreLockedOutForAWhile() throws {
        let rule =
            #"{"if": [{"and": [{"==": [{"var": "country"}, "DE"]}, {"<=": [\#(Self.start), \#(Self.time), \#(Self.end)]}]}, "must"]}"#
        let (moment, lockouts) = try #require(try Self.reach(Self.document(rule)).lockouts(now: nil))
        #expect(moment == Self.start)
        #expect(lockouts.map(\.people) == [" for people with ‘country’ DE"])
    }

    @Test func manyMomentsAreAskedWithinABound() throws {
        let rules = (0..<500).map { #"{"==": [\#(Self.time), \#(1_000 + 10 * $0)]}"# }.joined(separator: ",")
        let reach = try Self.reach(Self.document(#"{"if": [{"or": [\#(rules)]}, "must"]}"#))
        #expect(reach.moments.count == 64 * 3)
        #expect(!reach.changesAtMomentsAlone)
        #expect(reach.momentOfLockout(now: nil) == 1_000)
    }

    @Test func extremeMomentsDoNoHarm() throws {
        let rule =
            #"{"if": [{"or": [{"==": [\#(Self.time), \#(Int.max)]}, {"==": [\#(Self.time), \#(Int.min)]}, {"==": [\#(Self.time), 1e300]}]}, "must"]}"#
        let reach = try Self.reach(Self.document(rule))
        #expect(reach.moments == [.min, .min + 1, .max - 1, .max])
        #expect(!reach.changesAtMomentsAlone)
        #expect(reach.moments.compactMap { reach.text(of: $0) }.isEmpty)
    }

    @Test(arguments: [
        (Self.start, "2027-01-15T08:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        (253_402_300_800, "253402300800"), (Self.start * 1_000, "1800000000000"), (Self.start * 1_000_000_000, nil),
    ])
    func momentIsWrittenAsPeopleDo(moment: Int64, text: String?) throws {
        let reach = try Self.reach(Self.document(#"{"if": [{"<=": [\#(moment), \#(Self.time)]}, "must"]}"#))
        #expect(reach.moments.contains(moment))
        #expect(reach.text(of: moment) == text)
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
        let reach = try Self.reach(document)
        #expect(reach.dependsOnTime == isTime)
        // Compared with a moment, the time of a known name is no surprise.
        #expect(reach.changesAtMomentsAlone == (!isTime || variable.contains("now")))
    }

    // MARK: For how long an answer is believed

    @Test func answerHoldsForAMinuteUnlessAMomentComesBetween() throws {
        let document = try Self.document(Self.window)
        let reach = try Self.reach(document)
        let early = KnownReach(of: reach, document, at: Self.start - 100)
        #expect(early.answer(for: document, at: Self.start - 100) == false)
        #expect(early.answer(for: document, at: Self.start - 41) == false)
        #expect(early.answer(for: document, at: Self.start - 40) == nil)
        #expect(early.answer(for: document, at: Self.start - 101) == nil)
        let late = KnownReach(of: reach, document, at: Self.start - 10)
        #expect(late.answer(for: document, at: Self.start - 2) == false)
        #expect(late.answer(for: document, at: Self.start) == nil)
        #expect(KnownReach(of: reach, document, at: Self.start + 5).answer(for: document, at: Self.start + 60) == true)
        #expect(try early.answer(for: Self.document(Self.window), at: Self.start - 100) == nil)
    }

    @Test func thatSomebodyMayGoOnIsNotBelievedWhereTheTimeIsReckonedWith() throws {
        let rule = #"{"if": [{">": [{"-": [\#(Self.time), 86400]}, \#(Self.start)]}, "must"]}"#
        let document = try Self.document(rule)
        let reach = try Self.reach(document)
        #expect(KnownReach(of: reach, document, at: Self.start).answer(for: document, at: Self.start) == nil)
        let late = Self.start + 100_000
        #expect(KnownReach(of: reach, document, at: late).answer(for: document, at: late + 59) == true)
    }

    @Test func answerHoldsAsLongAsTheDocumentWithoutTheTime() throws {
        let document = try Self.document(#"{"if": [{"==": [{"var": "country"}, "DE"]}, "must"]}"#)
        let known = KnownReach(of: try Self.reach(document), document, at: 0)
        #expect(known.answer(for: document, at: 4_000_000_000) == false)
    }
}
