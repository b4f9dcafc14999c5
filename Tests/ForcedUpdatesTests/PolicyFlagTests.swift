import FeatureTogglesRemote
import Testing
import ToggleBase

@testable import ForcedUpdates

/// The check for a complete lockout that apps run before they apply the lock of a flag.
struct PolicyFlagTests {
    private static let variants = #"""
        "none": {"level": "up_to_date"}, "must": {"level": "required", "title": "T"},
        "recommended": {"level": "recommended", "title": "T"}, "invalid": {"level": "required", "title": 7},
        "meant": {"level": "maintenance", "title": "T", "all": true},
        "old": {"details": [{"app_version": "<2", "title": "T"}]},
        "new": {"details": [{"app_version": ">=2", "title": "T"}]},
        "newMeant": {"details": [{"app_version": ">=2", "title": "T", "all": true}]},
        "newInGermany": {"details": [{"app_version": ">=2", "context": {"country": "DE"}, "title": "T"}]},
        "mustOld": {"level": "required", "title": "T", "app_version": "<2"},
        "mustSystem": {"level": "required", "title": "T", "os_version": "<17"},
        "mustInGermany": {"level": "required", "title": "T", "context": {"country": "DE"}},
        "mustEvery": {"level": "required", "title": "T", "app_version": "*"},
        "true": {"level": "required", "title": "T"}
        """#
    private static let shared = #"""
        {"must": {"if": [{"var": "a"}, "must", "must"]}, "always": {">=": [{"var": "$flagd.timestamp"}, 0]},
         "old": [{"var": "appVersion"}, "<", "2.0.0"], "version": "0.0.0"}
        """#
    private static let now: Int64 = 1_800_000_000

    private static let country = #"{"==": [{"var": "country"}, "DE"]}"#
    private static let old = #"{"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}"#
    private static let new = #"{"sem_ver": [{"var": "appVersion"}, ">=", "2.0.0"]}"#
    private static let oldBuild = #"{"<": [{"var": "appBuild"}, 5000]}"#

    private static func locksEveryVersion(_ rule: String, default variant: String, rest: String = "") throws -> Bool {
        let flag =
            #"{"state": "ENABLED", "variants": {\#(variants)}, "defaultVariant": \#(variant), \#(rest)"targeting": \#(rule)}"#
        let text = #"{"flags": {"f": \#(flag)}, "$evaluators": \#(shared)}"#
        let document = try FlagDocument(text: Array(text.utf8))
        let found = PolicyFlag(key: "f", of: document, schemes: StoreLink.standardSchemes)
        return try #require(found).locksEveryVersion(at: now)
    }

    @Test(arguments: [
        // Without conditions.
        ("{}", "must", true), ("{}", "meant", false), ("{}", "none", false), ("{}", "recommended", false),
        ("{}", "invalid", false), ("{}", "old", false),
        // Apps use the default in code if the rule isn't an object.
        (#""must""#, "none", false), ("true", "none", false),
        ("7", "must", false), (#""gone""#, "must", false), ("null", "must", true),
        (#"{"cat": ["mu", "st"]}"#, "none", true), (#"{"cat": [{"var": "a"}, "must"]}"#, "must", false),
        // Variants with their own conditions.
        ("{}", "mustOld", false), ("{}", "mustSystem", false), ("{}", "mustInGermany", false),
        ("{}", "mustEvery", true), (#"{"if": [\#(new), "must"]}"#, "mustOld", true),
        // Any result that lets users continue.
        (#"{"if": [\#(country), "must"]}"#, "none", false),
        (#"{"if": [\#(country), "none"]}"#, "must", false),
        (#"{"if": [\#(country), "must", {"if": [\#(old), "must", "none"]}]}"#, "must", false),
        (#"{"fractional": [["must", 50], ["none", 50]]}"#, "must", false),
        (#"{"fractional": [{"var": "email"}, ["must", 50], ["must", 50]]}"#, "none", true),
        (#"{"fractional": [["must", 50], ["none", 0]]}"#, "none", true),
        (#"{"if": [\#(country), "must", "must"]}"#, "none", true),
        (#"{"$ref": "must"}"#, "none", true),
        // Comparisons of versions.
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, ">=", "0.0.0"]}, "must"]}"#, "none", true),
        (#"{"if": [{"sem_ver": [{"var": "osVersion"}, ">=", {"$ref": "version"}]}, "must"]}"#, "none", true),
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, ">", "0.0.0"]}, "must"]}"#, "none", false),
        (#"{"if": [\#(old), "must", \#(new), "must"]}"#, "none", true),
        (#"{"if": [{"or": [\#(old), \#(new)]}, "must"]}"#, "none", true),
        (#"{"if": [{"and": [\#(old), \#(new)]}, "none"]}"#, "must", true),
        (#"{"if": [{"sem_ver": {"$ref": "old"}}, "must", \#(new), "must"]}"#, "none", true),
        (#"{"if": [\#(old), "must", {"sem_ver": [{"var": "appVersion"}, ">", "2.0.0"]}, "must"]}"#, "none", false),
        (#"{"if": [{"!": {"in": [{"var": "appVersion"}, ["3.0.1"]]}}, "must"]}"#, "none", false),
        (#"{"if": [{"==": [{"var": "appVersion"}, "2.1"]}, "none"]}"#, "must", false),
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, "^", "2.1.0"]}, "none"]}"#, "must", false),
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, "~", "2.1.0"]}, "none"]}"#, "must", false),
        (#"{"if": [{"starts_with": [{"var": "appVersion"}, "2."]}, "none"]}"#, "must", false),
        (#"{"if": [{"starts_with": [{"var": "appVersion"}, "v2."]}, "none"]}"#, "must", false),
        (#"{"if": [{"ends_with": [{"var": "appVersion"}, ".7"]}, "none"]}"#, "must", false),
        (#"{"if": [{"in": ["2.", {"var": "appVersion"}]}, "none"]}"#, "must", false),
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, "=", "2.0.0-beta.1"]}, "none"]}"#, "must", true),
        // The time.
        (#"{"if": [{">": [{"var": "$flagd.timestamp"}, 1000000000]}, "must"]}"#, "none", true),
        (#"{"if": [{"<=": [1000000000, {"var": "$flagd.timestamp"}, 4000000000]}, "must"]}"#, "none", true),
        (#"{"if": [{">": [{"var": "$flagd.timestamp"}, 4000000000]}, "must"]}"#, "none", false),
        (#"{"if": [{"$ref": "always"}, "must"]}"#, "none", true),
        // The newest version meets only intended locks.
        (#"{"if": [\#(old), "must"]}"#, "meant", false),
        (#"{"if": [\#(oldBuild), "must"]}"#, "meant", false),
        (#"{"if": [{"in": [{"var": "appBuild"}, ["7", "8"]]}, "must"]}"#, "meant", false),
        (#"{"if": [\#(new), "meant"]}"#, "must", false),
        (#"{"if": [\#(old), "meant"]}"#, "must", true),
        (#"{"if": [\#(oldBuild), "meant"]}"#, "must", true),
        (#"{"if": [\#(country), "must"]}"#, "meant", true),
        (#"{"if": [\#(country), "meant"]}"#, "must", true),
        (#"{"if": [{"sem_ver": [{"var": "osVersion"}, "<", "15.0.0"]}, "must"]}"#, "meant", true),
        // Variants with details.
        (#"{"if": [\#(old), "must"]}"#, "new", true), (#"{"if": [\#(old), "must"]}"#, "newMeant", false),
        (#"{"if": [\#(country), "must"]}"#, "new", false), (#"{"if": [\#(country), "old"]}"#, "new", false),
        (#"{"if": [\#(old), "old", "new"]}"#, "none", true), (#"{"if": [\#(old), "must"]}"#, "newInGermany", false),
        (#"{"if": [{"==": [1, {"%": [3, 2]}]}, "must"]}"#, "none", true),
        (
            #"{"if": [{"sem_ver": [{"var": "osVersion"}, "<", "15.0.0"]}, "must", {"sem_ver": [{"var": "osVersion"}, ">=", "15.0.0"]}, "must"]}"#,
            "none", true
        ),
        // Very large numbers.
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, "<=", "202611211000.0.0"]}, "must"]}"#, "none", false),
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, "=", "202611211000.0.0"]}, "none"]}"#, "must", false),
        // A rule that `toggles kill` set aside.
        (#"{"if": [true, "must", {"if": [\#(country), "none"]}]}"#, "none", true),
        // A complete lockout that follows from several conditions is not found.
        (#"{"if": [\#(country), "must", {"!": [\#(country)]}, "must"]}"#, "none", false),
    ])
    func lockoutFollowsFromTheRule(rule: String, variant: String, isLockout: Bool) throws {
        #expect(try Self.locksEveryVersion(rule, default: "\"\(variant)\"") == isLockout)
    }

    @Test(arguments: ["null", #""gone""#])
    func codeDefaultLetsUsersContinue(variant: String) throws {
        #expect(try !Self.locksEveryVersion(#"{"if": [\#(Self.country), "must"]}"#, default: variant))
    }

    /// A variant with so many patterns that not all pairs of versions can be compared with all of them.
    @Test(arguments: [
        ("{}", false), (#"{"if": [\#(country), "long"]}"#, false), (#"{"if": [\#(old), "none"]}"#, false),
        (#"{"if": [\#(old), "must"]}"#, true),
    ])
    func longVariantIsDecided(rule: String, isLockout: Bool) throws {
        let patterns = (0..<200).map { #"">1.\#($0)""# }.joined(separator: ",")
        let entry = #"{"app_version": [\#(patterns)], "title": "T"}"#
        let details = Array(repeating: entry, count: 20).joined(separator: ",")
        let variants = #"\#(Self.variants), "long": {"details": [\#(details)]}"#
        let flag =
            #"{"state": "ENABLED", "variants": {\#(variants)}, "defaultVariant": "long", "targeting": \#(rule)}"#
        let document = try FlagDocument(text: Array(#"{"flags": {"f": \#(flag)}}"#.utf8))
        let found = try #require(PolicyFlag(key: "f", of: document, schemes: StoreLink.standardSchemes))
        #expect(found.locksEveryVersion(at: Self.now) == isLockout)
    }

    /// A lock that isn't proven to be of every version is followed.
    @Test func ruleThatTakesTooLongIsUndecided() throws {
        let rules = (0..<1_500).map { #"{"sem_ver": [{"var": "appVersion"}, "=", "1.\#($0).0"]}, "must""# }
        let rule = #"{"if": [\#(rules.joined(separator: ",")), {"!": [\#(Self.new)]}, "must", \#(Self.new), "must"]}"#
        let flag =
            #"{"state": "ENABLED", "variants": {\#(Self.variants)}, "defaultVariant": "none", "targeting": \#(rule)}"#
        let document = try FlagDocument(text: Array(#"{"flags": {"f": \#(flag)}}"#.utf8))
        let found = try #require(PolicyFlag(key: "f", of: document, schemes: []))
        #expect(try #require(found.lockout(at: Self.now)).isOfEveryVersion == nil)
        #expect(!found.locksEveryVersion(at: Self.now))
    }

    /// A rule with so many versions that not all of them are evaluated, but all of its results are known.
    @Test func longRuleIsCheckedForSomeVersions() throws {
        let versions = (0..<5_000).map { #""1.\#($0).0""# }.joined(separator: ",")
        let isListed = #"{"in": [{"var": "appVersion"}, [\#(versions)]]}"#
        #expect(try Self.locksEveryVersion(#"{"if": [\#(isListed), "must"]}"#, default: #""must""#))
        #expect(try !Self.locksEveryVersion(#"{"if": [\#(isListed), "none"]}"#, default: #""must""#))
        // Only the newest version is decided: it isn't listed.
        #expect(try !Self.locksEveryVersion(#"{"if": [\#(isListed), "must"]}"#, default: #""meant""#))
    }

    /// Walking the shared rule for each reference would take minutes.
    @Test(.timeLimit(.minutes(10))) func sharedRuleIsWalkedOnce() throws {
        let list = Array(repeating: Self.country, count: 2_000).joined(separator: ",")
        let uses = Array(repeating: #"{"$ref": "long"}"#, count: 20_000).joined(separator: ",")
        let flag =
            #"{"state": "ENABLED", "variants": {\#(Self.variants)}, "defaultVariant": "none", "targeting": {"if": [{"or": [\#(uses)]}, "must"]}}"#
        let text = #"{"flags": {"f": \#(flag)}, "$evaluators": {"long": {"and": [\#(list)]}}}"#
        let document = try FlagDocument(text: Array(text.utf8))
        let found = PolicyFlag(key: "f", of: document, schemes: [])
        #expect(try !#require(found).locksEveryVersion(at: 0))
        #expect(try #require(found).rule.size < 1_000_000)
    }
}
