import FeatureToggles
import ToggleBase
import ToggleManifest

/// Reads the comparisons of a condition, from left to right.
struct TargetExpressionReader {
    /// A word, a string in quotes, or a symbol.
    private struct Token {
        enum Kind {
            case word, quoted, symbol
        }

        let kind: Kind
        let text: String
        /// The number of characters before it.
        let column: Int

        func isWord(_ word: String) -> Bool { kind == .word && text == word }
    }

    /// A value as it is written.
    private struct Operand {
        let text: String
        let isQuoted: Bool
        let column: Int
    }

    private static let comparisons = ["==", "!=", ">=", "<=", ">", "<", "~", "^"]
    private static let words = ["starts_with", "ends_with", "in"]
    /// Spellings of operators in other languages.
    private static let otherSpellings = [
        "=": "==", "===": "==", "<>": "!=", "!==": "!=", "=>": ">=", "=<": "<=", "~>": "~", "=~": "starts_with",
    ]
    private static let versions: Set<String> = [
        EvaluationContext.Attribute.appVersion, EvaluationContext.Attribute.osVersion,
    ]
    /// Attributes whose values are always text, even if they look like numbers.
    private static let texts: Set<String> = [
        EvaluationContext.Attribute.appBuild, EvaluationContext.Attribute.appID, EvaluationContext.Attribute.osName,
        EvaluationContext.Attribute.locale, EvaluationContext.Attribute.language,
        EvaluationContext.Attribute.deviceModel, EvaluationContext.Attribute.distribution, "targetingKey",
    ]
    /// The maximum number of comparisons.
    private static let limit = 100

    private let text: String
    private let characters: [Character]
    private var position = 0

    init(_ text: String) {
        self.text = text
        characters = Array(text)
    }

    private func problem(_ message: String, at column: Int) -> TargetExpressionError {
        TargetExpressionError(message: message, text: text, column: column)
    }

    // MARK: - Words

    private mutating func skipSpaces() {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
    }

    /// Returns the next token without moving on; `nil` at the end.
    private func peek() throws(TargetExpressionError) -> Token? {
        var copy = self
        return try copy.next()
    }

    private mutating func next() throws(TargetExpressionError) -> Token? {
        skipSpaces()
        guard position < characters.count else { return nil }
        let start = position
        let first = characters[position]
        if first == "\"" || first == "'" {
            position += 1
            var content = ""
            while position < characters.count, characters[position] != first {
                if characters[position] == "\\", position + 1 < characters.count { position += 1 }
                content.append(characters[position])
                position += 1
            }
            guard position < characters.count else { throw problem("the quotation mark is never closed", at: start) }
            position += 1
            return Token(kind: .quoted, text: content, column: start)
        }
        if Self.isSymbol(first) {
            while position < characters.count, Self.isSymbol(characters[position]) { position += 1 }
            return Token(kind: .symbol, text: String(characters[start..<position]), column: start)
        }
        if "[](),".contains(first) {
            position += 1
            return Token(kind: .symbol, text: String(first), column: start)
        }
        while position < characters.count, !characters[position].isWhitespace, !Self.isSymbol(characters[position]),
            !"[](),\"'".contains(characters[position])
        {
            position += 1
        }
        return Token(kind: .word, text: String(characters[start..<position]), column: start)
    }

    private static func isSymbol(_ character: Character) -> Bool { "=!<>~^&|".contains(character) }

    // MARK: - Comparisons

    mutating func comparisons() throws(TargetExpressionError) -> [JSONValue] {
        var result = [try comparison()]
        while let token = try next() {
            if token.isWord("or") || token.text == "||" {
                throw problem("‘or’ isn't possible; run the command once for each alternative", at: token.column)
            }
            guard token.isWord("and") else {
                let hint =
                    token.text == "&&" || token.text.lowercased() == "and"
                    ? "; did you mean ‘and’?" : ", not \(token.text.quoted)"
                throw problem("‘and’ or the end must follow here\(hint)", at: token.column)
            }
            guard result.count < Self.limit else {
                throw problem("there are more than \(Self.limit) comparisons", at: token.column)
            }
            result.append(try comparison())
        }
        return result
    }

    private mutating func comparison() throws(TargetExpressionError) -> JSONValue {
        guard let name = try next() else {
            throw problem("a comparison is missing, such as ‘app.version >= 2.2.0’", at: characters.count)
        }
        if name.isWord("not") || name.text == "!" || name.text == "(" {
            throw problem(
                "\(name.text.quoted) isn't possible; write comparisons with !=, joined by ‘and’",
                at: name.column
            )
        }
        guard name.kind != .symbol, !name.text.isEmpty else {
            throw problem("the name of an attribute must come first, not \(name.text.quoted)", at: name.column)
        }
        let attribute = name.kind == .quoted ? name.text : Self.attribute(name.text)
        guard let operation = try next() else {
            throw problem("an operator is missing after \(name.text.quoted): \(Self.operators)", at: characters.count)
        }
        guard
            operation.kind == .symbol && Self.comparisons.contains(operation.text)
                || operation.kind == .word && Self.words.contains(operation.text)
        else {
            let meant =
                Self.otherSpellings[operation.text] ?? Suggestion.closest(to: operation.text, in: Self.words)
            let hint = meant.map { "; did you mean \($0.quoted)?" } ?? "; there are \(Self.operators)"
            throw problem("there is no operator \(operation.text.quoted)\(hint)", at: operation.column)
        }
        if operation.text == "in" { return try membership(attribute) }
        let value = try operand(after: operation.text)
        return try comparison(attribute, operation.text, value, operation.column)
    }

    private static var operators: String { (comparisons + words).joined(separator: " ") }

    /// Returns the attribute that a name such as `app.version` means.
    private static func attribute(_ name: String) -> String {
        let joined = String(name.map { $0 == "." ? "_" : $0 })
        return EvaluationContext.Attribute.meant(by: joined) ?? name
    }

    private mutating func operand(after operation: String) throws(TargetExpressionError) -> Operand {
        guard let token = try next() else {
            throw problem("a value is missing after \(operation.quoted)", at: characters.count)
        }
        guard token.kind != .symbol else {
            throw problem("a value must follow here, not \(token.text.quoted); put text in quotes", at: token.column)
        }
        return Operand(text: token.text, isQuoted: token.kind == .quoted, column: token.column)
    }

    private mutating func membership(_ attribute: String) throws(TargetExpressionError) -> JSONValue {
        let open = try next()
        guard let open, open.text == "[" || open.text == "(" else {
            throw problem(
                "a list must follow ‘in’, such as [DE, FR]",
                at: open?.column ?? characters.count
            )
        }
        let end = open.text == "[" ? "]" : ")"
        var values: [JSONValue] = []
        while true {
            if try peek()?.text == end, !values.isEmpty {
                _ = try next()
                break
            }
            let value = try operand(after: values.isEmpty ? open.text : ",")
            if Self.versions.contains(attribute) {
                throw problem(
                    "‘in’ compares text, and \(attribute) is a version; write a comparison with >= or ==",
                    at: value.column
                )
            }
            values.append(constant(value, isText: Self.texts.contains(attribute)))
            guard let separator = try next() else {
                throw problem("the list is never closed; \(end.quoted) is missing", at: characters.count)
            }
            if separator.text == end, separator.kind == .symbol { break }
            guard separator.text == ",", separator.kind == .symbol else {
                throw problem("a comma or \(end.quoted) must follow here", at: separator.column)
            }
        }
        return ["in": [["var": .string(attribute)], .array(values)]]
    }

    private func comparison(
        _ attribute: String,
        _ operation: String,
        _ value: Operand,
        _ column: Int
    ) throws(TargetExpressionError) -> JSONValue {
        let variable: JSONValue = ["var": .string(attribute)]
        if Self.words.contains(operation) { return .object([operation: [variable, .string(value.text)]]) }
        let isEquality = operation == "==" || operation == "!="
        if isEquality, !value.isQuoted, value.text == "null" { return .object([operation: [variable, .null]]) }
        if try isVersion(value, of: attribute, operation) {
            return ["sem_ver": [variable, .string(operation == "==" ? "=" : operation), .string(try version(value))]]
        }
        let constant = constant(value, isText: isEquality && Self.texts.contains(attribute))
        switch constant {
        case .integer, .number: break
        default:
            guard isEquality else {
                throw problem(
                    "\(operation.quoted) compares numbers and versions such as 2.2.0, but \(value.text.quoted) is neither",
                    at: value.column
                )
            }
        }
        return .object([operation: [variable, constant]])
    }

    // MARK: - Values

    /// Returns whether a comparison is one of versions.
    private func isVersion(
        _ value: Operand,
        of attribute: String,
        _ operation: String
    ) throws(TargetExpressionError) -> Bool {
        if Self.versions.contains(attribute) || operation == "~" || operation == "^" { return true }
        guard !value.isQuoted, !Self.texts.contains(attribute), value.text.split(separator: ".").count > 2 else {
            return false
        }
        if case .invalid = VersionText(value.text) { return false }
        return true
    }

    private func version(_ value: Operand) throws(TargetExpressionError) -> String {
        switch VersionText(value.text) {
        case .complete: return value.text
        case .short(let complete): return complete
        case .invalid(let reason):
            throw problem(
                "\(value.text.quoted) is not a valid version (\(reason)); write three numbers, as in ‘2.2.0’",
                at: value.column
            )
        }
    }

    private func constant(_ value: Operand, isText: Bool) -> JSONValue {
        guard !value.isQuoted, !isText else { return .string(value.text) }
        switch value.text {
        case "true": return true
        case "false": return false
        default:
            guard let number = try? JSONReader(maximumDepth: 1).value(from: value.text) else {
                return .string(value.text)
            }
            switch number {
            case .integer, .number: return number
            default: return .string(value.text)
            }
        }
    }
}
