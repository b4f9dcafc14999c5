import FeatureTogglesRemote
import Testing
import ToggleBase

@testable import ToggleDocuments

/// Flags that lock out everyone, some groups of users, or the newest version.
struct LockoutSearchTests {
    private static let variants = #"""
        {"none": {"level": "up_to_date"}, "must": {"level": "required", "title": "T"},
         "closed": {"level": "maintenance", "title": "C"}, "meant": {"level": "maintenance", "title": "C", "all": true},
         "many": {"details": [{"app_version": ">=2", "title": "D"}]}, "other": 7}
        """#

    private static func ruleSearch(_ rule: String, default variant: String = "none") throws -> LockoutSearch {
        let text =
            #"{"state": "ENABLED", "defaultVariant": "\#(variant)", "variants": \#(variants), "targeting": \#(rule)}"#
        return try search(text)
    }

    private static func search(_ definition: String, shared: String = "{}") throws -> LockoutSearch {
        let text = #"{"flags": {"f": \#(definition)}, "$evaluators": \#(shared)}"#
        return try #require(try LockoutSearch(FlagDocument(text: Array(text.utf8))))
    }

    private static func found(_ rule: String, default variant: String = "none") throws -> [String] {
        var left = LockoutSearch.limit
        return try ruleSearch(rule, default: variant).lockouts(at: 0, &left).map { lockout in
            "\(lockout.reach == .everyVersion ? "every" : "newest") \(lockout.variant)\(lockout.people)"
        }
    }

    private static let country = #"{"==": [{"var": "country"}, "DE"]}"#
    private static let plan = #"{"==": [{"var": "user.plan"}, "free"]}"#
    private static let new = #"{"sem_ver": [{"var": "appVersion"}, ">=", "2.0.0"]}"#
    private static let old = #"{"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}"#

    @Test(arguments: [
        // Some users, regardless of their version.
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
            ["every must for everyone except people with ‘isPaying’ true"]
        ),
        (#"{"if": [\#(country), "none", "must"]}"#, ["every must for everyone except people with ‘country’ DE"]),
        (
            #"{"if": [{"ends_with": [{"var": "email"}, "@example.com"]}, "must"]}"#,
            ["every must for people with ‘email’ @example.com"]
        ),
        (#"{"if": [\#(old), "must", \#(country), "must"]}"#, ["every must for people with ‘country’ DE"]),
        // The newest version and all later ones.
        (#"{"if": [\#(new), "must"]}"#, ["newest must"]),
        (#"{"if": [\#(new), "closed"]}"#, ["newest closed"]),
        (#"{"if": [{"and": [\#(new), \#(country)]}, "must"]}"#, ["newest must for people with ‘country’ DE"]),
        (
            #"{"if": [\#(new), "must", \#(country), "must"]}"#,
            ["newest must", "every must for people with ‘country’ DE"]
        ),
        (#"{"if": [{">=": [{"var": "appBuild"}, 5000]}, "must"]}"#, ["newest must"]),
        // Some of them can continue, or the lock is intended.
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
        // Users who update have another build than the ones in the rule.
        (#"{"if": [{"in": [{"var": "appBuild"}, ["7", "8"]]}, "must"]}"#, []),
        (#"{"if": [{"in": [{"var": "appBuild"}, [7, 8]]}, "must"]}"#, []),
        (#"{"if": [{"==": [{"var": "appBuild"}, "7"]}, "must"]}"#, []),
        (#"{"if": [{"and": [\#(country), {"in": [{"var": "appBuild"}, ["7", "8"]]}]}, "must"]}"#, []),
        (#"{"if": [{"in": [{"var": "appBuild"}, ["7", "8"]]}, "none", "must"]}"#, ["newest must"]),
        // Versions that are dates.
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, "<", "20261121.0.0"]}, "must"]}"#, []),
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, "<=", "202611211000.0.0"]}, "must"]}"#, []),
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, ">=", "202611211000.0.0"]}, "must"]}"#, ["newest must"]),
        // Each variant states its intention separately.
        (
            #"{"if": [\#(country), "meant", {"==": [{"var": "country"}, "AT"]}, "must"]}"#,
            ["every must for people with ‘country’ AT"]
        ),
        (#"{"if": [\#(country), {"if": [\#(old), "meant", "must"]}]}"#, ["every must for people with ‘country’ DE"]),
        // A lock that preceded the closing of their app.
        (#"{"if": [\#(country), {"if": [\#(old), "must", "meant"]}]}"#, []),
    ])
    func lockedOutGroupsAreFound(rule: String, people: [String]) throws {
        #expect(try Self.found(rule) == people)
    }

    @Test func manyAttributesStayWithinLimit() throws {
        let rules = (0..<50).map { #"{"in": [{"var": "a\#($0)"}, ["1", "2", "3", "4", "5", "6"]]}"# }
        let list = rules.joined(separator: ",")
        for (rule, people) in [
            (#"{"if": [{"and": [\#(list)]}, "must"]}"#, []),
            (
                #"{"if": [{"or": [\#(list)]}, "must"]}"#,
                ["0", "1", "10", "11", "12"].map { "every must for people with ‘a\($0)’ 1 or 2 or 3 or others" }
            ),
        ] {
            let search = try Self.ruleSearch(rule)
            // Reduced to keep the test fast.
            var left = LockoutSearch.limit / 2
            let found = search.lockouts(at: 0, &left).map { "every \($0.variant)\($0.people)" }
            #expect(found == people)
            #expect(left > -10 * max(search.ruleSize, 250))
        }
    }

    @Test func exhaustedBudgetEvaluatesNobody() throws {
        let search = try Self.ruleSearch(#"{"if": [\#(Self.country), "must"]}"#)
        var left = 0
        #expect(search.lockouts(at: 0, &left).isEmpty)
        #expect(left == 0)
    }

    @Test func longRuleIsEvaluatedForFewerUsers() throws {
        let list = (0..<100).map { #""value-\#($0)""# }.joined(separator: ",")
        let rules = (0..<400).map { #"{"in": [{"var": "a\#($0)"}, [\#(list)]]}"# }.joined(separator: ",")
        let always = #"{"==": [{"var": "x"}, {"var": "x"}]}"#
        let search = try Self.ruleSearch(#"{"if": [{"or": [\#(rules), \#(always)]}, "must"]}"#)
        #expect((10_000..<20_000).contains(search.ruleSize))
        var left = LockoutSearch.limit
        #expect(search.locksEveryVersion(at: 0, &left))
        #expect((-8 * search.ruleSize...0).contains(left))
    }

    @Test func sharedRuleCountsForEachUse() throws {
        let shared = #"{"in": [{"var": "a"}, [\#((0..<400).map(String.init).joined(separator: ","))]]}"#
        func size(_ count: Int) throws -> Int {
            let rule = #"{"or": [\#(Array(repeating: #"{"$ref": "s"}"#, count: count).joined(separator: ","))]}"#
            return try Self.search(
                #"{"state": "ENABLED", "variants": {"a": {}}, "targeting": \#(rule)}"#,
                shared: #"{"s": \#(shared)}"#
            ).ruleSize
        }
        #expect(try (100...110).contains(size(1)))
        #expect(try (1_000...1_100).contains(size(10)))
    }

    @Test func variantPolicyCountsForEachUser() throws {
        let patterns = (0..<400).map { #""1.0.\#($0) || 2.0.\#($0)""# }.joined(separator: ",")
        let entries = (0..<10).map { _ in #"{"app_version": [\#(patterns)], "title": "T"}"# }.joined(separator: ",")
        let long = #"{"details": [\#(entries), {"app_version": ">=1", "title": "T"}]}"#
        let rest = #""variants": {"long": \#(long), "none": {"level": "up_to_date"}}, "defaultVariant": "long""#
        let search = try Self.search(#"{"state": "ENABLED", \#(rest)}"#)
        #expect((2_000..<2_100).contains(search.size))
        #expect(search.ruleSize < 10)
        var left = 1
        _ = search.locksEveryVersion(at: 0, &left)
        // One user with eight targeting keys.
        #expect(left == 1 - 8 * (250 + search.size - search.ruleSize))
    }

    // MARK: Shared rules

    private static func values(_ rule: String, shared: String) throws -> RuleAttributes {
        var values = RuleAttributes()
        guard case .object(let evaluators) = try JSONReader().value(from: Array(shared.utf8)) else { return values }
        let shared = Dictionary(evaluators.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        values.add(try JSONReader().value(from: Array(rule.utf8)), evaluators: shared)
        return values
    }

    @Test(arguments: [
        #"{"sem_ver": {"$ref": "range"}}"#, #"{"sem_ver": [{"var": "appVersion"}, "<", {"$ref": "version"}]}"#,
        #"{"sem_ver": [{"var": {"$ref": "name"}}, "<", "2.0.0"]}"#, #"{"sem_ver": [{"$ref": "app"}, "<", "2.0.0"]}"#,
        #"{"and": [{"$ref": "rule"}, {"$ref": "rule"}]}"#,
    ])
    func sharedOperandsAreFound(rule: String) throws {
        let range = #"[{"var": "appVersion"}, "<", "2.0.0"]"#
        let shared =
            #"{"range": \#(range), "rule": {"sem_ver": \#(range)}, "version": "2.0.0", "name": "appVersion", "app": {"var": "appVersion"}}"#
        let values = try Self.values(rule, shared: shared)
        #expect(values.values["appVersion"]?.contains("1.0.0") == true)
        #expect(values.named["appVersion"]?.contains("2.0.0") == true)
        #expect(values.boundaries["appVersion"]?.count == 1)
        #expect(values.ordered == ["appVersion"])
    }

    /// The shared rules are so long that traversing them for each use would take minutes.
    @Test(arguments: [
        #"{"$ref": "rule"}"#, #"{"in": [{"var": "country"}, {"$ref": "list"}]}"#, #"{"in": {"$ref": "in"}}"#,
    ])
    func sharedRuleIsWalkedOnce(use: String) throws {
        let list = (0..<40_000).map { "\"\($0)\"" }.joined(separator: ",")
        let arguments = #"[{"var": "country"}, [\#(list)]]"#
        let shared = #"{"list": [\#(list)], "in": \#(arguments), "rule": {"in": \#(arguments)}}"#
        let uses = Array(repeating: use, count: 2_000).joined(separator: ",")
        let start = ContinuousClock.now
        let values = try Self.values(#"{"or": [\#(uses)]}"#, shared: shared)
        // Traversing the 80,000,000 values for each use takes minutes.
        #expect(start.duration(to: .now) < .seconds(20))
        #expect(values.values["country"]?.count == RuleAttributes.limit)
        #expect(values.named["country"]?.first == "0")
    }

    // MARK: Everyone

    private static let beginsWith2 = #"{"starts_with": [{"var": "appVersion"}, "2."]}"#

    @Test(arguments: [
        (#"{"if": [\#(country), "meant", "must"]}"#, true),
        // Closed in addition to a lock of old versions or builds, and vice versa.
        (#"{"if": [\#(old), "must", "meant"]}"#, false),
        (#"{"if": [{"<": [{"var": "appBuild"}, 5000]}, "must", "meant"]}"#, false),
        (#"{"if": [{"in": [{"var": "appBuild"}, ["7", "8"]]}, "must", "meant"]}"#, false),
        (#"{"if": [\#(new), "meant", "must"]}"#, false),
        (#"{"if": [\#(old), "meant", "must"]}"#, true),
        (#"{"if": [{"<": [{"var": "appBuild"}, 5000]}, "meant", "must"]}"#, true),
        (#"{"if": [\#(country), "must", "meant"]}"#, true),
        (#"{"if": [{"sem_ver": [{"var": "osVersion"}, "<", "15.0.0"]}, "must", "meant"]}"#, true),
        // A policy with entries that locks the newest version counts like any other lock.
        (#"{"if": [\#(old), "must", "many"]}"#, true),
        (#"{"if": [\#(country), "meant", "meant"]}"#, false),
        (#"{"if": [\#(country), "none", "must"]}"#, false),
        (#"{"if": [\#(beginsWith2), "none", "must"]}"#, false),
        (#"{"if": [{"starts_with": [{"var": "appVersion"}, "2.1"]}, "none", "must"]}"#, false),
        (#"{"if": [{"starts_with": [{"var": "appVersion"}, "2.1."]}, "none", "must"]}"#, false),
        (#"{"if": [{"starts_with": [{"var": "appVersion"}, "v2."]}, "none", "must"]}"#, false),
        (#"{"if": [{"ends_with": [{"var": "appVersion"}, ".7"]}, "none", "must"]}"#, false),
        (#"{"if": [{"in": ["2.", {"var": "appVersion"}]}, "none", "must"]}"#, false),
        (#"{"if": [\#(beginsWith2), "must", "must"]}"#, true),
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, "<", "20261121.0.0"]}, "must"]}"#, false),
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, "<=", "202611211000.0.0"]}, "must"]}"#, false),
        (#"{"if": [{"sem_ver": [{"var": "appVersion"}, "=", "202611211000.0.0"]}, "none", "must"]}"#, false),
        (#"{"if": [{"sem_ver": [{"var": "osVersion"}, "<=", "4000000000.9.0"]}, "must"]}"#, false),
    ])
    func everyoneIsLockedOut(rule: String, isLockout: Bool) throws {
        var left = LockoutSearch.limit
        #expect(try Self.ruleSearch(rule).locksEveryVersion(at: 0, &left) == isLockout)
    }
}
