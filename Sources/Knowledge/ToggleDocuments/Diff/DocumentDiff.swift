import DocumentSyntax
public import FeatureToggles

/// The differences between an old and a new document, and the users that they affect.
///
/// For static flags and shares with constant weights, the result is exact for all targeting keys. Otherwise, both
/// documents are evaluated for the same sample users. Their attributes are the constants that rules compare attributes
/// with, values next to these, other values, and none. The sample is the same each time. The distribution of attributes
/// among real users is unknown, so a share of the sample only indicates how much of a rule changed.
///
/// ```swift
/// let differences = try DocumentDiff(old: oldText, new: newText, timestamp: now).differences()
/// for difference in differences { print(difference) }   // ~ search_ranking: for a share: 10% of all targeting keys
/// ```
public struct DocumentDiff: Sendable {
    /// An error that makes a document unreadable.
    public struct ReadingError: Error, Sendable, Hashable {
        /// Whether it is the new document.
        public let isNew: Bool
        /// A sentence about the error and its location.
        public let reason: String
    }

    /// The default number of sample users for rules that must be evaluated.
    public static let standardSampleSize = 10_000

    private let old: ReadDocument
    private let new: ReadDocument
    private let registry: ToggleRegistry?
    private let sampleSize: Int
    private let timestamp: Int64
    private let isSameText: Bool

    /// Reads two documents.
    ///
    /// - Parameters:
    ///   - old: The old text.
    ///   - new: The new text.
    ///   - registry: The toggles that read the document, with the code's defaults and the types of values that clients
    ///     accept; `nil` if they are unknown.
    ///   - sampleSize: The number of sample users for rules that must be evaluated, from 1 to 1,000,000.
    ///   - timestamp: The current time for rules, in seconds since 1970.
    /// - Throws: ``ReadingError`` if one of them is invalid.
    public init(
        old: [UInt8],
        new: [UInt8],
        registry: ToggleRegistry? = nil,
        sampleSize: Int = standardSampleSize,
        timestamp: Int64
    ) throws(ReadingError) {
        self.old = try ReadDocument(old, isNew: false)
        self.new = try ReadDocument(new, isNew: true)
        self.registry = registry
        self.sampleSize = min(max(1, sampleSize), 1_000_000)
        self.timestamp = timestamp
        isSameText = old == new
    }

    /// Returns the differences, in the order of the new document, followed by removed flags.
    ///
    /// If many rules must be evaluated, or some take many steps, the sample for each flag is smaller;
    /// ``FlagDifference/method`` contains its size. If a single evaluation takes too long, the flag isn't evaluated.
    ///
    /// - Complexity: Linear in the size of the documents and in the size of the sample.
    public func differences() -> [FlagDifference] {
        if isSameText { return [] }
        let keys = new.keys + old.keys.filter { new.flags[$0] == nil }
        let changedRules = changedRules
        let index = registry.map { ToggleIndex($0) }
        func readers(_ key: String) -> ToggleReaders? { index.map { ToggleReaders($0.readers[key] ?? []) } }
        var differences = keys.compactMap { difference(of: $0, changedRules, readers($0)) }
        let sampled = differences.indices.filter { differences[$0].needsSample }
        var sample = SampledOutcomes(old, new, sampleSize: sampleSize, timestamp: timestamp)
        let outcomes = sample.outcomes(of: sampled.map { differences[$0].difference.key })
        for (position, outcomes) in zip(sampled, outcomes) {
            add(outcomes, to: &differences[position].difference, readers(differences[position].difference.key))
        }
        return differences.map(\.difference)
    }

    private func difference(
        of key: String,
        _ changedRules: Set<String>,
        _ readers: ToggleReaders?
    ) -> Difference? {
        let (before, after) = (old.flags[key], new.flags[key])
        let isSameRule =
            old.bucketing == new.bucketing
            && changedRules.isDisjoint(with: (after == nil ? old : new).rule(of: key)?.references ?? [])
        if before == after, isSameRule || before?.hasRule != true { return nil }
        var difference = FlagDifference(
            key: key,
            toggles: readers?.keys,
            kind: before == nil ? .added : after == nil ? .removed : .changed,
            details: DefinitionChanges(from: before, to: after, haveSameSharedRules: isSameRule).sentences,
            transitions: [],
            method: .exact
        )
        func asRead(_ answer: FlagDifference.Answer) -> FlagDifference.Answer { readers?.reading(answer) ?? answer }
        guard old.bucketing == new.bucketing, let before = old.shares(of: key), let after = new.shares(of: key),
            let transitions = before.map(asRead).transitions(to: after.map(asRead))
        else { return Difference(difference: difference, needsSample: true) }
        difference.transitions = transitions
        return Difference(difference: difference, needsSample: false)
    }

    /// Adds the results for the sample users to the difference of a flag.
    private func add(
        _ outcomes: SampledOutcomes.Outcomes,
        to difference: inout FlagDifference,
        _ readers: ToggleReaders?
    ) {
        guard outcomes.count > 0 else {
            difference.method = .notEvaluated
            return
        }
        difference.method = .sample(outcomes.count)
        difference.isCutShort = outcomes.isCutShort
        if outcomes.isCut {
            difference.details.append(
                "the rule uses more than \(RuleAttributes.attributeLimit) attributes, and only that many were tried"
            )
        }
        let (before, after) = (old.index(of: difference.key), new.index(of: difference.key))
        var read: [Int32: FlagDifference.Answer] = [:]
        var readNew: [Int32: FlagDifference.Answer] = [:]
        func asRead(_ answer: FlagDifference.Answer) -> FlagDifference.Answer { readers?.reading(answer) ?? answer }
        var found: [[FlagDifference.Answer]: (count: Int, first: Int, example: EvaluationContext)] = [:]
        for (pair, people) in outcomes.pairs {
            let oldAnswer = read[pair.old] ?? asRead(old.answer(before, pair.old))
            let newAnswer = readNew[pair.new] ?? asRead(new.answer(after, pair.new))
            (read[pair.old], readNew[pair.new]) = (oldAnswer, newAnswer)
            guard oldAnswer != newAnswer else { continue }
            var group = found[[oldAnswer, newAnswer]] ?? (0, people.first, people.example)
            if people.first < group.first { (group.first, group.example) = (people.first, people.example) }
            group.count += people.count
            found[[oldAnswer, newAnswer]] = group
        }
        difference.transitions =
            found.map { answers, people in
                FlagDifference.Transition(
                    old: answers[0],
                    new: answers[1],
                    share: Double(people.count) / Double(outcomes.count),
                    example: people.example.attributes.isEmpty ? nil : people.example
                )
            }
            .inOrder
        guard difference.audience == .share, let pair = outcomes.withoutAttributes else { return }
        let (oldAnswer, newAnswer) = (asRead(old.answer(before, pair.old)), asRead(new.answer(after, pair.new)))
        if oldAnswer != newAnswer { difference.details.append("users without attributes: \(oldAnswer) → \(newAnswer)") }
    }

    /// The difference of a flag, and whether it must be evaluated for sample users.
    private struct Difference {
        var difference: FlagDifference
        let needsSample: Bool
    }

    /// The shared rules that differ between the documents.
    private var changedRules: Set<String> {
        Set(old.evaluators.keys).union(new.evaluators.keys).filter { name in
            old.evaluators[name]?.json != new.evaluators[name]?.json
        }
    }
}
