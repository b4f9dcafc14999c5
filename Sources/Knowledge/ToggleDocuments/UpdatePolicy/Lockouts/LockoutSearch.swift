import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates
import ToggleBase

/// Searches for users whom a flag locks out for good, by evaluating the flag for sample users.
///
/// The sample users combine the values that the rule compares attributes with. They have released versions only, so a
/// flag that lets only a prerelease continue locks everyone out. What apps reject (``ForcedUpdates/PolicyFlag``) is
/// always found, so that apps follow every lock that this search accepts.
struct LockoutSearch: Sendable {
    /// The maximum number of comparisons of one search, which take a second or two.
    ///
    /// A search that reaches it and has only found locks so far counts as a lockout of everyone.
    static let limit = 5_000_000
    /// The cost of evaluating a short rule for one user, so that a search evaluates at most 20,000 users.
    private static let leastCost = 250
    /// The start of the year 2100, as a time far in the future.
    private static let farFuture: Int64 = 4_102_444_800
    /// The first second whose year has five digits.
    private static let year10000: Int64 = 253_402_300_800

    private let document: FlagDocument
    private let flag: Int
    let policyFlag: PolicyFlag
    let attributes: RuleAttributes
    /// The approximate number of comparisons in the rule, including shared rules.
    let ruleSize: Int
    /// The approximate number of comparisons in the policy of each variant.
    private let policySizes: [String: Int]
    /// A version that is newer than all others.
    let newest: JSONValue
    /// The released versions of the app that make a difference, the newest first.
    let apps: [JSONValue?]
    /// The released versions of the system that make a difference, the newest first.
    let systems: [JSONValue?]

    /// Creates a search, or returns `nil` if the document has no valid flag with the key.
    ///
    /// - Parameters:
    ///   - key: The flag's key.
    ///   - document: The document.
    ///   - definition: The flag's definition in the document.
    ///   - evaluators: The shared rules by name.
    ///   - schemes: The allowed schemes of links, in lower case.
    init?(
        key: String,
        of document: FlagDocument,
        _ definition: JSONValue,
        evaluators: [String: JSONValue],
        schemes: Set<String>
    ) {
        guard let flag = document.index(of: key), case .object(let members) = definition,
            let policyFlag = PolicyFlag(definition, evaluators: evaluators, schemes: schemes)
        else { return nil }
        (self.document, self.flag, self.policyFlag) = (document, flag, policyFlag)
        var attributes = RuleAttributes()
        var weight = RuleWeight(evaluators: evaluators)
        if let rule = members["targeting"] {
            attributes.add(rule, evaluators: evaluators)
            weight.add(rule)
        }
        (self.attributes, ruleSize) = (attributes, weight.comparisons)
        policySizes = policyFlag.policies.mapValues(\.comparisons)
        let entries = policyFlag.policies.sorted { $0.key < $1.key }.flatMap(\.value.entries)
        let grid = VersionGrid(app: VersionGrid.app(of: entries), os: VersionGrid.os(of: entries))
        let largest = (grid.app + grid.os).map { ReleaseNumbers($0).largest }.max() ?? 0
        let newest = JSONValue.string(ReleaseNumbers.newest(above: max(attributes.largest, largest)).text)
        self.newest = newest
        func versions(_ attribute: String, _ named: [AppVersion]) -> [JSONValue?] {
            let found = (attributes.values[attribute] ?? []).filter { value in
                guard case .string(let text) = value else { return false }
                return AppVersion(strict: text).map { !$0.isPrerelease } ?? false
            }
            // Limited, so that all of them are combined with the other attributes.
            let texts = Set(named.filter { !$0.isPrerelease }.map(\.description)).sorted().prefix(64)
            return [newest, "0.0.0"] + (found + texts.map { JSONValue.string($0) }).map { Optional($0) }
        }
        apps = versions(EvaluationContext.Attribute.appVersion, grid.app)
        systems = versions(EvaluationContext.Attribute.osVersion, grid.os)
    }

    /// The approximate maximum number of comparisons of one evaluation.
    var size: Int { ruleSize + (policySizes.values.max() ?? 0) }

    /// The times that the rule compares the current time with, and the seconds before and after each, in seconds since
    /// 1970.
    var moments: [Int64] {
        Set(
            attributes.moments
                .flatMap { [$0.subtractingReportingOverflow(1), ($0, false), $0.addingReportingOverflow(1)] }
                .filter { !$0.overflow }.map(\.partialValue)
        ).sorted()
    }

    // MARK: Everyone

    /// Returns a time at which everyone is locked out, or `nil` if the search finds none.
    ///
    /// The search tries the given time, a time long ago, the year 2100, and ``moments``.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - spent: Increased by the number of comparisons.
    /// - Returns: The time.
    func momentOfLockout(now: Int64?, spent: inout Int) -> Int64? {
        var budget = 4 * Self.limit
        defer { spent += 4 * Self.limit - budget }
        return moments(after: [now, 0, Self.farFuture]).first { moment in
            guard budget > 0 else { return false }
            var left = Self.limit
            defer { budget -= Self.limit - left }
            return locksEveryVersion(at: moment, &left)
        }
    }

    /// Returns the first time at which groups of users are locked out for good, and these groups.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - spent: Increased by the number of comparisons.
    /// - Returns: The time and the groups; `nil` if there are none.
    func lockouts(now: Int64?, spent: inout Int) -> (moment: Int64, lockouts: [FlagLockout])? {
        var left = 2 * Self.limit
        defer { spent += 2 * Self.limit - left }
        for moment in moments(after: [Self.farFuture, 0, now]) where left > 0 {
            var own = min(left, Self.limit)
            left -= own
            let found = lockouts(at: moment, &own)
            left += max(own, 0)
            if !found.isEmpty { return (moment, found) }
        }
        return nil
    }

    /// Returns a time in ISO 8601, or as a number after the year 9999.
    ///
    /// - Returns: The text; `nil` if the rule doesn't name the time, or no clock shows it.
    func text(of moment: Int64) -> String? {
        guard moment >= 0, moments.contains(moment) else { return nil }
        let (milliseconds, isTooFar) = UInt64(moment).multipliedReportingOverflow(by: 1_000)
        guard !isTooFar else { return nil }
        return moment < Self.year10000 ? CreationTime.text(milliseconds) : "\(moment)"
    }

    private func moments(after first: [Int64?]) -> [Int64] {
        let first = first.compactMap { $0 }
        return attributes.looksAtTime ? first + moments.filter { !first.contains($0) } : Array(first.prefix(1))
    }

    /// Returns whether everyone is locked out, and users of the newest version meet a lock without `"all": true`.
    ///
    /// The newest version is evaluated for each version of the system and each group of users. The locks of older
    /// versions don't matter there, because they may precede the closing of the app.
    func locksEveryVersion(at timestamp: Int64, _ left: inout Int) -> Bool {
        if policyFlag.locksEveryVersion(at: timestamp), lock([:], at: timestamp, &left) != nil { return true }
        var users = SampleUsers(everyone(isNewest: true))
        var isIntended = true
        while isIntended, left > 0, let attributes = users.next() {
            guard let lock = lock(attributes, at: timestamp, &left) else { return false }
            isIntended = lock.unaccepted == nil
        }
        guard !isIntended else { return false }
        users = SampleUsers(everyone(isNewest: false))
        while left > 0, let attributes = users.next() {
            guard lock(attributes, at: timestamp, &left) != nil else { return false }
        }
        return true
    }

    /// Returns the choices for users with all combinations of the attributes that the rule uses, who have the newest
    /// version or any version.
    private func everyone(isNewest: Bool) -> [SampleUsers.Choice] {
        let (app, os) = (EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.osVersion)
        var choices: [SampleUsers.Choice] = attributes.values.sorted { $0.key < $1.key }
            .filter { $0.key != app && $0.key != os }
            .map { name, found in
                if isNewest, name == EvaluationContext.Attribute.appBuild, let build = Self.build(after: found) {
                    return SampleUsers.Choice(name, [build])
                }
                // A missing attribute first, because most rules let these users continue.
                return SampleUsers.Choice(name, [nil] + found.map { Optional($0) } + [.string("something else")])
            }
        choices.append(SampleUsers.Choice(os, systems))
        choices.append(SampleUsers.Choice(app, isNewest ? [newest] : apps))
        return choices
    }

    /// The lock that users with some attributes meet.
    struct Lock {
        /// Whether a policy with `details` locks some of them, which is checked on its own.
        var hasDetails = false
        /// A variant without `"all": true` and its level; preferably one that requires an update.
        var unaccepted: (variant: String, level: UpdateLevel)?
    }

    /// Evaluates the flag for users who differ only in their targeting keys.
    ///
    /// - Returns: The lock; `nil` if one of them can continue.
    func lock(_ attributes: [String: JSONValue], at timestamp: Int64, _ left: inout Int) -> Lock? {
        var lock = Lock()
        for key in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            left -= max(ruleSize, Self.leastCost)
            let context = EvaluationContext(targetingKey: "update-policy-\(key)", attributes: attributes)
            let evaluation = document.evaluate(flag, context: context, timestamp: timestamp)
            guard let variant = evaluation.variant, let policy = policyFlag.policies[variant] else { return nil }
            left -= policySizes[variant] ?? 0
            let verdict = policy.verdict(for: context)
            let level = verdict.decision.level
            guard level.isLock else { return nil }
            if policy.hasDetails { lock.hasDetails = true }
            guard !policy.accepts(verdict) else { continue }
            if lock.unaccepted == nil || level == .required && lock.unaccepted?.level != .required {
                lock.unaccepted = (variant, level)
            }
        }
        return lock
    }
}

extension UpdatePolicyDocument {
    /// The approximate number of comparisons of a decision, each of about four patterns or values.
    fileprivate var comparisons: Int {
        let patterns = entries.reduce(0) { sum, entry in
            let ranges = (entry.appVersions + entry.osVersions).reduce(0) { $0 + max($1.boundaries.count, 1) }
            return sum + 4 + ranges + entry.attributes.values.reduce(0) { $0 + $1.count }
        }
        return 1 + patterns / 4
    }
}
