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
        #expect((meant.lockout?.isOfEveryVersion ?? false) == isLockout)
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
        #expect(reading.document?.lockout?.isOfEveryVersion == true)
        #expect(
            reading.diagnostics.allSatisfy { $0.message.contains("see no text") || $0.message.contains("redirect_url") }
        )
    }

    @Test func appsCheckOnlyForErrors() throws {
        let entries = #"{"app_version": "7", "colour": 1, "context": {"user": [1, 2, 3]}}"#
        let text = #"{"created_at": 0, "details": [\#(entries)]}"#
        let value = try JSONReader().value(from: Array(text.utf8))
        var reader = UpdatePolicyReader(schemes: StoreLink.standardSchemes, now: nil, reportsWarnings: false)
        #expect(reader.read(value, as: .file) != nil)
        #expect(reader.diagnostics.isEmpty)
        let bytes = Array(text.utf8)
        #expect(UpdatePolicyDocument.accept(bytes, schemes: []).diagnostics.isEmpty)
        #expect(UpdatePolicyDocument.accept(value, as: .variant, schemes: []).diagnostics.isEmpty)
        #expect(!UpdatePolicyDocument.read(bytes).diagnostics.isEmpty)
    }

    /// Policies with so many patterns that not all pairs of versions can be compared with all of them.
    @Test(arguments: [
        // Versions up to 1.0 can be used.
        ([">1.N"], [], false), ([">=1.N"], [], false), ([], [">1.N"], false), ([">1.N"], [">1.N"], false),
        ([">1.N"], ["<1.N", ">=0"], false), (["1.N.*", ">=1.2"], [], false),
        // All are locked out.
        ([">1.N", "<=1.0.0"], [], true), (["<N", ">=1.N"], ["<N", ">N", "N.*"], true),
        ([">1.N", "<N"], [">=0.N"], true),
    ])
    func lockoutByManyPatternsIsDecided(app: [String], os: [String], isLockout: Bool) throws {
        func list(_ patterns: [String]) -> String {
            let texts = (0..<150).flatMap { number in patterns.map { $0.replacing("N", with: "\(number)") } }
            return texts.map { "\"\($0)\"" }.joined(separator: ",")
        }
        let members = [("app_version", app), ("os_version", os)].filter { !$0.1.isEmpty }
        let conditions = members.map { #""\#($0.0)": [\#(list($0.1))]"# }
        let entry = #"{\#(conditions.joined(separator: ",")), "title": "T"}"#
        let entries = Array(repeating: entry, count: 40).joined(separator: ",")
        for all in ["", #""all": true, "#] {
            let reading = UpdatePolicyDocument.read(Array(#"{"created_at": 0, \#(all)"details": [\#(entries)]}"#.utf8))
            #expect((reading.document == nil) == (isLockout && all.isEmpty), "\(reading.diagnostics)")
            if !all.isEmpty { #expect((reading.document?.lockout?.isOfEveryVersion ?? false) == isLockout) }
        }
    }

    /// If there are too many pairs of different versions, the check says so, and apps accept the policy.
    @Test func undecidedLockoutIsAWarning() throws {
        func entry(_ number: Int) -> String {
            let versions = (0..<250).map { #""1.\#($0 * (number + 7) % 3001)""# }.joined(separator: ",")
            return
                #"{"app_version": [\#(versions)], "os_version": [\#(versions)], "title": "T", "redirect_url": "https://a.b/c"}"#
        }
        let entries = (0..<220).map(entry).joined(separator: ",")
        let text = #"{"created_at": 0, "details": [\#(entries), {"app_version": "*", "title": "T"}]}"#
        let reading = UpdatePolicyDocument.read(Array(text.utf8))
        let document = try #require(reading.document)
        #expect(try #require(document.lockout).isOfEveryVersion == nil)
        let found = reading.diagnostics.filter { $0.message.contains("too many versions to determine") }
        #expect(found.map(\.severity) == [.warning])
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
}
