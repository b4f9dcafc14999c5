import FeatureToggles
import FeatureTogglesRemote

/// A document both as it is written and as a client evaluates it.
struct ReadDocument: Sendable {
    /// The definitions by key.
    let flags: [String: JSONValue]
    /// The keys in the order of the text, each once.
    let keys: [String]
    /// The shared rules.
    let evaluators: JSONObject
    private let document: FlagDocument

    init(_ text: [UInt8], isNew: Bool) throws(DocumentDiff.Refusal) {
        let root: JSONValue
        do throws(FlagDocument.Refusal) {
            document = try FlagDocument(text: text)
            // What the client has read is JSON.
            root = (try? JSONReader().value(from: text)) ?? .null
        } catch {
            throw DocumentDiff.Refusal(isNew: isNew, reason: error.description)
        }
        var flags: [String: JSONValue] = [:]
        var keys: [String] = []
        if case .object(let members) = root, case .object(let definitions)? = members["flags"] {
            for member in definitions.members where flags.updateValue(member.value, forKey: member.name) == nil {
                keys.append(member.name)
            }
        }
        self.flags = flags
        self.keys = keys
        if case .object(let members) = root, case .object(let shared)? = members["$evaluators"] {
            evaluators = shared
        } else {
            evaluators = [:]
        }
    }

    /// How `fractional` puts people into buckets.
    var bucketing: Bucketing { document.bucketing }

    /// What a flag answers by its definition alone, or `nil` when it takes an evaluation.
    func shares(of key: String) -> RuleShares? {
        guard let flag = flags[key] else { return RuleShares(nil) }
        // The definition does not say whether clients refuse it, as for a text that is too long.
        if let index = document.index(of: key),
            document.evaluate(index, context: EvaluationContext(), timestamp: 0).error?.code == .parseError
        {
            return .failing
        }
        // What is no object answers as an object without anything does.
        guard case .object(let object) = flag else { return RuleShares([:]) }
        return RuleShares(object)
    }

    /// The shared rules that a flag's rule refers to.
    func sharedRules(of flag: JSONValue?) -> [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        if case .object(let object)? = flag, let rule = object["targeting"] { collect(rule, &found) }
        return found
    }

    /// How deep a rule is nested was bounded by the reader.
    private func collect(_ rule: JSONValue, _ found: inout [String: JSONValue]) {
        switch rule {
        case .array(let elements): for element in elements { collect(element, &found) }
        case .object(let object):
            for member in object.members {
                if member.name == "$ref", case .string(let name) = member.value { found[name] = evaluators[name] }
                collect(member.value, &found)
            }
        default: return
        }
    }

    /// What a client answers.
    func answer(_ key: String, _ context: EvaluationContext, _ timestamp: Int64) -> FlagDifference.Answer {
        guard let index = document.index(of: key) else { return .codeDefault }
        let evaluation = document.evaluate(index, context: context, timestamp: timestamp)
        if evaluation.error != nil { return .failure }
        return evaluation.value.map { .value($0) } ?? .codeDefault
    }
}

extension JSONValue {
    /// Whether a flag has a rule.
    var hasRule: Bool {
        guard case .object(let flag) = self, case .object(let rule)? = flag["targeting"] else { return false }
        return !rule.members.isEmpty
    }
}
