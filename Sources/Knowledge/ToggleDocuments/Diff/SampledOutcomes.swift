import FeatureToggles
import FeatureTogglesRemote

/// The outcomes of the old and new rules of flags for sample users.
///
/// Flags with the same rules are evaluated once, unless the rules use the flag's key. The total number of steps is
/// limited so that a comparison takes seconds, and divided among the flags.
struct SampledOutcomes {
    /// The old and new outcome for a user.
    struct Pair: Hashable {
        let old: Int32
        let new: Int32
    }

    /// The outcomes for the sample users.
    struct Outcomes {
        /// The number of users with an answer, and the first of them.
        var pairs: [Pair: (count: Int, first: Int, example: EvaluationContext)] = [:]
        /// The number of evaluated users; 0 if a single evaluation takes too long.
        var count = 0
        /// Whether the sample is too small to be conclusive.
        var isCutShort = false
        /// Whether some attributes that the rule uses were left out.
        var isCut = false
        /// The outcomes of users without attributes, which rules compare, too, if the targeting key makes no difference.
        var withoutAttributes: Pair?
    }

    /// The rules of a flag.
    private struct Rules: Hashable {
        let before: JSONValue?
        let after: JSONValue?
        /// The flag's key, if the rules may use it.
        let key: String?
    }

    /// The number of users after which evaluation stops if all failed, because a rule may use up its steps and fail for
    /// the others as well.
    private static let failingSampleSize = 100
    /// The minimum number of users, if any are evaluated.
    private static let leastSampleSize = 10
    /// The number of users from which a sample is conclusive.
    private static let tellingSampleSize = 1_000
    /// The maximum number of steps of rules for each sampled user.
    private static let stepsForEach = 1_000
    /// The cost of generating a user, in steps: in total, and for each attribute.
    private static let stepsOfPerson = (alone: 20, attribute: 6)

    private let old: ReadDocument
    private let new: ReadDocument
    private let sampleSize: Int
    private let timestamp: Int64
    private var attributes: (old: RuleAttributes, new: RuleAttributes)
    private var looksAtKey: [String: Bool] = [:]
    /// The remaining number of steps.
    private var steps: Int

    init(_ old: ReadDocument, _ new: ReadDocument, sampleSize: Int, timestamp: Int64) {
        self.old = old
        self.new = new
        self.sampleSize = sampleSize
        self.timestamp = timestamp
        attributes = (RuleAttributes(evaluators: old.evaluators), RuleAttributes(evaluators: new.evaluators))
        steps = max(sampleSize, DocumentDiff.standardSampleSize) * Self.stepsForEach
    }

    /// Returns the outcomes of flags.
    ///
    /// - Parameter keys: The flags.
    /// - Returns: The outcomes of each flag.
    mutating func outcomes(of keys: [String]) -> [Outcomes] {
        let rules = keys.map { self.rules(of: $0) }
        var others = Set(rules).count
        var known: [Rules: Outcomes] = [:]
        return zip(keys, rules).map { key, rules in
            if let outcomes = known[rules] { return outcomes }
            let outcomes = evaluate(key, steps / max(1, others))
            others -= 1
            known[rules] = outcomes
            return outcomes
        }
    }

    private mutating func rules(of key: String) -> Rules {
        let (before, after) = (old.flags[key], new.flags[key])
        return Rules(before: before, after: after, key: mayLookAtKey(key) ? key : nil)
    }

    private mutating func mayLookAtKey(_ key: String) -> Bool {
        for document in [old, new] {
            guard let rule = document.rule(of: key) else { continue }
            if rule.mayLookAtFlagKey { return true }
            for name in rule.references where mayLookAtKey(shared: name) { return true }
        }
        return false
    }

    private mutating func mayLookAtKey(shared name: String) -> Bool {
        // Considers both documents, which errs on the safe side.
        if let known = looksAtKey[name] { return known }
        let result = [old, new].contains { $0.evaluators[name]?.mayLookAtFlagKey == true }
        looksAtKey[name] = result
        return result
    }

    private mutating func evaluate(_ key: String, _ allowance: Int) -> Outcomes {
        var result = Outcomes()
        var values: [String: [JSONValue]] = [:]
        if let rule = old.rule(of: key) { result.isCut = attributes.old.add(rule, to: &values) }
        if let rule = new.rule(of: key) { result.isCut = attributes.new.add(rule, to: &values) || result.isCut }
        let people = SampledContexts(values)
        let (before, after) = (old.index(of: key), new.index(of: key))
        let each =
            old.steps(before) + new.steps(after) + Self.stepsOfPerson.alone
            + Self.stepsOfPerson.attribute * people.attributeCount
        var size = min(sampleSize, allowance / each)
        // As long as steps remain, a few users are better than none.
        if size < Self.leastSampleSize { size = min(sampleSize, Self.leastSampleSize, steps / each) }
        steps -= size * each
        result.isCutShort = size < min(sampleSize, Self.tellingSampleSize)
        func pair(for context: EvaluationContext) -> Pair {
            Pair(old: old.outcome(before, context, timestamp), new: new.outcome(after, context, timestamp))
        }
        var failures = 0
        while result.count < size, result.count < Self.failingSampleSize || failures < result.count {
            let context = people.context(result.count)
            let pair = pair(for: context)
            result.pairs[pair, default: (0, result.count, context)].count += 1
            if pair.old == FlagOutcome.failed || pair.new == FlagOutcome.failed { failures += 1 }
            result.count += 1
        }
        steps += (size - result.count) * each
        if people.attributeCount > 0, failures == 0, steps >= Self.leastSampleSize * each {
            steps -= Self.leastSampleSize * each
            let pairs = (0..<Self.leastSampleSize).map { pair(for: EvaluationContext(targetingKey: "sample-\($0)")) }
            if Set(pairs).count == 1 { result.withoutAttributes = pairs[0] }
        }
        return result
    }
}
