import FeatureToggles
import FeatureTogglesRemote

/// A document with its text, and as a client evaluates it.
struct ReadDocument: Sendable {
    /// The definitions by key.
    let flags: [String: JSONValue]
    /// The keys in the order of the text, each once.
    let keys: [String]
    /// The shared rules by name.
    let evaluators: [String: JSONValue]
    private let document: FlagDocument
    /// How many steps the rule of each flag takes at most.
    private let steps: [Int]

    /// More steps than the conditions of a `fractional` take by which people are told apart.
    private static let fewSteps = 1_000

    init(_ text: [UInt8], isNew: Bool) throws(DocumentDiff.ReadingError) {
        do throws(RemoteDocumentError) {
            document = try FlagDocument(text: text)
        } catch {
            throw DocumentDiff.ReadingError(isNew: isNew, reason: error.description)
        }
        steps = document.estimatedSteps()
        // What the client has read is JSON; what it found nested too deep is null here.
        let root = try? LocatedReader.read(text)
        var flags: [String: JSONValue] = [:]
        var keys: [String] = []
        for member in root?["flags"]?.value.members ?? []
        where flags.updateValue(member.value.json, forKey: member.name) == nil {
            keys.append(member.name)
        }
        self.flags = flags
        self.keys = keys
        if case .object(let shared)? = root?["$evaluators"]?.value.json {
            evaluators = shared.valuesByName
        } else {
            evaluators = [:]
        }
    }

    /// How `fractional` puts people into buckets.
    var bucketing: Bucketing { document.bucketing }

    /// What a flag answers by its definition alone, or `nil` when it takes an evaluation.
    func shares(of key: String) -> RuleShares? {
        guard let flag = flags[key] else { return RuleShares(nil) }
        guard let index = document.index(of: key) else { return nil }
        // The definition does not say whether clients refuse it, as for a text that is too long.
        if document.flag(at: index).problem != nil { return .failing }
        // Anything but an object behaves like an empty object.
        guard case .object(let object) = flag else { return RuleShares([:]) }
        guard let shares = RuleShares(object) else { return nil }
        guard shares.bucketing != nil else { return shares }
        // What people are told apart by may be a rule that cannot be evaluated.
        guard steps[index] <= Self.fewSteps else { return nil }
        let evaluation = document.evaluate(index, context: EvaluationContext(), timestamp: 0)
        return evaluation.error?.code == .parseError ? .failing : shares
    }

    /// The names of the shared rules that a flag's rule refers to.
    static func references(of flag: JSONValue?) -> Set<String> {
        var found: Set<String> = []
        if case .object(let object)? = flag, let rule = object["targeting"] { collect(rule, &found) }
        return found
    }

    /// How deep a rule is nested was bounded by the reader.
    private static func collect(_ rule: JSONValue, _ found: inout Set<String>) {
        switch rule {
        case .array(let elements): for element in elements { collect(element, &found) }
        case .object(let object):
            for member in object.members {
                if member.name == "$ref", case .string(let name) = member.value { found.insert(name) }
                collect(member.value, &found)
            }
        default: return
        }
    }

    // MARK: Answers

    /// The place of a flag in the document; `nil` if it doesn't exist.
    func index(of key: String) -> Int? { document.index(of: key) }

    /// How many steps the rule of a flag takes at most.
    func steps(_ index: Int?) -> Int { index.map { steps[$0] } ?? 0 }

    /// What a client answers: the index of a variant, or ``FlagOutcome/codeDefault`` or ``FlagOutcome/failed``.
    func outcome(_ index: Int?, _ context: EvaluationContext, _ timestamp: Int64) -> Int32 {
        guard let index else { return FlagOutcome.codeDefault }
        return withExtendedLifetime(context) {
            let answer = document.answer(index, context: context.flat, timestamp: timestamp, requested: nil)
            if answer.failure != nil { return FlagOutcome.failed }
            return answer.value == nil ? FlagOutcome.codeDefault : answer.outcome
        }
    }

    /// What an outcome of a flag stands for.
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

    /// Whether the answer of a rule may depend on the key of the flag that has it.
    ///
    /// How deep it is nested was bounded by the reader.
    var mayLookAtFlagKey: Bool {
        switch self {
        case .null, .bool, .integer, .number: return false
        case .string(let text): return text == "$flagd.flagKey"
        case .array(let elements): return elements.contains(where: \.mayLookAtFlagKey)
        case .object(let object):
            return object.members.contains { member in
                if member.name == "fractional" { return true }
                if member.name == "var", case .object = member.value { return true }
                if member.name == "var", case .array(let elements) = member.value, case .object? = elements.first {
                    return true
                }
                return member.value.mayLookAtFlagKey
            }
        }
    }
}
