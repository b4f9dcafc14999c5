import ArgumentParser
package import FeatureToggles
import ToggleBase

extension EvaluationContext {
    /// Reads attributes from a command line.
    ///
    /// `targetingKey=null` stands for no targeting key; a user with this name is written as `targetingKey="null"`.
    ///
    /// - Parameter argument: `name=value`, whose value can be JSON, or a JSON object of attributes.
    /// - Throws: `ValidationError` for anything else, and for a targeting key that isn't text.
    package init(argument: String) throws {
        let reader = JSONReader(maximumDepth: Self.maximumDepth)
        self.init()
        guard argument.hasPrefix("{") else {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ValidationError("write NAME=VALUE, such as targetingKey=ada, or a JSON object of attributes")
            }
            if parts[0] == "targetingKey" {
                // A key that looks like a number is text, too.
                let value = try? reader.value(from: Array(parts[1].utf8))
                targetingKey =
                    switch value {
                    case .string(let key)?: key
                    case .null?: nil
                    default: String(parts[1])
                    }
            } else {
                // Anything but JSON is text, such as version numbers and names.
                self[String(parts[0])] = (try? reader.value(from: Array(parts[1].utf8))) ?? .string(String(parts[1]))
            }
            return
        }
        let value: JSONValue
        do {
            value = try reader.value(from: Array(argument.utf8))
        } catch {
            throw ValidationError("it begins like a JSON object, but is not valid: \(error)")
        }
        guard case .object(let object) = value else {
            throw ValidationError("write a JSON object of attributes")
        }
        for member in object.members {
            if member.name != "targetingKey" {
                self[member.name] = member.value
            } else if case .string(let key) = member.value {
                targetingKey = key
            } else if member.value != .null {
                throw ValidationError(#"targetingKey must be text, as in {"targetingKey": "5"}"#)
            }
        }
    }
}

extension [EvaluationContext] {
    /// The attributes of all contexts; later ones take precedence.
    package var joined: EvaluationContext { reduce(EvaluationContext()) { $0.overlaid(by: $1) } }
}
