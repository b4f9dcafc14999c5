import ToggleBase
import ToggleManifest

/// Reads the `lint:` section of a manifest.
struct LintReader {
    /// The result so far.
    var configuration = LintConfiguration()
    /// The problems so far.
    var diagnostics: DiagnosticCollector
    /// The available rules by identifier.
    let rules: [String: RuleDescription]
    /// The identifiers of the available rules, in the order in which they are listed.
    let identifiers: [String]

    init(path: String, rules: [RuleDescription]) {
        diagnostics = DiagnosticCollector(path: path)
        self.rules = Dictionary(rules.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        identifiers = rules.map(\.identifier)
    }

    mutating func read(_ node: YAMLNode) {
        let fields = fields(of: node, as: LintField.self, words: LintField.otherWords, thing: "the lint section")
        configuration.included = paths(fields[.included])
        configuration.excluded = paths(fields[.excluded])
        configuration.tests = paths(fields[.tests])
        configuration.debugMenus = paths(fields[.debugMenus])
        configuration.scripts = paths(fields[.scripts])
        readGrace(fields[.grace])
        readRules(fields[.rules])
        readAllowances(fields[.allow])
        readSources(fields[.sources])
        readReleases(fields[.releases])
    }

    private mutating func readGrace(_ pair: YAMLPair?) {
        guard let pair, let days = wholeNumber(pair, wanted: "a number of days from 0 to 365") else { return }
        guard (0...365).contains(days) else {
            diagnostics.error(at: pair.value.range, "‘grace’ is \(days), but should be a number of days from 0 to 365")
            return
        }
        configuration.grace = days
    }

    // MARK: - Values

    /// Returns the fields of a mapping.
    ///
    /// Unknown fields are reported. If a name occurs twice, the first one counts.
    mutating func fields<Field: RawRepresentable & CaseIterable & Hashable>(
        of node: YAMLNode,
        as type: Field.Type,
        words: [String: Field],
        thing: String
    ) -> [Field: YAMLPair] where Field.RawValue == String {
        let names = Field.allCases.map(\.rawValue)
        guard let pairs = node.pairs else {
            if case .refused = node.content { return [:] }
            diagnostics.error(
                at: node.range.firstLine,
                "\(thing) is \(node.kind), but should be a mapping with fields such as \(names.prefix(3).quotedList("and"))"
            )
            return [:]
        }
        var result: [Field: YAMLPair] = [:]
        for pair in pairs where !diagnostics.isFull {
            if let field = Field(rawValue: pair.name) {
                result[field] = result[field] ?? pair
                continue
            }
            let meant = words[pair.name.lowercased()]?.rawValue ?? Suggestion.closest(to: pair.name, in: names)
            diagnostics.error(
                at: pair.key.range.firstLine,
                "\(pair.name.quoted) is not a field of \(thing)"
                    + (meant.map { "; did you mean \($0.quoted)?" } ?? "; the fields are \(names.quotedList("and"))")
            )
        }
        return result
    }

    /// Reads the text of a field, without surrounding blanks; `nil` after a diagnostic.
    mutating func text(_ pair: YAMLPair, wanted: String) -> String? {
        if let scalar = pair.value.scalar, case .string(let text) = scalar.value {
            let trimmed = text.trimmedOfBlanks
            if !trimmed.isEmpty { return trimmed }
            diagnostics.error(at: pair.value.range.firstLine, "\(pair.name.quoted) is blank; write \(wanted)")
            return nil
        }
        wrongKind(pair, wanted: wanted)
        return nil
    }

    /// Reads a whole number; `nil` after a diagnostic.
    mutating func wholeNumber(_ pair: YAMLPair, wanted: String) -> Int? {
        if let scalar = pair.value.scalar, case .integer(let number?) = scalar.value { return number }
        wrongKind(pair, wanted: wanted)
        return nil
    }

    /// Reports a value of the wrong kind.
    mutating func wrongKind(_ pair: YAMLPair, wanted: String) {
        switch pair.value.content {
        case .refused:
            return
        case .scalar(let scalar) where scalar.value == .null:
            diagnostics.error(at: pair.key.range.firstLine, "\(pair.name.quoted) has no value; write \(wanted)")
        case .scalar(let scalar):
            diagnostics.error(
                at: pair.value.range.firstLine,
                "\(pair.name.quoted) is \(scalar.kind), \(scalar.text.quoted), but should be \(wanted)"
            )
        default:
            diagnostics.error(
                at: pair.value.range.firstLine,
                "\(pair.name.quoted) is \(pair.value.kind), but should be \(wanted)"
            )
        }
    }

    /// Reads the texts of a list with their places; empty after a diagnostic about a value that isn't a list.
    mutating func texts(_ pair: YAMLPair?, example: String, thing: String) -> [(text: String, node: YAMLNode)] {
        guard let pair, !pair.value.isNothing else { return [] }
        guard let items = pair.value.items else {
            if let scalar = pair.value.scalar {
                diagnostics.error(
                    at: pair.value.range.firstLine,
                    "\(pair.name.quoted) is \(scalar.kind), but should be a list of \(thing)s; write \("[\(scalar.text)]".quoted)"
                )
            } else {
                wrongKind(pair, wanted: "a list of \(thing)s, such as \(example.quoted)")
            }
            return []
        }
        var result: [(text: String, node: YAMLNode)] = []
        for item in items where !diagnostics.isFull {
            if case .refused = item.content { continue }
            if let scalar = item.scalar, case .string(let text) = scalar.value, !text.trimmedOfBlanks.isEmpty {
                result.append((text.trimmedOfBlanks, item))
                continue
            }
            let found = item.scalar.map { $0.text.trimmedOfBlanks.isEmpty ? "blank" : $0.kind } ?? item.kind
            diagnostics.error(
                at: item.range.firstLine,
                "an entry in \(pair.name.quoted) is \(found), but should be a \(thing), such as \(example.quoted)"
            )
        }
        return result
    }

    /// Reads one of several words; `nil` after a diagnostic.
    mutating func word<Word: RawRepresentable & CaseIterable>(
        _ pair: YAMLPair,
        _ type: Word.Type,
        thing: String
    ) -> Word? where Word.RawValue == String {
        let names = Word.allCases.map(\.rawValue)
        guard let text = text(pair, wanted: names.quotedList()) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let question = Suggestion.question(for: text, in: names)
        diagnostics.error(
            at: pair.value.range.firstLine,
            "\(text.quoted) is not \(thing)" + (question.isEmpty ? "; write \(names.quotedList())" : question)
        )
        return nil
    }

    /// Reports a missing field of an entry in a list, unless the entry has a misspelled field, which is reported anyway.
    mutating func missing<Field: RawRepresentable>(
        _ field: Field,
        of item: YAMLNode,
        in list: LintField,
        wanted: String
    ) where Field.RawValue == String {
        guard item.isComplete, item.pairs?.allSatisfy({ Field(rawValue: $0.name) != nil }) == true else { return }
        diagnostics.error(
            at: SourceRange(start: item.range.start, end: item.range.start),
            """
            the entry under \(list.rawValue.quoted) lacks the field \(field.rawValue.quoted); write \
            \("\(field.rawValue):".quoted) and \(wanted)
            """
        )
    }

    private mutating func paths(_ pair: YAMLPair?) -> [String] {
        texts(pair, example: "[Sources, \"**/Generated/**\"]", thing: "path").compactMap { item in
            checkedPath(item.text, at: item.node)
        }
    }

    /// Returns a relative path without a leading `./` and a trailing `/`; `nil` after a diagnostic.
    ///
    /// Whether `..` leads out of the project is known only together with the place of the manifest; see
    /// ``LintConfiguration/merging(_:)``.
    mutating func checkedPath(_ text: String, at node: YAMLNode) -> String? {
        guard !text.hasPrefix("/"), !text.hasPrefix("~") else {
            diagnostics.error(
                at: node.range.firstLine,
                "\(text.quoted) leads out of the project; write a path relative to this manifest, such as ‘Sources’"
            )
            return nil
        }
        var path = text[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        while path.hasSuffix("/") { path = path.dropLast() }
        return path.isEmpty || path == "." ? "**" : String(path)
    }
}

extension String {
    /// The text without leading and trailing blanks, tabs, and line breaks.
    var trimmedOfBlanks: String {
        let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
        let rest = unicodeScalars.drop(while: isBlank)
        guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(rest[...last])
    }
}
