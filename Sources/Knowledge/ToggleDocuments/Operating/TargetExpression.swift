import DocumentSyntax
package import ToggleBase

/// A condition as a person writes it, such as `app.version >= 2.2.0 and country in [DE, FR]`.
///
/// Comparisons are joined by `and`. A comparison of an attribute with a version becomes `sem_ver`. To leave out users
/// without an attribute, a condition says `country != null`.
package struct TargetExpression: Sendable, Hashable, CustomStringConvertible {
    /// The condition in JsonLogic.
    package let rule: JSONValue
    /// The condition in words, with the attributes that apps provide.
    package let description: String
    /// The attributes without which users meet a comparison.
    let unneeded: [String]

    /// Reads a condition.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``TargetExpressionError`` with the place of the first problem.
    package init(_ text: String) throws(TargetExpressionError) {
        var reader = TargetExpressionReader(text)
        let comparisons = try reader.comparisons()
        rule = comparisons.count == 1 ? comparisons[0] : ["and": .array(comparisons)]
        let located = try? LocatedReader.read(JSONWriter().bytes(rule))
        let words = located.map { RuleText(condition: $0, limit: .max) }
        description = words?.description ?? text
        unneeded = words?.unneeded.sorted() ?? []
    }
}

/// A problem in a condition.
package struct TargetExpressionError: Error, Sendable, CustomStringConvertible {
    /// The problem and its solution, as a sentence without a full stop, or as a question.
    package let message: String
    /// The condition.
    package let text: String
    /// The number of characters before the problem.
    package let column: Int

    /// The message, then the condition with a caret below the problem.
    package var description: String {
        // Tabs and line breaks would move the caret.
        let line = String(text.map { $0.isWhitespace ? " " : $0 })
        let end = message.hasSuffix("?") ? "" : ":"
        return "\(message)\(end)\n  \(line)\n  \(String(repeating: " ", count: column))^"
    }
}
