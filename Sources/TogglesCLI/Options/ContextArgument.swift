import ArgumentParser
import FeatureToggles

/// Attributes of whoever is asking, on the command line.
struct ContextArgument: ExpressibleByArgument {
    let context: EvaluationContext

    /// Reads `name=value`, whose value may be JSON, or an object of attributes.
    init?(argument: String) {
        let reader = JSONReader(maximumDepth: EvaluationContext.maximumDepth)
        var members: [(String, JSONValue)] = []
        if argument.hasPrefix("{") {
            guard case .object(let object)? = try? reader.value(from: Array(argument.utf8)) else { return nil }
            members = object.members.map { ($0.name, $0.value) }
        } else {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { return nil }
            // What is no JSON is text: version numbers, names.
            let value = (try? reader.value(from: Array(parts[1].utf8))) ?? .string(String(parts[1]))
            members = [(String(parts[0]), value)]
        }
        var targetingKey: String?
        var attributes: [String: JSONValue] = [:]
        for (name, value) in members {
            if name == "targetingKey" {
                // A person whose key is a number is still a person.
                if case .string(let key) = value { targetingKey = key } else { targetingKey = JSONWriter().text(value) }
            } else {
                attributes[name] = value
            }
        }
        context = EvaluationContext(targetingKey: targetingKey, attributes: attributes)
    }

    /// All of them together; later ones count.
    static func joined(_ arguments: [ContextArgument]) -> EvaluationContext {
        arguments.reduce(EvaluationContext()) { $0.overlaid(by: $1.context) }
    }
}
