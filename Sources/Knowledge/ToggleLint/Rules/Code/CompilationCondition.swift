/// The value of an `#if` condition in RELEASE builds and in other builds.
struct CompilationCondition {
    private enum Token: Equatable {
        case not, and, or, opening, closing
        case word(Substring)
    }

    /// The maximum depth of nested parentheses.
    private static let depth = 32

    private let tokens: [Token]
    private let isRelease: Bool
    private var index = 0

    /// Returns the condition's value; `nil` if it depends on something other than RELEASE, or can't be parsed.
    static func value(of text: String, release: Bool) -> Bool? {
        guard let tokens = tokens(in: text) else { return nil }
        var reader = CompilationCondition(tokens: tokens, isRelease: release)
        guard let value = reader.alternatives(depth: 0), reader.index == tokens.count else { return nil }
        return value.known
    }

    private init(tokens: [Token], isRelease: Bool) {
        self.tokens = tokens
        self.isRelease = isRelease
    }

    /// True, false, or unknown.
    private enum Value {
        case yes, no, unknown

        var known: Bool? {
            switch self {
            case .yes: true
            case .no: false
            case .unknown: nil
            }
        }
    }

    private mutating func alternatives(depth: Int) -> Value? {
        guard var result = conjunction(depth: depth) else { return nil }
        while take(.or) {
            guard let next = conjunction(depth: depth) else { return nil }
            result =
                result == .yes || next == .yes ? .yes : result == .no && next == .no ? .no : .unknown
        }
        return result
    }

    private mutating func conjunction(depth: Int) -> Value? {
        guard var result = operand(depth: depth) else { return nil }
        while take(.and) {
            guard let next = operand(depth: depth) else { return nil }
            result = result == .no || next == .no ? .no : result == .yes && next == .yes ? .yes : .unknown
        }
        return result
    }

    private mutating func operand(depth: Int) -> Value? {
        guard depth < Self.depth else { return nil }
        var isNegated = false
        while take(.not) { isNegated.toggle() }
        guard index < tokens.count, let value = term(depth: depth) else { return nil }
        guard isNegated else { return value }
        return value == .yes ? .no : value == .no ? .yes : .unknown
    }

    private mutating func term(depth: Int) -> Value? {
        let token = tokens[index]
        index += 1
        switch token {
        case .opening:
            guard let value = alternatives(depth: depth + 1), take(.closing) else { return nil }
            return value
        case .word("RELEASE"): return isRelease ? .yes : .no
        case .word("true"): return .yes
        case .word("false"): return .no
        case .word:
            // `os(iOS)`
            if take(.opening) {
                while index < tokens.count, tokens[index] != .closing { index += 1 }
                guard take(.closing) else { return nil }
            }
            return .unknown
        case .not, .and, .or, .closing: return nil
        }
    }

    private mutating func take(_ token: Token) -> Bool {
        guard index < tokens.count, tokens[index] == token else { return false }
        index += 1
        return true
    }

    private static func tokens(in text: String) -> [Token]? {
        var result: [Token] = []
        var rest = text[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if rest.hasPrefix("&&") || rest.hasPrefix("||") {
                result.append(first == "&" ? .and : .or)
                rest = rest.dropFirst(2)
            } else if let token: Token = first == "!" ? .not : first == "(" ? .opening : first == ")" ? .closing : nil {
                result.append(token)
                rest.removeFirst()
            } else {
                // Versions and operators occur only in parentheses, whose content doesn't matter.
                let word = rest.prefix { !$0.isWhitespace && !"!&|()".contains($0) }
                guard !word.isEmpty else { return nil }
                result.append(.word(word))
                rest = rest[word.endIndex...]
            }
        }
        return result
    }
}
