package import FeatureToggles
package import FeatureTogglesRemote

/// Whom a flag whose variants are an update policy locks out, found out by asking for many made-up people.
///
/// Apps and `toggles check` ask the same ones, so that an app follows each lock that was accepted there. Only released versions
/// are asked for: whom a flag lets go on with a prerelease alone is locked out.
package struct PolicyFlagReach: Sendable {
    /// How much may be compared before a flag that locked all people so far counts as one that locks all: what a rule compares
    /// for each of them, altogether less than a second or two.
    static let limit = 5_000_000
    /// What somebody costs whom a short rule is asked for, so that 20,000 are asked at most.
    private static let leastCost = 250
    /// The year 2100, which no rule looks beyond.
    private static let someDay: Int64 = 4_102_444_800
    /// The first second that is not written with four digits for the year.
    private static let year10000: Int64 = 253_402_300_800

    private let document: FlagDocument
    private let flag: Int
    let values: AttributeValues
    /// The policies by variant.
    let policies: [String: UpdatePolicyDocument]
    /// About how many comparisons the rule makes, with those that it shares.
    package let ruleSize: Int
    /// About how many comparisons the policy of each variant makes.
    private let policySizes: [String: Int]
    /// A version that nothing is newer than.
    let newest: JSONValue
    /// Released versions that make a difference, the newest first.
    let apps: [JSONValue?]
    let systems: [JSONValue?]

    /// Creates the reach of a flag by its definition; `nil` for one that cannot be used, which is told elsewhere.
    package init?(key: String, _ definition: JSONValue, evaluators: JSONObject, schemes: Set<String>) {
        var root: JSONObject = ["flags": .object([key: definition])]
        if !evaluators.members.isEmpty { root["$evaluators"] = .object(evaluators) }
        guard let document = try? FlagDocument(text: JSONWriter().bytes(.object(root))) else { return nil }
        self.init(key: key, of: document, definition, evaluators: evaluators.byName, schemes: schemes)
    }

    /// Creates the reach of a flag of a document; `nil` for one that cannot be used.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    package init?(key: String, of document: FlagDocument, schemes: Set<String>) {
        guard case .object(let root)? = try? JSONReader().value(from: document.text),
            case .object(let flags)? = root["flags"], let definition = flags[key]
        else { return nil }
        var evaluators: [String: JSONValue] = [:]
        if case .object(let shared)? = root["$evaluators"] { evaluators = shared.byName }
        self.init(key: key, of: document, definition, evaluators: evaluators, schemes: schemes)
    }

    /// Creates the reach of a flag of a document that was read already; `nil` for one that cannot be used.
    ///
    /// - Parameters:
    ///   - key: The flag's key.
    ///   - document: The document.
    ///   - definition: The flag as the document has it.
    ///   - evaluators: The shared rules by name.
    ///   - schemes: The schemes that links may have, in lower case.
    package init?(
        key: String,
        of document: FlagDocument,
        _ definition: JSONValue,
        evaluators: [String: JSONValue],
        schemes: Set<String>
    ) {
        guard let flag = document.index(of: key) else { return nil }
        self.document = document
        self.flag = flag
        var values = AttributeValues()
        var policies: [String: UpdatePolicyDocument] = [:]
        var weight = RuleWeight(evaluators: evaluators)
        if case .object(let members) = definition {
            if let rule = members["targeting"] {
                values.add(rule, evaluators: evaluators)
                weight.add(rule)
            }
            if case .object(let variants)? = members["variants"] {
                for variant in variants.members {
                    let reading = UpdatePolicyDocument.accept(variant.value, as: .variant, schemes: schemes)
                    policies[variant.name] = reading.document
                }
            }
        }
        (self.values, self.policies, ruleSize) = (values, policies, weight.comparisons)
        policySizes = policies.mapValues(\.comparisons)
        let entries = policies.sorted { $0.key < $1.key }.flatMap(\.value.entries)
        let grid = VersionGrid(app: VersionGrid.app(of: entries), os: VersionGrid.os(of: entries))
        let largest = (grid.app + grid.os).map { ReleaseNumbers($0).largest }.max() ?? .zero
        let newest = JSONValue.string(ReleaseNumbers.newest(above: max(values.largest, largest)).text)
        self.newest = newest
        func versions(_ attribute: String, _ named: [ComparableVersion]) -> [JSONValue?] {
            let found = (values.values[attribute] ?? []).filter { value in
                guard case .string(let text) = value else { return false }
                return ComparableVersion(text).map { !$0.isPrerelease } ?? false
            }
            // So many that all of them are asked with the other attributes, too.
            let texts = Set(named.filter { !$0.isPrerelease }.map(\.text)).sorted().prefix(64)
            return [newest, "0.0.0"] + (found + texts.map { JSONValue.string($0) }).map { Optional($0) }
        }
        apps = versions(EvaluationContext.Attribute.appVersion, grid.app)
        systems = versions(EvaluationContext.Attribute.osVersion, grid.os)
    }

    /// About how many comparisons somebody's answer takes at most.
    package var size: Int { ruleSize + (policySizes.values.max() ?? 0) }

    /// Whether the answer may be another one at another time.
    package var dependsOnTime: Bool { values.looksAtTime }

    /// The moments that the rule compares the time with, each with the seconds before and behind it, in seconds since 1970.
    package var moments: [Int64] {
        Set(
            values.moments.flatMap { [$0.subtractingReportingOverflow(1), ($0, false), $0.addingReportingOverflow(1)] }
                .filter { !$0.overflow }.map(\.partialValue)
        ).sorted()
    }

    /// Whether the answer changes at the moments that the rule names and at no other one.
    var changesAtMomentsAlone: Bool { !values.computesWithTime }

    // MARK: Everybody

    /// A moment at which everybody is locked out; `nil` when none of those that were tried is one.
    ///
    /// Tried are the given one, a long time ago, the year 2100, and the moments that the rule names with their neighbours, within
    /// a bound.
    package func momentOfLockout(now: Int64?) -> Int64? {
        var spent = 0
        return momentOfLockout(now: now, spent: &spent)
    }

    /// A moment at which everybody is locked out, as ``momentOfLockout(now:)`` finds it.
    ///
    /// - Parameters:
    ///   - now: The given moment.
    ///   - spent: To what is added how much was compared.
    /// - Returns: The moment; `nil` when none of those that were tried is one.
    package func momentOfLockout(now: Int64?, spent: inout Int) -> Int64? {
        var budget = 4 * Self.limit
        defer { spent += 4 * Self.limit - budget }
        return moments(after: [now, 0, Self.someDay]).first { moment in
            guard budget > 0 else { return false }
            var left = Self.limit
            defer { budget -= Self.limit - left }
            return locksEveryVersion(at: moment, &left)
        }
    }

    /// Groups of people who are locked out for good, at the first moment at which there are some.
    package func lockouts(now: Int64?) -> (moment: Int64, lockouts: [PolicyFlagLockout])? {
        var spent = 0
        return lockouts(now: now, spent: &spent)
    }

    /// Groups of people who are locked out for good, as ``lockouts(now:)`` finds them.
    ///
    /// - Parameters:
    ///   - now: The given moment.
    ///   - spent: To what is added how much was compared.
    /// - Returns: The moment and the groups; `nil` when there are none.
    package func lockouts(now: Int64?, spent: inout Int) -> (moment: Int64, lockouts: [PolicyFlagLockout])? {
        var left = 2 * Self.limit
        defer { spent += 2 * Self.limit - left }
        for moment in moments(after: [Self.someDay, 0, now]) where left > 0 {
            var own = min(left, Self.limit)
            left -= own
            let found = lockouts(at: moment, &own)
            left += max(own, 0)
            if !found.isEmpty { return (moment, found) }
        }
        return nil
    }

    /// A moment as people write it, or its number where that is behind the year 9999; `nil` where it was tried though no rule
    /// names it, or is none that a clock reaches.
    package func text(of moment: Int64) -> String? {
        guard moment >= 0, moments.contains(moment) else { return nil }
        let (milliseconds, isTooFar) = UInt64(moment).multipliedReportingOverflow(by: 1_000)
        guard !isTooFar else { return nil }
        return moment < Self.year10000 ? CreationTime.text(milliseconds) : "\(moment)"
    }

    private func moments(after first: [Int64?]) -> [Int64] {
        let first = first.compactMap { $0 }
        return dependsOnTime ? first + moments.filter { !first.contains($0) } : Array(first.prefix(1))
    }

    /// Whether everybody is locked out, and the newest version meets a lock that does not say that it is meant.
    ///
    /// The newest one is asked with each version of the system and each group of people. What older ones meet counts for
    /// nothing there: it is a lock that was there before the flag closed the app for all.
    ///
    /// - Parameter timestamp: The time in seconds since 1970, which rules may look at.
    /// - Returns: Whether nobody of those who were made up may go on.
    package func locksEveryVersion(at timestamp: Int64) -> Bool {
        var left = Self.limit
        return locksEveryVersion(at: timestamp, &left)
    }

    func locksEveryVersion(at timestamp: Int64, _ left: inout Int) -> Bool {
        var newest = MadeUpPeople(everybody(isNewest: true))
        var isMeant = true
        while isMeant, left > 0, let attributes = newest.next() {
            guard let lock = lock(attributes, at: timestamp, &left) else { return false }
            isMeant = lock.unaccepted == nil
        }
        guard !isMeant else { return false }
        var people = MadeUpPeople(everybody(isNewest: false))
        while left > 0, let attributes = people.next() {
            guard lock(attributes, at: timestamp, &left) != nil else { return false }
        }
        return true
    }

    /// People with every combination of what the rule looks at, who have the newest version or any.
    private func everybody(isNewest: Bool) -> [MadeUpPeople.Choice] {
        let (app, os) = (EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.osVersion)
        var choices: [MadeUpPeople.Choice] = values.values.sorted { $0.key < $1.key }
            .filter { $0.key != app && $0.key != os }
            .map { name, found in
                if isNewest, name == EvaluationContext.Attribute.appBuild, let build = Self.build(behind: found) {
                    return MadeUpPeople.Choice(name, [build])
                }
                // Whoever has nothing first: most rules let those go on.
                return MadeUpPeople.Choice(name, [nil] + found.map { Optional($0) } + [.string("something else")])
            }
        choices.append(MadeUpPeople.Choice(os, systems))
        choices.append(MadeUpPeople.Choice(app, isNewest ? [newest] : apps))
        return choices
    }

    /// What stops somebody.
    struct Lock {
        /// Whether it is a policy with `details`, which is judged by itself.
        var hasDetails = false
        /// A variant that does not say that it is meant, and what it demands; rather one that demands an update.
        var unaccepted: (variant: String, level: UpdateLevel)?
    }

    /// The lock that everybody with some attributes meets who is told apart by the targeting key alone; `nil` when somebody of
    /// them may go on.
    func lock(_ attributes: [String: JSONValue], at timestamp: Int64, _ left: inout Int) -> Lock? {
        var lock = Lock()
        for key in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            left -= max(ruleSize, Self.leastCost)
            let context = EvaluationContext(targetingKey: "update-policy-\(key)", attributes: attributes)
            let answer = document.evaluate(flag, context: context, timestamp: timestamp)
            guard let variant = answer.variant, let policy = policies[variant] else { return nil }
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

extension JSONObject {
    /// The values by name; of a name that is there twice the last one, as readers take it.
    fileprivate var byName: [String: JSONValue] {
        Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }
}
