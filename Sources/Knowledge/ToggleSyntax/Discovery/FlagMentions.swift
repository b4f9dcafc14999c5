/// The names of flags and of their types in one file, as far as the bytes around them show their meaning.
struct FlagMentions: Sendable {
    /// A form in which code names a flag.
    enum Form: Hashable, Sendable {
        /// `isEnabled(.x)`, with the label of the argument.
        case call(String, label: String)
        /// `enabledFlags.contains(.x)`, with the name of the list.
        case listed(String)
        /// `flags[.x]`, `flags[feature: .x]`.
        case subscripted(label: String)
        /// `Flag.x.isEnabled`.
        case member(String)
        /// `flags.x`, `Flags.x`.
        case held(String)
        /// `flags[\.x]`, `isOn(\.x)`.
        case keyPath(String)
        /// `$flags.x`; with an empty name for `$x`.
        case bound(String)
        /// `flags.x = true`
        case assigned(String)
        /// Anything else, such as an element of a list or a pattern.
        case other
    }

    struct Use: Hashable, Sendable {
        var name: String
        var form: Form
        /// The type before the name, if there is one: `Flag` in `isEnabled(Flag.x)`.
        var type: String?
    }

    /// A function or subscript that takes a flag and returns a Boolean value, or an object that has it.
    struct Reader: Hashable, Sendable {
        /// The type of the parameter.
        var type: String
        /// The name; `subscript` for a subscript.
        var name: String
        /// The type of the object: `Experiment` for `experiment(named name: ExperimentName) -> Experiment?`.
        var object: String?
    }

    let path: String
    /// Whether the file belongs to tests.
    private(set) var isTest = false
    /// Whether the file is a menu for developers or testers.
    private(set) var isMenu = false
    /// Whether the file is generated.
    private(set) var isGenerated = false
    var uses: [Use: Int] = [:]
    var readers: Set<Reader> = []
    /// The names of variables and parameters by their type.
    var holders: [String: Set<String>] = [:]
    /// The types that the file declares or extends.
    var declared: Set<String> = []
    /// The functions that take a value created from a text, as in `isOn(Flag(rawValue: text))`, by its type.
    var created: [String: Set<String>] = [:]

    init(path: String) {
        self.path = path
    }

    /// Whether it names flags in patterns or in keys of dictionaries, as tables of values do.
    var namesFlags: Bool { uses.keys.contains { $0.form == .other } }

    /// Determines what the file is, if it mentions anything.
    mutating func classify(_ bytes: [UInt8]) {
        if uses.isEmpty, readers.isEmpty, holders.isEmpty, declared.isEmpty, created.isEmpty { return }
        isTest = FlagNames.isTest(path)
        isMenu = FlagNames.isMenu(path) || FlagNames.isAboutFlags(path)
        isGenerated = FlagNames.isGenerated(path, bytes)
    }
}

/// Searches files for the names of flags and of their types.
struct FlagMentionSearch: Sendable {
    private let names: [String]
    private let types: Set<String>
    private let flags: Set<String>
    private let table: WordTable

    /// The maximum number of names before a flag, as in `app.settings.flags.x`; code has fewer.
    private static let longestChain = 32

    /// The usual names of the only object of a type.
    private static let objects: Set<String> = ["shared", "current", "standard", "default", "main", "instance", "live"]

    init(types: Set<String>, flags: Set<String>) {
        self.types = types
        self.flags = flags
        names = types.union(flags).sorted()
        table = WordTable(names)
    }

    /// Returns what a file says.
    func mentions(path: String, bytes: [UInt8]) -> FlagMentions {
        var result = FlagMentions(path: path)
        let isSwift = path.hasSuffix(".swift")
        bytes.withUnsafeBufferPointer { buffer in
            let code = CodeBytes(buffer)
            for hit in table.hits(in: buffer) where hit.word >= 0 {
                let name = names[hit.word]
                if flags.contains(name) {
                    let use = use(of: name, hit, code) ?? (isSwift ? nil : message(name, hit, code))
                    if let use { result.uses[use, default: 0] += 1 }
                }
                if isSwift, types.contains(name) { readType(name, hit, code, &result) }
            }
        }
        result.classify(bytes)
        return result
    }

    // MARK: - Flags

    private func use(of name: String, _ hit: WordHit, _ code: CodeBytes) -> FlagMentions.Use? {
        var dot = hit.offset - 1
        if code[dot] == UInt8(ascii: "`") { dot -= 1 }
        if code[dot] == UInt8(ascii: "$"), !CodeBytes.isWord(code[dot - 1]), !code.isInComment(dot) {
            return FlagMentions.Use(name: name, form: .bound(""))
        }
        guard code[dot] == UInt8(ascii: "."), code[dot - 1] != UInt8(ascii: "."), !code.isInComment(dot) else {
            return nil
        }
        func made(_ form: FlagMentions.Form, _ type: String? = nil) -> FlagMentions.Use {
            FlagMentions.Use(name: name, form: form, type: type)
        }
        var end = hit.end
        if code[end] == UInt8(ascii: "`") { end += 1 }
        if code[dot - 1] == UInt8(ascii: "\\") { return made(.keyPath(keyPathReader(before: dot - 1, code))) }
        var start = dot
        var type: String?
        if let base = base(before: dot, code) {
            let text = code.text(base.name)
            if code[base.name.lowerBound - 1] == UInt8(ascii: "\\") {
                return made(.keyPath(keyPathReader(before: base.name.lowerBound - 1, code)), text)
            }
            guard text.first?.isUppercase == true else {
                if code[base.start] == UInt8(ascii: "$") { return made(.bound(text)) }
                return made(isAssignment(after: end, code) ? .assigned(text) : .held(text))
            }
            (start, type) = (base.start, text)
        }
        // A member of the flag: `Flag.x.isEnabled`.
        if code[end] == UInt8(ascii: "."), type != nil {
            let member = code.word(from: end + 1)
            if !member.isEmpty { return made(.member(code.text(member)), type) }
        }
        let form = self.form(before: start, after: end, code)
        if case .other = form, let type {
            return made(isAssignment(after: end, code) ? .assigned(type) : .held(type), type)
        }
        return made(form, type)
    }

    /// Returns the use in `[Flags newCheckout]`.
    private func message(_ name: String, _ hit: WordHit, _ code: CodeBytes) -> FlagMentions.Use? {
        guard code[hit.offset - 1] == 0x20 else { return nil }
        let type = code.word(endingAt: code.beforeBlanks(hit.offset - 1))
        guard !type.isEmpty, code[type.lowerBound - 1] == UInt8(ascii: "[") else { return nil }
        let text = code.text(type)
        return FlagMentions.Use(name: name, form: .held(text), type: text.first?.isUppercase == true ? text : nil)
    }

    /// Returns the expression before a dot: its last name, and where it begins.
    private func base(before dot: Int, _ code: CodeBytes) -> (name: Range<Int>, start: Int)? {
        var last = dot - 1
        // A chain may be on several lines, but `.x` on a line of its own is also an element of a list.
        while code[last] == UInt8(ascii: "?") || code[last] == UInt8(ascii: "!") { last -= 1 }
        if code[last] == UInt8(ascii: ")"), let open = code.openBracket(before: last) {
            let callee = code.callee(ofBracketAt: open)
            return callee.isEmpty ? nil : (callee, callee.lowerBound)
        }
        var name = code.word(endingAt: last)
        guard !name.isEmpty else { return nil }
        var start = name.lowerBound
        // `Flags.shared.x` and `Flags.current.x` refer to the object of the type.
        if Self.objects.contains(code.text(name)),
            code[start - 1] == UInt8(ascii: ".")
        {
            let type = code.word(endingAt: start - 2)
            if !type.isEmpty { name = type }
        }
        for _ in 0..<Self.longestChain where code[start - 1] == UInt8(ascii: ".") {
            var previous = start - 2
            while code[previous] == UInt8(ascii: "?") || code[previous] == UInt8(ascii: "!") { previous -= 1 }
            let word = code.word(endingAt: previous)
            guard !word.isEmpty else { break }
            start = word.lowerBound
        }
        // `$flags.x`, and `.Flags.x` for a type inside that of the argument.
        if code[start - 1] == UInt8(ascii: "$") || code[start - 1] == UInt8(ascii: ".") { start -= 1 }
        return (name, start)
    }

    private func isAssignment(after end: Int, _ code: CodeBytes) -> Bool {
        let next = code.afterBlanks(end)
        return code[next] == UInt8(ascii: "=") && code[next + 1] != UInt8(ascii: "=")
    }

    /// Returns the function that takes a key path, or `subscript`.
    private func keyPathReader(before slash: Int, _ code: CodeBytes) -> String {
        guard let open = code.openBracket(before: slash) else { return "" }
        if code[open] == UInt8(ascii: "[") { return "subscript" }
        return code.text(code.callee(ofBracketAt: open))
    }

    private func form(before start: Int, after end: Int, _ code: CodeBytes) -> FlagMentions.Form {
        var last = code.beforeBlanks(start - 1)
        var label = ""
        if code[last] == UInt8(ascii: ":") {
            let word = code.word(endingAt: code.beforeBlanks(last - 1))
            guard !word.isEmpty else { return .other }
            label = code.text(word)
            last = code.beforeBlanks(word.lowerBound - 1)
        }
        let open: Int
        switch code[last] {
        case UInt8(ascii: "("), UInt8(ascii: "["): open = last
        case UInt8(ascii: ","):
            guard let bracket = code.openBracket(before: last) else { return .other }
            open = bracket
        default: return .other
        }
        let isSubscripted = code[open] == UInt8(ascii: "[")
        let callee = code.callee(ofBracketAt: open)
        // The key of a dictionary.
        if code[code.afterBlanks(end)] == UInt8(ascii: ":") { return .other }
        if isSubscripted {
            let before = code[open - 1]
            let isAccess =
                CodeBytes.isWord(before) || before == UInt8(ascii: ")") || before == UInt8(ascii: "]")
                || before == UInt8(ascii: "?")
            guard isAccess, !["return", "in", "case"].contains(code.text(callee)) else { return .other }
            return .subscripted(label: label)
        }
        let name = code.text(callee)
        guard !name.isEmpty, !["if", "while", "switch", "return", "case", "guard"].contains(name) else { return .other }
        if name == "contains", code[callee.lowerBound - 1] == UInt8(ascii: ".") {
            var last = callee.lowerBound - 2
            while code[last] == UInt8(ascii: "?") || code[last] == UInt8(ascii: "!") { last -= 1 }
            return .listed(code.text(code.word(endingAt: last)))
        }
        // `payload(of: .x)?.numberValue` isn't Boolean.
        if let close = code.closingBracket(of: open) {
            var dot = close + 1
            while code[dot] == UInt8(ascii: "?") || code[dot] == UInt8(ascii: "!") { dot += 1 }
            let member = code[dot] == UInt8(ascii: ".") ? code.text(code.word(from: dot + 1)) : ""
            if member.hasSuffix("Value"), FlagNames.returnsOtherValues(member) {
                return .call("\(name).\(member)", label: label)
            }
        }
        return .call(name, label: label)
    }

    // MARK: - Types

    private func readType(_ name: String, _ hit: WordHit, _ code: CodeBytes, _ result: inout FlagMentions) {
        var start = hit.offset
        // `let flags = FeatureFlags.shared`
        let member = code[hit.end] == UInt8(ascii: ".") ? code.word(from: hit.end + 1) : 0..<0
        let isObject = Self.objects.contains(code.text(member)) && code[member.upperBound] != UInt8(ascii: ".")
        if code[hit.end] == UInt8(ascii: "(") || isObject {
            if code.isWord(code.word(from: hit.end + 1), "rawValue"), let open = code.openBracket(before: start) {
                result.created[name, default: []].insert(code.text(code.callee(ofBracketAt: open)))
            }
            // `let flags = FeatureFlags(…)`
            let equals = code.beforeBlanks(start - 1)
            if code[equals] == UInt8(ascii: "=") {
                let variable = code.word(endingAt: code.beforeBlanks(equals - 1))
                if !variable.isEmpty { result.holders[name, default: []].insert(code.text(variable)) }
            }
        }
        // `Module.Type`
        for _ in 0..<Self.longestChain where code[start - 1] == UInt8(ascii: ".") {
            start = code.word(endingAt: start - 2).lowerBound
        }
        var last = code.beforeBlanks(start - 1)
        var function: Int?
        for _ in 0..<3 {
            let word = code.word(endingAt: last)
            if code.isWord(word, "any") || code.isWord(word, "some") {
                last = code.beforeBlanks(word.lowerBound - 1)
            } else if code.isWord(word, "escaping"), code[word.lowerBound - 1] == UInt8(ascii: "@") {
                last = code.beforeBlanks(word.lowerBound - 2)
            } else if ["enum", "struct", "class", "protocol", "extension", "actor"].contains(code.text(word)) {
                result.declared.insert(name)
                return
            } else if code[last] == UInt8(ascii: "["), isKeyOfBooleans(before: hit.end, code) {
                // `var states: [Flag: Bool]`
                result.readers.insert(FlagMentions.Reader(type: name, name: "subscript"))
                return
            } else if code[last] == UInt8(ascii: "[") || code[last] == UInt8(ascii: "(") {
                if code[last] == UInt8(ascii: "(") { function = last }
                last = code.beforeBlanks(last - 1)
            } else if code[last] == UInt8(ascii: "<") {
                // `KeyPath<Flags, Bool>`, `Set<Flag>`
                let outer = code.word(endingAt: last - 1)
                guard code.text(outer).hasSuffix("KeyPath") || code.isWord(outer, "Set") else { return }
                last = code.beforeBlanks(outer.lowerBound - 1)
            } else {
                break
            }
        }
        guard code[last] == UInt8(ascii: ":") else { return }
        let parameter = code.word(endingAt: code.beforeBlanks(last - 1))
        guard !parameter.isEmpty else { return }
        // `let isEnabled: (Flag) -> Bool`
        if let function, code[code.afterBlanks(hit.end)] == UInt8(ascii: ")"), returnsBoolean(after: function, code) {
            result.readers.insert(FlagMentions.Reader(type: name, name: code.text(parameter)))
            return
        }
        let before = code.beforeBlanks(parameter.lowerBound - 1)
        let isGeneric = code[before] == UInt8(ascii: "<")
        if !isGeneric { result.holders[name, default: []].insert(code.text(parameter)) }
        let open: Int
        let callee: Range<Int>
        if isGeneric {
            // `func isOn<Flag: Describing>(for flag: Flag) -> Bool`
            callee = code.word(endingAt: before - 1)
            var end = hit.end
            let limit = min(code.bytes.count, end + CodeBytes.reach)
            while end < limit, code[end] != UInt8(ascii: ">"), code[end] != 0x0A { end += 1 }
            open = end + 1
        } else {
            guard let bracket = code.openBracket(before: before + 1) else { return }
            (open, callee) = (bracket, code.callee(ofBracketAt: bracket))
        }
        guard code[open] == UInt8(ascii: "("), !callee.isEmpty else { return }
        var object: String?
        if !returnsBoolean(after: open, code) {
            guard let result = resultType(after: open, code) else { return }
            object = code.text(result)
            guard types.contains(code.text(result)), object != name else { return }
        }
        let isSubscript = code.isWord(callee, "subscript")
        let keyword = code.word(endingAt: code.beforeBlanks(callee.lowerBound - 1))
        guard isSubscript || code.isWord(keyword, "func") else { return }
        result.readers.insert(FlagMentions.Reader(type: name, name: code.text(callee), object: object))
    }

    /// Returns whether a type is that of the keys in a dictionary of Boolean values.
    private func isKeyOfBooleans(before end: Int, _ code: CodeBytes) -> Bool {
        let colon = code.afterBlanks(end)
        let value = code.word(from: code.afterBlanks(colon + 1))
        return code[colon] == UInt8(ascii: ":") && code.isWord(value, "Bool")
            && code[value.upperBound] == UInt8(ascii: "]")
    }

    /// Returns whether the function whose parameters begin at a bracket returns `Bool` or a generic value.
    private func returnsBoolean(after open: Int, _ code: CodeBytes) -> Bool {
        guard var type = resultType(after: open, code) else { return false }
        // `AnyPublisher<Bool, Never>`, `Key.Value`
        if code[type.upperBound] == UInt8(ascii: "<") || code[type.upperBound] == UInt8(ascii: ".") {
            type = code.word(from: type.upperBound + 1)
        }
        if code.isWord(type, "Bool") { return true }
        return type.count <= 5 && ["T", "V", "Value", "U"].contains(code.text(type))
    }

    /// Returns the first name in the type that the function returns whose parameters begin at a bracket.
    private func resultType(after open: Int, _ code: CodeBytes) -> Range<Int>? {
        guard let close = code.closingBracket(of: open) else { return nil }
        var next = code.afterBlanks(close + 1)
        for _ in 0..<3 {
            let word = code.word(from: next)
            guard !word.isEmpty else { break }
            next = code.afterBlanks(word.upperBound)
        }
        guard code[next] == UInt8(ascii: "-"), code[next + 1] == UInt8(ascii: ">") else { return nil }
        return code.word(from: code.afterBlanks(next + 2))
    }
}
