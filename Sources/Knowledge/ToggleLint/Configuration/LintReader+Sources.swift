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
            configuration.sourcePlaces.append(
                LintConfiguration.Place(path: diagnostics.path, range: item.range.firstLine)
            )
        }
    }

    private mutating func source(_ item: YAMLNode) -> LintConfiguration.DeclarationSource? {
        let fields = fields(
            of: item,
            as: DeclarationSourceField.self,
            words: DeclarationSourceField.otherWords,
            thing: "an entry under ‘sources’"
        )
        guard item.pairs != nil else { return nil }
        let kinds = LintConfiguration.DeclarationSource.Kind.self
        let styles = LintConfiguration.DeclarationSource.KeyStyle.self
        var kind: LintConfiguration.DeclarationSource.Kind?
        if let pair = fields[.kind] {
            kind = word(pair, kinds, thing: "a kind of declaration")
        } else {
            let wanted = kinds.allCases.map(\.rawValue).quotedList()
            missing(DeclarationSourceField.kind, of: item, in: .sources, wanted: wanted)
        }
        var type: String?
        let names = "the name of the type, attribute, or function"
        if let pair = fields[.type] {
            type = text(pair, wanted: names)
        } else {
            missing(DeclarationSourceField.type, of: item, in: .sources, wanted: names)
        }
        var file: String?
        if let pair = fields[.file], let text = text(pair, wanted: "the path of the file with the declaration") {
            file = checkedPath(text, at: pair.value)
        }
        let key = fields[.key].map { word($0, styles, thing: "a way to derive a key") }
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
            reads: reads,
            except: texts(fields[.except], example: "[appearance]", thing: "member").map(\.text)
        )
    }
}
