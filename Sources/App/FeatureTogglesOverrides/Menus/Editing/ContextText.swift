#if OVERRIDES
package import FeatureToggles

/// A context as a line of `name=value`.
package enum ContextText {
    /// Parses attributes separated by spaces or line breaks.
    ///
    /// Quotes keep spaces together. Without any straight quote, curly ones are used instead, because phones and Macs
    /// write them while the user types.
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
        var context = base
        for word in words { try context.set(word) }
        return context
    }

    /// Returns the context as a line that ``parse(_:over:)`` accepts.
    package static func text(_ context: EvaluationContext) -> String {
        let key = context.targetingKey.map { EvaluationContext.written("targetingKey", .string($0)) }
        let attributes = context.attributes.sorted { $0.key < $1.key }
        return ([key].compactMap { $0 } + attributes.map { EvaluationContext.written($0.key, $0.value) })
            .joined(separator: " ")
    }

    /// Returns the context as the beginning of a line to which attributes can be added.
    package static func start(_ context: EvaluationContext) -> String {
        let text = text(context)
        return text.isEmpty ? "" : text + " "
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
