import FeatureToggles
import ToggleManifest

/// Reading of `sources`: toggles that existing code declares.
extension LintReader {
    mutating func readSources(_ pair: YAMLPair?) {
        guard let pair, !pair.value.isNothing else { return }
        guard let items = pair.value.items else {
            wrongKind(pair, wanted: "a list, such as ‘- { kind: cases, type: FeatureFlag, reads: [isFeatureOn] }’")
            return
        }
        for item in items where !diagnostics.isFull {
            guard let source = source(item) else { continue }
            configuration.sources.append(source)
            configuration.sourceRanges.append(item.range.firstLine)
        }
    }

    private mutating func source(_ item: YAMLNode) -> LintConfiguration.DeclarationSource? {
        let fields = fields(
            of: item,
            as: DeclarationSourceField.self,
            words: DeclarationSourceField.otherWords,
            thing: "an entry of ‘sources’"
        )
        guard let pairs = item.pairs else { return nil }
        let isSpelt = pairs.allSatisfy { DeclarationSourceField(rawValue: $0.name) != nil }
        let kinds = LintConfiguration.DeclarationSource.Kind.self
        let styles = LintConfiguration.DeclarationSource.KeyStyle.self
        var kind: LintConfiguration.DeclarationSource.Kind?
        if let pair = fields[.kind] {
            kind = word(pair, kinds, thing: "a kind of declaration")
        } else if isSpelt {
            missing(.kind, item, wanted: kinds.allCases.map(\.rawValue).quotedList())
        }
        var type: String?
        if let pair = fields[.type] {
            type = text(pair, wanted: "the name of the type, of the attribute or of the function")
        } else if isSpelt {
            missing(.type, item, wanted: "the name of the type, of the attribute or of the function")
        }
        var file: String?
        if let pair = fields[.file], let text = text(pair, wanted: "the path of the file with the declaration") {
            file = checkedPath(text, at: pair.value)
        }
        let key = fields[.key].map { word($0, styles, thing: "a way in which a declaration becomes a key") }
        let reads = texts(fields[.reads], example: "[isFeatureOn]", thing: "call").map { item in
            // Accepts `isFeatureOn(_:)`, as documentation writes the name.
            String(item.text.prefix { $0 != "(" })
        }
        guard let kind, let type, key != .some(nil), fields[.file] == nil || file != nil else { return nil }
        return LintConfiguration.DeclarationSource(
            kind: kind,
            type: type,
            file: file,
            key: key.flatMap { $0 } ?? .rawValue,
            reads: reads
        )
    }

    private mutating func word<Word: RawRepresentable & CaseIterable>(
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

    private mutating func missing(_ field: DeclarationSourceField, _ item: YAMLNode, wanted: String) {
        guard item.isComplete else { return }
        diagnostics.error(
            at: SourceRange(start: item.range.start, end: item.range.start),
            "the entry of ‘sources’ lacks the field \(field.rawValue.quoted); write \("\(field.rawValue):".quoted) and \(wanted)"
        )
    }
}
