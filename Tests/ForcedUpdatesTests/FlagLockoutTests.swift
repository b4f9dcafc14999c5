import FeatureToggles
import Testing

@testable import ForcedUpdates

/// Flags that lock some people out for good, or the newest version.
struct FlagLockoutTests {
    private static let variants = #"""
        {"none": {"level": "up_to_date"}, "must": {"level": "required", "title": "T"},
         "closed": {"level": "maintenance", "title": "C"}, "meant": {"level": "maintenance", "title": "C", "all": true},
         "many": {"details": [{"app_version": ">=2", "title": "D"}]}, "other": 7}
        """#

    private static func found(_ rule: String, default variant: String = "none") throws -> [String] {
        let text =
            #"{"state": "ENABLED", "defaultVariant": "\#(variant)", "variants": \#(variants), "targeting": \#(rule)}"#
        let definition = try JSONReader().value(from: Array(text.utf8))
        let reach = PolicyFlagReach(key: "f", definition, evaluators: [:], schemes: StoreLink.standardSchemes)
        return try #require(reach).lockouts(at: 0).map { lockout in
            "\(lockout.reach == .everyVersion ? "every" : "newest") \(lockout.variant)\(lockout.people)"
        }
    }

    private static let country = #"{"==": [{"var": "country"}, "DE"]}"#
    private static let plan = #"{"==": [{"var": "user.plan"}, "free"]}"#
    private static let new = #"{"sem_ver": [{"var": "appVersion"}, ">=", "2.0.0"]}"#
    private static let old = #"{"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}"#

    @Test(arguments: [
        // Some people, whatever version they have.
        (#"{"if": [\#(country), "must"]}"#, ["every must for people with ‘country’ DE"]),
        (#"{"if": [\#(country), "closed"]}"#, ["every closed for people with ‘country’ DE"]),
        (
            #"{"if": [{"in": [{"var": "country"}, ["DE", "AT", "CH"]]}, "must"]}"#,
            ["every must for people with ‘country’ DE or AT or CH"]
        ),
        (
            #"{"if": [{"and": [\#(country), \#(plan)]}, "must"]}"#,
            ["every must for people with ‘country’ DE and ‘user.plan’ free"]
        ),
        (
            #"{"if": [{"or": [\#(country), \#(plan)]}, "must"]}"#,
            ["every must for people with ‘country’ DE", "every must for people with ‘user.plan’ free"]
        ),
        (#"{"if": [{"var": "isBlocked"}, "must"]}"#, ["every must for people with ‘isBlocked’ true"]),
        (
            #"{"if": [{"!": [{"var": "isPaying"}]}, "must"]}"#,
            ["every must for everybody but people with ‘isPaying’ true"]
        ),
        (#"{"if": [\#(country), "none", "must"]}"#, ["every must for everybody but people with ‘country’ DE"]),
        (
            #"{"if": [{"ends_with": [{"var": "email"}, "@example.com"]}, "must"]}"#,
            ["every must for people with ‘email’ @example.com"]
        ),
        (#"{"if": [\#(old), "must", \#(country), "must"]}"#, ["every must for people with ‘country’ DE"]),
        // The newest version, and all that will come.
        (#"{"if": [\#(new), "must"]}"#, ["newest must"]),
        (#"{"if": [\#(new), "closed"]}"#, ["newest closed"]),
        (#"{"if": [{"and": [\#(new), \#(country)]}, "must"]}"#, ["newest must for people with ‘country’ DE"]),
        (
            #"{"if": [\#(new), "must", \#(country), "must"]}"#,
            ["newest must", "every must for people with ‘country’ DE"]
        ),
        (#"{"if": [{">=": [{"var": "appBuild"}, 5000]}, "must"]}"#, ["newest must"]),
        // Somebody of them may go on, or it is meant.
        (#"{"if": [\#(old), "must"]}"#, []),
        (#"{"if": [{"and": [\#(old), \#(country)]}, "must"]}"#, []),
        (#"{"if": [\#(country), "meant"]}"#, []),
        (#"{"if": [\#(new), "meant"]}"#, []),
        (#"{"if": [\#(country), "none"]}"#, []),
        (#"{"if": [\#(country), "many"]}"#, []),
        (#"{"if": [\#(country), "other"]}"#, []),
        (#"{"if": [{"<": [{"var": "appBuild"}, 5000]}, "must"]}"#, []),
        (#"{"if": [{"sem_ver": [{"var": "osVersion"}, "<", "15.0.0"]}, "must"]}"#, []),
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, "^", "2.0.0"]}, "must"]}"#, []),
        (#"{"if": [{"and": [\#(country), {"sem_ver": [{"var": "osVersion"}, "<", "15.0.0"]}]}, "must"]}"#, []),
        (#"{"fractional": [["must", 50], ["none", 50]]}"#, []),
        ("{}", []),
    ])
    func peopleAreFound(rule: String, people: [String]) throws {
        #expect(try Self.found(rule) == people)
    }

    @Test func manyAttributesAreAskedWithinABound() throws {
        let rules = (0..<40).map { #"{"in": [{"var": "a\#($0)"}, ["1", "2", "3", "4", "5", "6"]]}"# }
        #expect(try Self.found(#"{"if": [{"and": [\#(rules.joined(separator: ","))]}, "must"]}"#).isEmpty)
        #expect(try Self.found(#"{"if": [{"or": [\#(rules.joined(separator: ","))]}, "must"]}"#).count <= 5)
    }
}
