import Testing
import ToggleBase

@testable import ForcedUpdates

/// Policies that lock everyone out, and policies that nearly do.
struct LockoutTests {
    @Test(arguments: [
        // Everyone is locked out.
        (#"{"app_version": "*"}"#, true),
        (#"{"os_version": "*", "level": "maintenance"}"#, true),
        (#"{"app_version": ["*", "1.0.0"], "os_version": "*.*.*"}"#, true),
        (#"{"app_version": ">=0"}"#, true),
        (#"{"app_version": "<2.0.0 || >=2.0.0"}"#, true),
        (#"{"app_version": "<=2.0.0 || >=2.0.1"}"#, true),
        (#"{"app_version": "<2.0.0"}, {"app_version": ">=2.0.0", "level": "maintenance"}"#, true),
        (#"{"app_version": "*", "os_version": "<17"}, {"app_version": "*", "os_version": ">=17"}"#, true),
        (#"{"app_version": "1.*"}, {"app_version": "<1"}, {"app_version": ">=2"}"#, true),
        (#"{"app_version": "*", "level": "recommended", "context": {"beta": true}}, {"app_version": "*"}"#, true),
        // Only prereleases can be used.
        (#"{"app_version": "2.0.0-rc.1", "level": "up_to_date"}, {"app_version": "*"}"#, true),
        (#"{"app_version": "<2.0.0 || >=2.0.0"}"#, true),
        (#"{"app_version": "<=2.0.0-b || >2.0.0-c"}"#, true),
        // Some releases can be used.
        (#"{"app_version": "<2.0.0-b || >2.0.0"}"#, false),
        (#"{"app_version": ">0.0.0"}"#, false),
        (#"{"app_version": "<2.0.0 || >2.0.0"}"#, false),
        (#"{"app_version": "<=2.0.0 || >=2.0.2"}"#, false),
        (#"{"app_version": "1.*"}, {"app_version": "<1"}, {"app_version": ">=2.0.1"}"#, false),
        (#"{"app_version": "*", "os_version": "<17"}"#, false),
        (#"{"app_version": "*", "os_version": "<17"}, {"app_version": "<5", "os_version": ">=17"}"#, false),
        (#"{"app_version": "2.5.0", "level": "up_to_date"}, {"app_version": "*"}"#, false),
        (#"{"app_version": "*", "level": "recommended"}, {"app_version": "*"}"#, false),
        (#"{"app_version": "*", "context": {"country": "DE"}}"#, false),
        (#"{"app_version": "*", "level": "recommended"}"#, false),
        ("", false),
    ])
    func completeLockoutIsDetected(entries: String, isLockout: Bool) throws {
        func read(_ all: String) -> UpdatePolicyDocument.Reading {
            UpdatePolicyDocument.read(Array(#"{"created_at": 0, \#(all)"details": [\#(entries)]}"#.utf8))
        }
        #expect((read("").document == nil) == isLockout)
        let meant = try #require(read(#""all": true, "#).document)
        #expect(meant.locksEveryVersion == isLockout)
        #expect(read(#""all": false, "#).document.map { _ in false } ?? true == isLockout)
    }

    @Test func entryCanMarkLockoutAsIntended() throws {
        let text =
            #"{"created_at": 0, "details": [{"app_version": "*", "level": "maintenance", "title": "T", "all": true}]}"#
        let document = try #require(UpdatePolicyDocument.read(Array(text.utf8)).document)
        #expect(document.entries[0].isForAll)
        // The mark applies only to the entry, not to the policy.
        #expect(!document.isForAll)
    }

    /// Entries of which only one is marked as intended.
    @Test(arguments: [
        (#"{"app_version": "*", "context": {"country": "DE"}, "all": true}, {"app_version": ">=1.0.0"}, {"app_version": "<1.0.0"}"#),
        (#"{"app_version": "1.0.0", "all": true}, {"app_version": "*"}"#),
        (#"{"app_version": "*", "os_version": "<17", "all": true}, {"app_version": "*", "os_version": ">=17"}"#),
    ])
    func markAppliesOnlyToItsEntry(entries: String) {
        func read(_ all: String) -> UpdatePolicyDocument.Reading {
            UpdatePolicyDocument.read(Array(#"{"created_at": 0, \#(all)"details": [\#(entries)]}"#.utf8))
        }
        #expect(read("").document == nil)
        #expect(read(#""all": true, "#).document != nil)
    }

    /// Entries that lock everyone out, in addition to an earlier lock.
    @Test(arguments: [
        #"{"app_version": "<2", "all": true}, {"app_version": ">=2", "level": "maintenance", "all": true}"#,
        #"{"app_version": "<2"}, {"app_version": "*", "level": "maintenance", "all": true}"#,
        #"{"app_version": "*", "level": "maintenance", "all": true}, {"app_version": "<2"}"#,
        #"{"app_version": ">=9", "all": true}, {"app_version": "*"}"#,
        #"{"app_version": "<2", "os_version": "<17"}, {"app_version": "*", "level": "maintenance", "all": true}"#,
    ])
    func lockOfNewestVersionCanBeIntended(entries: String) {
        let reading = UpdatePolicyDocument.read(Array(#"{"created_at": 0, "details": [\#(entries)]}"#.utf8))
        #expect(reading.document?.locksEveryVersion == true)
        #expect(
            reading.diagnostics.allSatisfy { $0.message.contains("see no text") || $0.message.contains("redirect_url") }
        )
    }

    // MARK: Limits of comparisons

    @Test func longListComparisonIsBounded() throws {
        let list = (0..<80_000).map(String.init).joined(separator: ",")
        let entries = (0..<2).map { _ in #"{"app_version": ">=1", "context": {"user": [\#(list)]}}"# }
        let text = #"{"created_at": 0, "details": [\#(entries.joined(separator: ","))]}"#
        let value = try JSONReader().value(from: Array(text.utf8))
        var reader = UpdatePolicyReader(schemes: StoreLink.standardSchemes, now: nil)
        #expect(reader.read(value, as: .file) != nil)
        // Each value is looked up once in each of two entries.
        #expect((160_000..<161_000).contains(UpdatePolicyIndex.budget - reader.left))
        #expect(reader.diagnostics.contains { $0.message.contains("for people with ‘user’ 0 or 1 or 2 or others") })
    }

    @Test func comparisonStopsAtTheBound() throws {
        let entries = (0..<100).map { number in
            let list = (0..<(1_000 - number)).map(String.init).joined(separator: ",")
            return #"{"app_version": ">=1", "context": {"user": [\#(list)]}}"#
        }
        let text = #"{"created_at": 0, "details": [\#(entries.joined(separator: ","))]}"#
        let value = try JSONReader().value(from: Array(text.utf8))
        var reader = UpdatePolicyReader(schemes: StoreLink.standardSchemes, now: nil)
        #expect(reader.read(value, as: .file) != nil)
        #expect((-1_000...0).contains(reader.left))
    }

    @Test func appsCheckOnlyForErrors() throws {
        let entries = #"{"app_version": "7", "colour": 1, "context": {"user": [1, 2, 3]}}"#
        let text = #"{"created_at": 0, "details": [\#(entries)]}"#
        let value = try JSONReader().value(from: Array(text.utf8))
        var reader = UpdatePolicyReader(schemes: StoreLink.standardSchemes, now: nil, reportsWarnings: false)
        #expect(reader.read(value, as: .file) != nil)
        #expect(reader.left == UpdatePolicyIndex.budget - 1)
        #expect(reader.diagnostics.isEmpty)
        let bytes = Array(text.utf8)
        #expect(UpdatePolicyDocument.accept(bytes, schemes: []).diagnostics.isEmpty)
        #expect(UpdatePolicyDocument.accept(value, as: .variant, schemes: []).diagnostics.isEmpty)
        #expect(!UpdatePolicyDocument.read(bytes).diagnostics.isEmpty)
    }

    @Test func versionChecksAreBounded() throws {
        let versions = (0..<500).map { #""<\#($0).0.0""# }.joined(separator: ",")
        let entries = (0..<20).map { _ in
            #"{"app_version": [\#(versions)], "os_version": [\#(versions)], "title": "T"}"#
        }
        let text = #"{"created_at": 0, "details": [\#(entries.joined(separator: ",")), {"app_version": "*"}]}"#
        #expect(UpdatePolicyDocument.read(Array(text.utf8)).document == nil)
    }

    @Test(arguments: [
        (#"{"app_version": ">=2.0.0"}"#, "so users who update are locked out again; end the range"),
        (
            #"{"app_version": ">=2.0.0-rc.1", "level": "maintenance"}"#,
            "and every later one until the entry is removed"
        ),
        (#"{"app_version": ">=2.0.0", "level": "maintenance", "all": true}"#, nil),
        (#"{"app_version": ">=2.0.0", "all": true}"#, nil),
        (#"{"app_version": ">=2.0.0 <3", "level": "maintenance"}"#, nil),
        (#"{"app_version": ">=2.0.0", "os_version": "<17", "level": "maintenance"}"#, nil),
    ])
    func openEndedLockIsAWarning(entry: String, sentence: String?) {
        let reading = UpdatePolicyDocument.read(Array(#"{"created_at": 0, "details": [\#(entry)]}"#.utf8))
        #expect(reading.document != nil)
        let found = reading.diagnostics.filter { $0.message.contains("the newest version") }
        #expect(found.map(\.severity) == (sentence == nil ? [] : [.warning]))
        if let sentence { #expect(found.first?.message.contains(sentence) == true, "\(found)") }
    }

    @Test func lockoutMessageNamesReleasedVersions() {
        let entries = #"{"app_version": "2.0.0-rc.1", "level": "up_to_date"}, {"app_version": "*"}"#
        let reading = UpdatePolicyDocument.read(Array(#"{"created_at": 0, "details": [\#(entries)]}"#.utf8))
        #expect(
            reading.diagnostics.contains { $0.message.hasPrefix("every released version of the app is locked out") }
        )
    }

    @Test(arguments: [
        // Some users, regardless of their version.
        (#"{"app_version": ">=0", "context": {"osName": "iOS"}}"#, "with ‘osName’ iOS, so no update helps"),
        (#"{"app_version": "*", "context": {"country": ["DE", "AT"]}}"#, "with ‘country’ DE or AT"),
        (
            #"{"app_version": "<2", "context": {"beta": true}}, {"app_version": ">=2", "context": {"beta": true}}"#,
            "true"
        ),
        (
            #"{"app_version": "<2"}, {"app_version": ">=2", "context": {"osName": "iOS"}}"#,
            "with ‘osName’ iOS, so no update helps"
        ),
        (
            #"{"app_version": ">=2", "context": {"osName": "iOS"}}"#,
            "the newest version is locked out as well for people with ‘osName’ iOS"
        ),
        // Some of them can continue.
        (#"{"app_version": "<2", "context": {"osName": "iOS"}}"#, nil),
        (#"{"app_version": ">=0", "context": {"osName": "iOS"}, "all": true}"#, nil),
        (#"{"app_version": ">=0", "level": "recommended", "context": {"osName": "iOS"}}"#, nil),
        // Their next build, or another version, is not listed.
        (#"{"app_version": "*", "context": {"appBuild": ["7", "8"]}}"#, nil),
        (#"{"app_version": "*", "context": {"appBuild": ["7", "8"], "country": "DE"}}"#, nil),
        (#"{"app_version": "*", "context": {"osVersion": "17.1"}}"#, nil),
        (
            #"{"app_version": "*", "context": {"country": "DE"}, "all": true}, {"app_version": "*", "context": {"country": "AT"}}"#,
            "for people with ‘country’ AT"
        ),
        (
            #"{"app_version": "5.*", "level": "up_to_date"}, {"app_version": "<5", "context": {"osName": "iOS"}}"#,
            nil
        ),
        // Intended maintenance for everyone, with another lock for some users.
        (
            #"{"app_version": "*", "context": {"osName": "iOS"}}, {"app_version": "*", "level": "maintenance", "all": true}"#,
            "every version of the app is locked out for people with ‘osName’ iOS"
        ),
        (
            #"{"app_version": "<2", "context": {"osName": "iOS"}}, {"app_version": "*", "level": "maintenance", "all": true}"#,
            nil
        ),
        (
            #"{"app_version": "*", "level": "up_to_date", "context": {"osName": "iOS"}}, {"app_version": "<9", "context": {"osName": "iOS"}}"#,
            nil
        ),
    ])
    func permanentlyLockedGroupIsAWarning(entries: String, sentence: String?) {
        let text = #"{"created_at": 0, "details": [\#(entries)]}"#
        let reading = UpdatePolicyDocument.read(Array(text.utf8))
        #expect(reading.document != nil)
        let found = reading.diagnostics.filter { $0.message.contains("locked out") }
        #expect(found.map(\.severity) == (sentence == nil ? [] : [.warning]))
        if let sentence { #expect(found.first?.message.contains(sentence) == true, "\(found)") }
    }

    @Test func groupChecksAreBounded() {
        let entries = (0..<500).map { #"{"app_version": "<\#($0).\#($0)", "context": {"group": \#($0)}}"# }
        let text = #"{"created_at": 0, "details": [\#(entries.joined(separator: ","))]}"#
        #expect(UpdatePolicyDocument.read(Array(text.utf8)).document != nil)
    }
}
