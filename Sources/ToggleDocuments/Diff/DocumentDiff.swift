public import FeatureToggles
import ForcedUpdates

/// What a new document does differently from an old one, and for whom.
///
/// Where definitions say it by themselves (static flags, shares with constant weights) it is computed for all targeting
/// keys. Otherwise both documents are evaluated for the same made-up people: with the constants that rules compare
/// attributes with, their neighbours, something else, and nothing. The people are the same ones each time; how many of
/// yours have which attributes nobody here knows, so that such a share says how much of a rule changed and no more.
///
/// ```swift
/// let differences = try DocumentDiff(old: oldText, new: newText, timestamp: now).differences()
/// for difference in differences { print(difference) }   // ~ search_ranking: for a share: 10 % of all targeting keys
/// ```
public struct DocumentDiff: Sendable {
    /// Which of the two documents cannot be read, and why.
    public struct Refusal: Error, Sendable, Hashable {
        /// Whether it is the new one.
        public let isNew: Bool
        /// A sentence that says what is wrong and where.
        public let reason: String
    }

    /// How many people are made up when rules must be evaluated.
    public static let standardSampleSize = 10_000
    /// After how many people without one answer nobody else is asked: a rule may take all the steps that it is given, and
    /// fail for the others, too.
    private static let failingSampleSize = 100

    private let old: ReadDocument
    private let new: ReadDocument
    private let registry: ToggleRegistry?
    private let sampleSize: Int
    private let timestamp: Int64
    private let isSameText: Bool

    /// Reads two documents.
    ///
    /// - Parameters:
    ///   - old: The text of the one before.
    ///   - new: The text of the one behind.
    ///   - registry: The toggles that follow the document: they say what the code's defaults are, and which values a
    ///     client does not take. `nil` when they are not known.
    ///   - sampleSize: How many people are made up when rules must be evaluated; from 1 to 1,000,000.
    ///   - timestamp: The moment that rules take for now, in seconds since 1970.
    /// - Throws: ``Refusal`` when one of them is no document.
    public init(
        old: [UInt8],
        new: [UInt8],
        registry: ToggleRegistry? = nil,
        sampleSize: Int = standardSampleSize,
        timestamp: Int64
    ) throws(Refusal) {
        self.old = try ReadDocument(old, isNew: false)
        self.new = try ReadDocument(new, isNew: true)
        self.registry = registry
        self.sampleSize = min(max(1, sampleSize), 1_000_000)
        self.timestamp = timestamp
        isSameText = old == new
    }

    /// What is different, in the order of the new document; flags that only the old one has come last.
    ///
    /// - Complexity: Linear in the size of the documents, and for each flag that must be evaluated in the size of the
    ///   sample.
    public func differences() -> [FlagDifference] {
        if isSameText { return [] }
        let removed = old.keys.filter { new.flags[$0] == nil }
        return (new.keys + removed).compactMap { difference(of: $0) }
    }

    private func difference(of key: String) -> FlagDifference? {
        let (before, after) = (old.flags[key], new.flags[key])
        let isSameRule = old.sharedRules(of: before) == new.sharedRules(of: after) && old.bucketing == new.bucketing
        if before == after, isSameRule || before?.hasRule != true { return nil }
        let readers = registry.map { ToggleReaders(of: key, in: $0) }
        let (transitions, method) = transitions(of: key, for: readers)
        return FlagDifference(
            key: key,
            toggles: readers?.keys,
            kind: before == nil ? .added : after == nil ? .removed : .changed,
            details: DefinitionChanges(from: before, to: after, haveSameSharedRules: isSameRule).sentences,
            transitions: transitions,
            method: method
        )
    }

    private func transitions(
        of key: String,
        for readers: ToggleReaders?
    ) -> ([FlagDifference.Transition], FlagDifference.Method) {
        func asRead(_ answer: FlagDifference.Answer) -> FlagDifference.Answer { readers?.reading(answer) ?? answer }
        if old.bucketing == new.bucketing, let before = old.shares(of: key), let after = new.shares(of: key),
            let transitions = before.map(asRead).transitions(to: after.map(asRead))
        {
            return (transitions, .exact)
        }
        var values = AttributeValues()
        for document in [old, new] {
            if case .object(let flag)? = document.flags[key], let rule = flag["targeting"] {
                values.add(rule, evaluators: document.evaluators)
            }
        }
        let people = SampledContexts(values)
        var found: [[FlagDifference.Answer]: (count: Int, example: EvaluationContext)] = [:]
        var (count, failures) = (0, 0)
        while count < sampleSize, count < Self.failingSampleSize || failures < count {
            let context = people.context(count)
            let before = asRead(old.answer(key, context, timestamp))
            let after = asRead(new.answer(key, context, timestamp))
            if before != after { found[[before, after], default: (0, context)].count += 1 }
            if before == .failure || after == .failure { failures += 1 }
            count += 1
        }
        let transitions = found.map { answers, people in
            FlagDifference.Transition(
                old: answers[0],
                new: answers[1],
                share: Double(people.count) / Double(count),
                example: people.example.attributes.isEmpty ? nil : people.example
            )
        }
        return (transitions.inOrder, .sample(count))
    }
}
