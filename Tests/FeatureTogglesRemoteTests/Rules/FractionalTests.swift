import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

struct FractionalTests {
    @Test(
        arguments: [
            ("ejOoVL", 0), ("bY9fO-", 1), ("SI7p-", 2_147_483_647), ("6LvT0", 2_147_483_648), ("ceQdGm", 4_294_967_295),
        ]
            as [(String, UInt32)]
    )
    func hashCoversAll32Bits(text: String, hash: UInt32) {
        #expect(Array(text.utf8).withUnsafeBytes { Murmur3.hash($0) } == hash)
    }

    @Test(
        arguments: [
            ("ejOoVL", "first"), ("bY9fO-", "first"), ("SI7p-", "first"), ("6LvT0", "last"), ("ceQdGm", "last"),
        ]
    )
    func rangeEndsAreInOuterBuckets(key: String, variant: String) throws {
        let document = try Self.document(#"[{"var": "targetingKey"}, ["first", 50], ["last", 50]]"#, .v2)
        #expect(document.evaluation(of: "f", for: EvaluationContext(targetingKey: key))?.variant == variant)
    }

    @Test(
        arguments: [
            (0, "00"), (23, "17"), (24, "1818"), (256, "190100"), (65_536, "1a00010000"),
            (4_294_967_296, "1b0000000100000000"), (-1, "20"), (-24, "37"), (-25, "3818"), (10.0, "0a"), (-0.0, "00"),
            (-3.0, "22"), (0.5, "f93800"), (-2.5, "f9c100"), (65_504.5, "fa477fe080"), (0.1, "fb3fb999999999999a"),
            (0x1p-24, "f90001"), (0x1p-14, "f90400"), (0x1p-25, "fa33000000"), (0x1p63, "1b8000000000000000"),
            (-0x1p63, "3b7fffffffffffffff"), (0x1p64, "fa5f800000"), ("", "60"), ("Zoë", "645a6fc3ab"), (true, "f5"),
            (false, "f4"), (.null, "f6"), ([1, [2.5]], "820181f94100"),
            (["b": 1, "aa": 2, "a": 3], "a3616103616201626161 02"),
        ] as [(JSONValue, String)]
    )
    func valuesAreEncodedAsCanonicalCBOR(value: JSONValue, hexadecimal: String) {
        let arena = FlatArena()
        var encoder = CanonicalCBOR()
        encoder.append(FlatValue(value, in: arena, depth: 8))
        let text = encoder.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(text == hexadecimal.filter { $0 != " " })
    }

    @Test(
        arguments: [(23, 1), (24, 2), (255, 2), (256, 3), (65_535, 3), (65_536, 5)]
    )
    func longTextsHaveLongerHeaders(count: Int, length: Int) throws {
        let text = String(repeating: "k", count: count)
        let arena = FlatArena()
        var encoder = CanonicalCBOR()
        encoder.append(arena.string(text))
        #expect(encoder.bytes.count == length + count)
        // The path without an encoder selects the same bucket.
        let hash = encoder.bytes.withUnsafeBytes { Murmur3.hash($0) }
        let document = try Self.document(#"[{"var": "targetingKey"}, ["first", 1], ["last", 1]]"#, .v3)
        let variant = document.evaluation(of: "f", for: EvaluationContext(targetingKey: text))?.variant
        #expect(variant == (hash < 1 << 31 ? "first" : "last"))
    }

    @Test func defaultBucketDependsOnUserAndFlag() throws {
        // Two flags with the same shares distribute users differently, but within a flag a user keeps their bucket.
        let text = """
            {"flags": {"one": \(Self.flag(#"[["first", 1], ["last", 1]]"#)), "two": \(Self.flag(#"[["first", 1], ["last", 1]]"#))}}
            """
        for bucketing in Bucketing.allCases {
            let document = try FlagDocument(text, bucketing: bucketing)
            let people = (0..<400).map { EvaluationContext(targetingKey: "person-\($0)") }
            let one = people.map { document.evaluation(of: "one", for: $0)?.variant }
            #expect(one == people.map { document.evaluation(of: "one", for: $0)?.variant })
            let two = people.map { document.evaluation(of: "two", for: $0)?.variant }
            let alike = zip(one, two).filter { $0 == $1 }.count
            #expect((140...260).contains(alike))
            #expect((140...260).contains(one.filter { $0 == "first" }.count))
        }
    }

    @Test func usersStayInGrowingShare() throws {
        var before: Set<Int> = []
        for percent in [0, 1, 10, 50, 99, 100] {
            let document = try Self.document("[[\"first\", \(percent)], [\"last\", \(100 - percent)]]", .v3)
            let now = (0..<1_000).filter {
                document.evaluation(of: "f", for: EvaluationContext(targetingKey: "\($0)"))?.variant == "first"
            }
            #expect(before.isSubset(of: now))
            before = Set(now)
            if percent == 0 { #expect(now.isEmpty) }
        }
        #expect(before.count == 1_000)
    }

    @Test(
        arguments: [
            "[]", #"[["first", 0], ["last", 0]]"#, #"[["first", -5]]"#, #"[["first", "5"]]"#, #"[["first", true]]"#,
            #"[["first", 1.5]]"#, #"[["first", null]]"#, #"[[]]"#, #"[["first", 1, 2]]"#, #"["key", "first"]"#,
            #"[{"var": "missing"}, ["first", 1]]"#, #"[["first", 2147483647], ["last", 1]]"#,
        ]
    )
    func invalidSharesSelectDefaultVariant(arguments: String) throws {
        for bucketing in Bucketing.allCases {
            let answer = try Self.document(arguments, bucketing)
                .evaluation(of: "f", for: EvaluationContext(targetingKey: "somebody"))
            #expect(answer?.variant == "other")
            #expect(answer?.reason == .default)
        }
    }

    @Test(arguments: [nil, ""])
    func missingTargetingKeySelectsDefaultVariant(key: String?) throws {
        for bucketing in Bucketing.allCases {
            let answer = try Self.document(#"[["first", 1]]"#, bucketing)
                .evaluation(of: "f", for: EvaluationContext(targetingKey: key))
            #expect(answer?.variant == "other")
            #expect(answer?.reason == .default)
        }
    }

    @Test(
        arguments: [
            #"[["first"]]"#, #"[["first", 2147483647]]"#, #"[["first", 7.0], ["last", -1]]"#,
            #"[["last", 0], ["first", 1]]"#, #"["seed", ["first", 1]]"#,
            #"[[{"if": [{"var": "yes"}, "first", "last"]}, {"+": [1, {"*": [0, {"var": "n"}]}]}], ["last", 0]]"#,
        ]
    )
    func validSharesSelectVariant(arguments: String) throws {
        let context = EvaluationContext(targetingKey: "somebody", attributes: ["yes": true, "n": 3])
        for bucketing in Bucketing.allCases {
            let answer = try Self.document(arguments, bucketing).evaluation(of: "f", for: context)
            // A weight computed from whole numbers is a whole number.
            #expect(answer?.variant == "first")
            #expect(answer?.reason == .targetingMatch)
        }
    }

    @Test func documentDeterminesBucketing() throws {
        let flag = Self.flag(#"[["first", 1]]"#)
        #expect(try FlagDocument("{\"flags\": {\"f\": \(flag)}}").bucketing == .v3)
        let old = #"{"metadata": {"bucketing": "v2"}, "flags": {"f": \#(flag)}}"#
        #expect(try FlagDocument(old).bucketing == .v2)
        #expect(try FlagDocument(old, bucketing: .v3).bucketing == .v3)
        let odd = try FlagDocument(#"{"metadata": {"bucketing": 2}, "flags": {}}"#)
        #expect(odd.bucketing == .v3)
        #expect(odd.problems.map(\.description) == ["line 1, column 15: ‘bucketing’ must be \"v2\" or \"v3\", not 2"])
    }

    private static func flag(_ arguments: String) -> String {
        """
        {"state": "ENABLED", "variants": {"first": 1, "last": 2, "other": 3}, "defaultVariant": "other",
        "targeting": {"fractional": \(arguments)}}
        """
    }

    private static func document(_ arguments: String, _ bucketing: Bucketing) throws -> FlagDocument {
        try FlagDocument("{\"flags\": {\"f\": \(flag(arguments))}}", bucketing: bucketing)
    }
}
