package import FeatureToggles

extension EvaluationContext {
    /// Why a text on a command line is no context.
    package struct ArgumentFailure: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong, and what to write instead; no sentence of its own.
        package let description: String
    }

    /// Reads attributes as people write them on a command line.
    ///
    /// - Parameter argument: `name=value`, whose value may be JSON, or an object of attributes.
    /// - Throws: ``ArgumentFailure`` for what is neither, and for a targeting key that is no text.
    package init(argument: String) throws(ArgumentFailure) {
        let reader = JSONReader(maximumDepth: Self.maximumDepth)
        self.init()
        guard argument.hasPrefix("{") else {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ArgumentFailure(
                    description: "write NAME=VALUE, such as targetingKey=ada, or a JSON object of attributes"
                )
            }
            if parts[0] == "targetingKey" {
                // A person whose key is written as a number is still a person.
                let value = try? reader.value(from: Array(parts[1].utf8))
                if case .string(let key)? = value { targetingKey = key } else { targetingKey = String(parts[1]) }
            } else {
                // What is no JSON is text: version numbers, names.
                self[String(parts[0])] = (try? reader.value(from: Array(parts[1].utf8))) ?? .string(String(parts[1]))
            }
            return
        }
        let value: JSONValue
        do {
            value = try reader.value(from: Array(argument.utf8))
        } catch {
            throw ArgumentFailure(description: "it begins as a JSON object and is none: \(error)")
        }
        guard case .object(let object) = value else {
            throw ArgumentFailure(description: "write a JSON object of attributes")
        }
        for member in object.members {
            if member.name != "targetingKey" {
                self[member.name] = member.value
            } else if case .string(let key) = member.value {
                targetingKey = key
            } else {
                throw ArgumentFailure(description: #"targetingKey is text, as in {"targetingKey": "5"}"#)
            }
        }
    }
}
