import DocumentSyntax
import FeatureToggles
import FeatureTogglesRemote
import ToggleBase
import ToggleManifest

/// A document with its definitions, and in the form that a client evaluates.
struct ReadDocument: Sendable {
    /// The definitions by key.
    let flags: [String: JSONValue]
    /// The definitions with their locations.
    private let located: [String: LocatedValue]
    /// The keys in the order of the text, each once.
    let keys: [String]
    /// The shared rules by name.
    let evaluators: [String: LocatedValue]
    private let document: FlagDocument
    /// The maximum number of steps of each flag's rule.
    private let steps: [Int]

    /// A number of steps that the bucketing expression of a `fractional` normally doesn't exceed.
    private static let fewSteps = 1_000

    init(_ text: [UInt8], isNew: Bool) throws(DocumentDiff.ReadingError) {
        do throws(RemoteDocumentError) {
            document = try FlagDocument(text: text)
        } catch {
            throw DocumentDiff.ReadingError(isNew: isNew, reason: error.description)
        }
        steps = document.estimatedSteps()
        // The client has already parsed the JSON; anything nested too deeply is null here.
        let root = try? LocatedReader.read(text)
        var flags: [String: JSONValue] = [:]
        var located: [String: LocatedValue] = [:]
        var keys: [String] = []
        for member in root?["flags"]?.value.members ?? [] {
            located[member.name] = member.value
            if flags.updateValue(member.value.json, forKey: member.name) == nil { keys.append(member.name) }
        }
        (self.flags, self.located) = (flags, located)
        self.keys = keys
        evaluators = root?.sharedRules ?? [:]
    }

    /// The bucketing that `fractional` uses.
    var bucketing: Bucketing { document.bucketing }

    /// Returns the shares of a flag, or `nil` if it must be evaluated.
    func shares(of key: String) -> RuleShares? {
        guard let flag = located[key] else { return RuleShares(nil) }
        guard let index = document.index(of: key) else { return nil }
        // The definition doesn't show whether clients reject it, for example because a text is too long.
        if document.flag(at: index).problem != nil { return .failing }
        guard let shares = RuleShares(flag) else { return nil }
        guard shares.bucketing != nil else { return shares }
        // The bucketing expression may be a rule that can't be evaluated.
        guard steps[index] <= Self.fewSteps else { return nil }
        let evaluation = document.evaluate(index, context: EvaluationContext(), timestamp: 0)
        return evaluation.error?.code == .parseError ? .failing : shares
    }

    /// Returns the rule of a flag.
    func rule(of key: String) -> LocatedValue? { located[key]?["targeting"]?.value }

    // MARK: Answers

    /// Returns the index of a flag in the document, or `nil` if it doesn't exist.
    func index(of key: String) -> Int? { document.index(of: key) }

    /// Returns the maximum number of steps of a flag's rule.
    func steps(_ index: Int?) -> Int { index.map { steps[$0] } ?? 0 }

    /// Returns the result in a client: the index of a variant, ``FlagOutcome/codeDefault``, or ``FlagOutcome/failed``.
    func outcome(_ index: Int?, _ context: EvaluationContext, _ timestamp: Int64) -> Int32 {
        guard let index else { return FlagOutcome.codeDefault }
        return withExtendedLifetime(context) {
            let answer = document.answer(index, context: context.flat, timestamp: timestamp, requested: nil)
            if answer.failure != nil { return FlagOutcome.failed }
            return answer.value == nil ? FlagOutcome.codeDefault : answer.outcome
        }
    }

    /// Returns the answer for an outcome of a flag.
    func answer(_ index: Int?, _ outcome: Int32) -> FlagDifference.Answer {
        guard let index, outcome != FlagOutcome.codeDefault else { return .codeDefault }
        return document.flag(at: index).variantValue(at: Int(outcome)).map { .value($0) } ?? .failure
    }
}

extension JSONValue {
    /// Whether a flag has a rule.
    var hasRule: Bool {
        guard case .object(let flag) = self, case .object(let rule)? = flag["targeting"] else { return false }
        return !rule.members.isEmpty
    }
}

extension LocatedValue {
    /// Whether the result of a rule may depend on the key of the flag that has it.
    var mayLookAtFlagKey: Bool {
        var result = false
        visit { value in
            let hasSuchOperation = value.members?.contains { member in
                member.name == "fractional" || member.name == "var" && member.value.operands.first?.members != nil
            }
            if hasSuchOperation == true || value.string == "$flagd.flagKey" { result = true }
        }
        return result
    }
}
