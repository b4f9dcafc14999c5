/// The condition of an `#if`, as far as RELEASE decides it.
struct CompilationCondition {
    /// The value when RELEASE is set; `nil` when other conditions decide.
    let inRelease: Bool?
    /// The value when RELEASE is not set; `nil` when other conditions decide.
    let elsewhere: Bool?

    /// What is longer than this is not looked at, so that brackets are not nested deeper than a stack can take.
    private static let limit = 256

    /// Reads a condition as it is written.
    init(_ text: String) {
        guard text.utf8.count <= Self.limit else {
            (inRelease, elsewhere) = (nil, nil)
            return
        }
        var (first, second) = (Reader(text, isRelease: true), Reader(text, isRelease: false))
        (inRelease, elsewhere) = (first.whole(), second.whole())
    }

    /// Finds the value of a condition for one value of RELEASE.
    private struct Reader {
        private var rest: Substring
        private let isRelease: Bool

        init(_ text: String, isRelease: Bool) {
            rest = text[...]
            self.isRelease = isRelease
        }

        mutating func whole() -> Bool? {
            let value = any()
            return rest.isEmpty ? value : nil
        }

        private mutating func any() -> Bool? {
            var value = all()
            while take("||") {
                let other = all()
                value = value == true || other == true ? true : value == nil || other == nil ? nil : false
            }
            return value
        }

        private mutating func all() -> Bool? {
            var value = operand()
            while take("&&") {
                let other = operand()
                value = value == false || other == false ? false : value == nil || other == nil ? nil : true
            }
            return value
        }

        private mutating func operand() -> Bool? {
            if take("!") { return operand().map { !$0 } }
            if take("(") {
                let value = any()
                return take(")") ? value : nil
            }
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            rest = rest.dropFirst(word.count)
            if word == "true" || word == "false" { return word == "true" }
            if word == "RELEASE" { return isRelease }
            // `os(iOS)`, `compiler(>=6)`.
            if rest.first == "(", let end = rest.firstIndex(of: ")") { rest = rest[rest.index(after: end)...] }
            skipBlanks()
            return nil
        }

        private mutating func take(_ text: String) -> Bool {
            skipBlanks()
            guard rest.hasPrefix(text) else { return false }
            rest = rest.dropFirst(text.count)
            skipBlanks()
            return true
        }

        private mutating func skipBlanks() { rest = rest.drop(while: \.isWhitespace) }
    }
}
