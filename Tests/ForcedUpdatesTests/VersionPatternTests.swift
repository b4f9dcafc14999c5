import Testing

@testable import ForcedUpdates

struct VersionPatternTests {
    // Without its type, the literal takes seconds to type-check.
    private static let matches: [(String, String, Bool)] = [
        // One version.
        ("1.1.0", "1.1.0", true), ("1.1.0", "1.1", true), ("1.1", "1.1.0", true), ("1.1.0", "v1.1.0", true),
        ("1.1.0", "1.1.0+42", true), ("1.1.0", "1.1.1", false), ("1.1.0", "1.1.0-beta", false), ("3.2", "3.2", true),
        ("17.1", "17.1", true), ("17.1", "17.1.2", false), ("17", "17.0.0", true), ("17", "17.1", false),
        ("1.10.0", "1.1.0", false), ("=2.0.0", "2.0.0", true), ("= 2.0.0", "2.0.0", true),
        // Wildcards.
        ("*", "0.0.0", true), ("*", "99.1.2", true), ("*.*.*", "4.0.0", true), ("13.*.*", "13.0.0", true),
        ("13.*.*", "13.7.1", true), ("13.*.*", "14.0.0", false), ("13.*.*", "12.9.9", false),
        ("13.*.*", "130.0.0", false),
        ("13.*", "13.2", true), ("13.x", "13.2", true), ("13.X.x", "13.2", true), ("13.2.*", "13.2.9", true),
        ("13.2.*", "13.3.0", false), ("13.2.*", "13.20.0", false), ("13.*.*", "13.0.0-beta", true),
        // Ranges.
        (">=1.0.0 <2.0.0", "1.0.0", true), (">=1.0.0 <2.0.0", "1.99.0", true), (">=1.0.0 <2.0.0", "2.0.0", false),
        (">=1.0.0 <2.0.0", "0.9.9", false), (">=1.0.0 <2.0.0", "2.0.0-rc.1", true), ("<2.0.0", "1.10.0", true),
        ("<1.9", "1.10", false), (">1.9", "1.10", true), ("<=3.2", "3.2.0", true), ("<=3.2", "3.2.1", false),
        (">3.2", "3.2.1", true), (">= 1.0  <\t2.0", "1.5", true), ("<1.4.2 || 2.*", "1.4.1", true),
        ("<1.4.2 || 2.*", "1.4.2", false), ("<1.4.2||2.*", "2.7.0", true), ("13.* <13.2", "13.1.9", true),
        ("13.* <13.2", "13.2.0", false), (">=1.0.0", "1.0.0-alpha", false),
        // Prereleases, in a single order of all versions.
        (">=4.0.0-beta.1 <4.0.0", "4.0.0-beta.1", true), (">=4.0.0-beta.1 <4.0.0", "4.0.0-beta.5", true),
        (">=4.0.0-beta.1 <4.0.0", "4.0.0-beta.11", true), (">=4.0.0-beta.1 <4.0.0", "4.0.0-rc.1", true),
        (">=4.0.0-beta.1 <4.0.0", "4.0.0-beta", false), (">=4.0.0-beta.1 <4.0.0", "4.0.0-alpha.9", false),
        (">=4.0.0-beta.1 <4.0.0", "4.0.0", false), (">=4.0.0-beta.1 <4.0.0", "3.99.99", false),
        (">4.0.0-beta.1 <=4.0.0-beta.3", "4.0.0-beta.1", false),
        (">4.0.0-beta.1 <=4.0.0-beta.3", "4.0.0-beta.1.0", true),
        (">4.0.0-beta.1 <=4.0.0-beta.3", "4.0.0-beta.3", true),
        (">4.0.0-beta.1 <=4.0.0-beta.3", "4.0.0-beta.3.1", false),
        ("<2.0.0-0", "2.0.0-alpha", false), ("<2.0.0-0", "1.99.0", true), ("2.0.0-rc.1", "2.0.0-rc.1", true),
        ("2.0.0-rc.1", "2.0.0-rc.10", false), ("2.0.0-rc.1", "2.0.0-RC.1", false), ("2-rc.1", "2.0.0-rc.1", true),
        ("2.0.0-1", "2.0.0-1", true), ("2.0.0-1", "2.0.0-01", false), ("*", "2.0.0-1", true),
        ("13.*", "14.0.0-beta", false), ("13.2.*", "13.2.0-0", true), ("13.2.*", "13.3.0-0", false),
        ("99999999999999999.*", "100000000000000000.0.0-a", false),
        ("99999999999999999.*", "99999999999999999.7", true),
        ("999999999999999999.*", "999999999999999999.7", true),
        ("1.999999999999999999.*", "2.0.0-0", false), ("1.999999999999999999.*", "1.999999999999999999.5", true),
        // Build metadata, which is ignored on both sides.
        ("1.1.0+42", "1.1.0", true), ("1.1.0+42", "1.1.0+7", true), ("1.1.0+42", "1.1.0-rc+42", false),
        (">1.1.0+42", "1.1.0+43", false), ("2.0.0-rc.1", "2.0.0-rc.1+5", true), ("<2.0.0", "2.0.0+1", false),
        ("1.1.*", "1.1.0+42", true),
        // More than three numbers.
        ("1.2.3.4", "1.2.3.4", true), ("1.2.3.4", "1.2.3.4.0", true), ("1.2.3.4", "1.2.3", false),
        ("1.2.3", "1.2.3.4", false), ("1.2.3.0", "1.2.3", true), ("<9", "1.2.3.4", true), ("<=1.2.3", "1.2.3.4", false),
        (">1.2.3", "1.2.3.4", true), (">=1.2.3.4", "1.2.3.4", true), (">=1.2.3.4", "1.2.3.10", true),
        (">=1.2.3.4", "1.2.4", true), (">=1.2.3.4", "1.2.3.3", false), (">=1.2.3.4", "1.2.3.4-beta", false),
        (">=1.2.3.4-beta.2 <1.2.3.4", "1.2.3.4-beta.10", true), (">1.2.3.4 <=1.2.3.6", "1.2.3.6", true),
        ("1.2.*", "1.2.3.4", true), ("1.2.3.*", "1.2.3", true), ("1.2.3.*", "1.2.3.4", true),
        ("1.2.3.x", "1.2.3.4.5", true), ("1.2.3.*", "1.2.4", false), ("1.2.3.*", "1.2.4-beta", false),
        ("1.2.3.*", "1.2.3-beta", true), ("1.2.3.*", "1.2.30", false), ("1.2.3.4.*.*", "1.2.3.4.5.6", true),
        ("1.2.3.4.*", "1.2.3.5", false), ("*.*.*.*", "1.2.3.4", true), ("1.2.3.4.5.6.7.8", "1.2.3.4.5.6.7.8+9", true),
        ("<1.2.3.4.5.6.7.8", "1.2.3.4.5.6.7.7", true), ("1.2.3.4.5.6.7.*", "1.2.3.4.5.6.7.8", true),
        ("13.* <13.2.0.5", "13.2.0.4", true), ("13.* <13.2.0.5", "13.2.0.5", false),
        // Large numbers.
        ("<100000000000000000.0.0", "99999999999999999.0.0", true),
        // Invalid versions.
        ("1.*", "dev", false), ("*", "dev", true), (">=0", "", false), ("<9", "1.2.3.4.5.6.7.8.9", false),
        ("*", "1.2.3.4.5.6.7.8.9", true), ("<9", "1.02", false), (">0", "1000000000000000000.0.0", false),
    ]

    @Test(arguments: matches)
    func patternMatchesVersion(pattern: String, version: String, isMatch: Bool) throws {
        #expect(try VersionPattern(pattern).matches(version) == isMatch)
    }

    @Test(arguments: [
        ("", "this is empty; write a version, as in ‘1.2.0’, or * for every version"),
        ("  ", "this is empty; write a version, as in ‘1.2.0’, or * for every version"),
        ("1.2.0 ||", "‘1.2.0 ||’ has no version on one side of ||; write one on both"),
        (">=", "‘>=’ ends with a comparison; write a version after it, as in ‘>=1.2.0’"),
        ("=>1.0", "‘=>1.0’ is not a comparison; use =, <, <=, > or >="),
        ("==1.0", "‘==1.0’ is not a comparison; use =, <, <=, > or >="),
        (">=13.*", "‘>=13.*’ compares with a wildcard; write a whole version, as in ‘>=13.0.0’"),
        ("*.1", "‘*.1’ has a wildcard in front of a number; write it last, as in ‘13.*.*’"),
        ("1.*.0", "‘1.*.0’ has a wildcard in front of a number; write it last, as in ‘13.*.*’"),
        (
            "4.0.0-beta.*",
            "‘4.0.0-beta.*’ has a wildcard in a prerelease; write a range, as in ‘>=4.0.0-0 <4.0.0’ for all of 4.0.0"
        ),
        ("1*", "‘1*’ is not a version; a wildcard stands for whole numbers, as in ‘13.*’"),
        ("1.2.3.4.5.6.7.8.9", "‘1.2.3.4.5.6.7.8.9’ is not a version; a version has one to eight numbers"),
        ("1.2.3.4.5.6.7.8.*", "‘1.2.3.4.5.6.7.8.*’ is not a version; a version has one to eight numbers"),
        ("1.2.3.04", "‘1.2.3.04’ is not a version; a number has no leading zero: write 1.2.0 for 1.02.0"),
        ("1.2.*.4", "‘1.2.*.4’ has a wildcard in front of a number; write it last, as in ‘13.*.*’"),
        (
            "1.2.3.1000000000000000000",
            """
            ‘1.2.3.1000000000…’ has a number of 19 digits, more than the 18 that are read; write a version that exists
            """
        ),
        ("1.02", "‘1.02’ is not a version; a number has no leading zero: write 1.2.0 for 1.02.0"),
        (
            "1.0.0,1.1.0",
            """
            ‘1.0.0,1.1.0’ is not a version; put a space between conditions, as in ‘>=1.0.0 <2.0.0’, and write a list for \
            several versions
            """
        ),
        ("^1.2", "‘^1.2’ is not a version; write ‘>=1.2.0 <2.0.0’, or a wildcard as in ‘1.*’"),
        ("1.0 2.0", "no version can equal several versions in ‘1.0 2.0’; write them as a list, or put || between them"),
        (
            "latest",
            """
            ‘latest’ is not a version; write one to eight numbers, as in ‘1.2.0’, a wildcard as in ‘13.*’, or a range as in \
            ‘>=1.0.0 <2.0.0’
            """
        ),
    ])
    func invalidPatternHasAdvice(pattern: String, message: String) {
        let failure = #expect(throws: VersionPatternError.self) { try VersionPattern(pattern) }
        #expect(failure?.description == message)
    }

    @Test func oversizedTextIsRejected() {
        let failure = #expect(throws: VersionPatternError.self) {
            try VersionPattern(String(repeating: ">=1.0 ", count: 1_000))
        }
        #expect(failure?.description == "this has 6000 bytes, more than the 1024 that are read; write a list")
    }

    /// The kind of versions that a pattern matches.
    enum Meaning: Sendable {
        case releases, namedPrereleases, unnamedPrereleases, nothing
    }

    @Test(
        arguments: [
            (">=1.0.0 <2.0.0", .releases), ("<2.0.0 >1.0.0", .releases), (">1.0.0 <1.0.2", .releases),
            ("1.* <1.0.1", .releases),
            ("<0.0.0 || 3.*", .releases), (">=4.0.0-beta.1 <=4.0.0", .releases), (">=3.9.9-a <4.0.0-b", .releases),
            (">=4.0.0-beta.1 <4.0.0", .namedPrereleases), ("4.0.0-rc.1", .namedPrereleases),
            (">4.0.0-beta.1 <4.0.0-beta.1.1", .namedPrereleases), ("<0.0.0-b", .namedPrereleases),
            (">1.0.0 <1.0.1", .unnamedPrereleases), ("4.* <4.0.0", .unnamedPrereleases),
            ("<0.0.0", .unnamedPrereleases),
            (">2.0.0 <1.0.0", .nothing), (">=2.0.0 <2.0.0", .nothing), (">2.0.0 <=2.0.0", .nothing),
            (">=4.0.0 <4.0.0-beta.1", .nothing), (">4.0.0-beta.1 <4.0.0-beta.1.0", .nothing),
            (">1.0.0 <1.0.1-0", .nothing),
            ("1.* >=2.0.0-0", .nothing), ("1.* 2.*", .nothing),
            (">1.0.0 <1.0.0.2", .releases), (">1.0.0.0 <1.0.1", .releases),
            (">1.2.3.4 <1.2.3.5", .unnamedPrereleases), (">1.2.3.4 <1.2.3.5-0", .nothing),
        ] as [(String, Meaning)]
    )
    func patternReportsItsVersions(text: String, meaning: Meaning) throws {
        let pattern = try VersionPattern(text)
        #expect(pattern.isEmpty == (meaning == .nothing))
        #expect(pattern.hasRelease == (meaning == .releases))
        #expect(pattern.matchesOnlyUnnamedPrereleases == (meaning == .unnamedPrereleases))
    }
}
