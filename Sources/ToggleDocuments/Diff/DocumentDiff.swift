public import FeatureToggles
import ForcedUpdates

/// The differences between an old and a new document, and the users that they affect.
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
    /// A document that cannot be read.
    public struct ReadingError: Error, Sendable, Hashable {
        /// Whether it is the new document.
        public let isNew: Bool
        /// A sentence about the error and its place.
        public let reason: String
    }

    /// How many people are made up when rules must be evaluated.
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
    ///   - registry: The toggles that follow the document: they say what the code's defaults are, and which values a
    ///     client does not take. `nil` when they are not known.
    ///   - sampleSize: How many people are made up when rules must be evaluated; from 1 to 1,000,000.
    ///   - timestamp: The moment that rules take for now, in seconds since 1970.
    /// - Throws: ``ReadingError`` if one of them is not a document.
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

    /// The differences, in the order of the new document, followed by removed flags.
    ///
    /// Where many rules must be evaluated, or some take many steps, fewer people than the size of the sample are asked about
    /// each flag; ``FlagDifference/method`` says how many. Where one answer alone takes too long, nobody is.
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
            && changedRules.isDisjoint(with: ReadDocument.references(of: after ?? before))
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

    /// Adds what made-up people get to the difference of a flag.
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
                "the rule looks at more than \(ComparedAttributes.limit) attributes, of which so many were tried"
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
    }

    /// What differs of a flag, and whether made-up people are to be asked what they get.
    private struct Difference {
        var difference: FlagDifference
        let needsSample: Bool
    }

    /// The shared rules that are not the same in both documents.
    private var changedRules: Set<String> {
        Set(old.evaluators.keys).union(new.evaluators.keys).filter { old.evaluators[$0] != new.evaluators[$0] }
    }
}
