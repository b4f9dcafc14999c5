#if OVERRIDES
import ToggleBase
package import FeatureToggles

/// A context as a line of `name=value`.
package enum ContextText {
    /// Parses attributes separated by spaces or line breaks.
    ///
    /// Quotes keep spaces together, and a value may be JSON. Without any straight quote, curly ones are used instead,
    /// because phones and Macs write them while the user types. `targetingKey=null` stands for no targeting key.
    ///
    /// - Parameters:
    ///   - text: The attributes.
    ///   - base: A context to which the attributes are added.
    /// - Returns: The context, or `nil` for an empty text.
    /// - Throws: ``InputError`` with what to write instead.
    package static func parse(
        _ text: String,
        over base: EvaluationContext = EvaluationContext()
    ) throws(InputError) -> EvaluationContext? {
        let words = try split(text.contains("\"") ? text : text.withStraightQuotes)
        guard !words.isEmpty else { return nil }
        var (targetingKey, attributes) = (base.targetingKey, base.attributes)
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw InputError("‘\(word)’ has no name or no value; write NAME=VALUE")
            }
            // Anything that isn't JSON is a string, such as a version number or a name.
            let value =
                (try? JSONReader(maximumDepth: EvaluationContext.maximumDepth).value(from: parts[1]))
                ?? .string(parts[1])
            if parts[0] == "targetingKey" {
                targetingKey = value == .null ? nil : value.plainText
            } else {
                attributes[parts[0]] = value
            }
        }
        return EvaluationContext(targetingKey: targetingKey, attributes: attributes)
    }

    /// Returns the context as a line that ``parse(_:over:)`` accepts.
    package static func text(_ context: EvaluationContext) -> String {
        var words: [String] = []
        if let key = context.targetingKey { words.append("targetingKey=\(quoted(.string(key)))") }
        for (name, value) in context.attributes.sorted(by: { $0.key < $1.key }) {
            words.append("\(name)=\(quoted(value))")
        }
        return words.joined(separator: " ")
    }

    /// Returns the context as the beginning of a line to which attributes can be added.
    package static func start(_ context: EvaluationContext) -> String {
        let text = text(context)
        return text.isEmpty ? "" : text + " "
    }

    private static func quoted(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return JSONWriter().text(value) }
        let isAmbiguous =
            text.isEmpty
            || text.contains { $0.isWhitespace || $0 == "\"" || $0 == "\\" || String.curlyQuotes.contains($0) }
            || (try? JSONReader().value(from: text)) != nil
        return isAmbiguous ? JSONWriter().text(value) : text
    }

    /// Splits a text at white space outside quotes, brackets, and braces.
    private static func split(_ text: String) throws(InputError) -> [String] {
        var words: [String] = []
        var word = ""
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        var isAfterQuote = false
        for character in text {
            if isQuoted {
                isQuoted = isEscaped || character != "\""
                isEscaped = !isEscaped && character == "\\"
                isAfterQuote = !isQuoted
            } else {
                guard !isAfterQuote || depth > 0 || character.isWhitespace else {
                    throw InputError("write a space after \(word)")
                }
                isAfterQuote = false
                switch character {
                case "\"": isQuoted = true
                case "{", "[": depth += 1
                case "}", "]": depth -= 1
                case _ where character.isWhitespace && depth <= 0:
                    if !word.isEmpty { words.append(word) }
                    word = ""
                    continue
                default: break
                }
            }
            word.append(character)
        }
        guard !isQuoted else { throw InputError("a quote is not closed; write name=\"two words\"") }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
#endif
