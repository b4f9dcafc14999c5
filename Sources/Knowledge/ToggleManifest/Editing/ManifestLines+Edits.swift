import ToggleBase

/// Edits that leave the surrounding text unchanged.
extension ManifestLines {
    // MARK: - Adding

    func adding(_ key: String, _ fields: [(field: ManifestField, value: JSONValue)]) -> TextEdit {
        guard let toggles else { return TextEdit(range: 0..<0, text: "") }
        let members = JSONObject(fields.map { JSONObject.Member(name: $0.field.rawValue, value: $0.value) })
        if let last = toggles.value.pairs?.last {
            if toggles.value.isFlow {
                let text = text(key, .object(members), like: last, isSplit: isSplit(last.value))
                return insertion(at: last.value.range.end.offset, separator(before: last, in: toggles.value) + text)
            }
            let indentation = last.key.range.start.column - 1
            let text = block(key, fields, indentation: indentation, step: step(below: indentation))
            let separator = hasBlankLine(above: last) ? "\n" : ""
            return insertion(afterLine: lastLine(of: last), separator + text)
        }
        if root.isFlow {
            let text = text(key, .object(members), like: toggles, isSplit: isSplit(root), nested: 1)
            guard isSplit(root) else { return TextEdit(range: offsets(toggles.value), text: "{ \(text) }") }
            let margin = margin(of: toggles.key)
            return TextEdit(
                range: offsets(toggles.value),
                text: "{\n\(margin)\(step(of: root))\(text)\n\(margin)}"
            )
        }
        let indentation = toggles.key.range.start.column - 1 + 2
        let text = block(key, fields, indentation: indentation, step: 2)
        guard toggles.value.range.start.line == toggles.value.range.end.line, !toggles.value.isEmpty else {
            return insertion(afterLine: toggles.key.range.end.line, text)
        }
        // `{}`, `null`, or `~` is replaced; a comment after it stays.
        let line = source.line(toggles.value.range.end.line)
        let rest = source.text(toggles.value.range.end.offset..<line.upperBound)
        let lineEnd = end(ofLine: toggles.value.range.end.line)
        let comment = rest.trimmed.isEmpty ? "" : " " + rest.trimmed
        return TextEdit(range: toggles.key.range.end.offset..<lineEnd, text: ":\(comment)\n\(text)\n")
    }

    /// Returns the indentation of fields relative to the key of their toggle.
    private func step(below indentation: Int) -> Int {
        for pair in toggles?.value.pairs ?? [] where !pair.value.isFlow {
            if let field = pair.value.pairs?.first { return max(1, field.key.range.start.column - 1 - indentation) }
        }
        return 2
    }

    private func block(
        _ key: String,
        _ fields: [(field: ManifestField, value: JSONValue)],
        indentation: Int,
        step: Int
    ) -> String {
        let margin = String(repeating: " ", count: indentation)
        let inner = String(repeating: " ", count: indentation + step)
        return ([margin + key + ":"] + fields.map { "\(inner)\($0.field.rawValue): \(YAMLRenderer.inline($0.value))" })
            .joined(separator: "\n")
    }

    private func hasBlankLine(above pair: YAMLPair) -> Bool {
        guard pair.name != toggles?.value.pairs?.first?.name else { return false }
        let line = firstLine(of: pair) - 1
        if line >= 1, case .blank = kind(ofLine: line) { return true }
        return false
    }

    // MARK: - Setting

    func replacing(
        _ old: YAMLPair,
        with value: JSONValue,
        path: String
    ) throws(ManifestEditingError) -> TextEdit {
        if let edit = appending(to: old.value, value) { return edit }
        guard !hasComment(in: old.value) else {
            throw ManifestEditingError(
                .wouldLoseComments,
                "\(path):\(old.value.range.start.line): the value of \(old.name.quoted) contains comments, which would be lost; edit it by hand"
            )
        }
        let text = inline(value, like: old)
        let gap = old.key.range.end.offset..<max(old.key.range.end.offset, old.value.range.start.offset)
        if old.value.range.start.line == old.key.range.end.line || hasComment(in: gap) {
            return TextEdit(range: offsets(old.value), text: (old.value.isEmpty ? " " : "") + text)
        }
        return TextEdit(range: gap.lowerBound..<old.value.range.end.offset, text: ": " + text)
    }

    /// Returns the edit that appends items to a list, or `nil` if anything else changes.
    private func appending(to node: YAMLNode, _ value: JSONValue) -> TextEdit? {
        guard case .array(let new) = value, case .array(let old) = node.json, !old.isEmpty, new.count > old.count,
            Array(new.prefix(old.count)) == old, let last = node.items?.last
        else { return nil }
        let added = new.dropFirst(old.count).map(YAMLRenderer.inline)
        if node.isFlow {
            let isQuoted = source.bytes[last.range.start.offset] == UInt8(ascii: "\"")
            let texts = isQuoted ? new.dropFirst(old.count).map { JSONWriter().text($0) } : added
            return insertion(at: last.range.end.offset, texts.map { ", " + $0 }.joined())
        }
        // The list begins at the dash of its first item.
        let margin = String(repeating: " ", count: node.range.start.column - 1)
        return insertion(afterLine: last.range.end.line, added.map { "\(margin)- \($0)" }.joined(separator: "\n"))
    }

    func inserting(_ field: ManifestField, _ value: JSONValue, into toggle: YAMLPair) -> TextEdit? {
        guard let pairs = toggle.value.pairs, let first = pairs.first else { return nil }
        let before = ManifestField.allCases.prefix { $0 != field }.map(\.rawValue)
        let place =
            before.reversed().lazy.compactMap { name in pairs.first { $0.name == name } }.first
            ?? pairs[pairs.count - 1]
        let text = text(field.rawValue, value, like: place, isSplit: false)
        if toggle.value.isFlow {
            return insertion(at: place.value.range.end.offset, separator(before: place, in: toggle.value) + text)
        }
        let margin = String(repeating: " ", count: first.key.range.start.column - 1)
        return insertion(afterLine: lastLine(of: place), margin + text)
    }

    func commenting(_ comment: String, above field: ManifestField, of toggle: YAMLPair) -> TextEdit {
        let key = toggle.value.isFlow ? nil : toggle.value.pairs?.first { $0.name == field.rawValue }?.key
        let place = (key ?? toggle.key).range.start
        let line = String(
            String.UnicodeScalarView(comment.unicodeScalars.map { $0.isUnprintable ? " " : $0 })
        )
        let start = source.line(place.line).lowerBound
        return insertion(at: start, "\(String(repeating: " ", count: place.column - 1))# \(line)\n")
    }

    // MARK: - Removing

    func removingField(at index: Int, of toggle: YAMLPair) -> TextEdit {
        removing(index, from: toggle.value) { pair in
            (pair.key.range.start.line, lastLine(of: pair))
        }
    }

    func removingToggle(_ pair: YAMLPair) -> TextEdit {
        guard let toggles, let index = toggles.value.pairs?.firstIndex(where: { $0.name == pair.name }) else {
            return TextEdit(range: 0..<0, text: "")
        }
        return removing(index, from: toggles.value) { pair in
            let key = pair.key.range.start.line
            var first = firstLine(above: key, column: pair.key.range.start.column)
            var last = lastLine(of: pair)
            let isBelowToggles = first - 1 == toggles.key.range.start.line
            let isFirst = isBlank(first - 1) || isBelowToggles
            let isFollowed = toggles.value.pairs?.contains { $0.key.range.start.line == last + 1 } ?? false
            if first < key, isFirst, isFollowed || isBelowToggles, isHeading(first..<key) { return (key, last) }
            // The blank lines on one side are removed along with the toggle.
            if isFirst {
                while last < source.lineCount, isBlank(last + 1), end(ofLine: last) < source.bytes.count { last += 1 }
            }
            if end(ofLine: last) >= source.bytes.count {
                while isBlank(first - 1) { first -= 1 }
            }
            return (first, last)
        }
    }

    /// Returns whether the comment above a toggle is about all toggles up to the next blank line: `# Release toggles …`.
    private func isHeading(_ lines: Range<Int>) -> Bool {
        let text = lines.map { String(decoding: source.bytes[source.line($0)], as: UTF8.self) }.joined(separator: " ")
        let words = text.lowercased().split { !$0.isLetter }
        return words.contains { ["toggles", "flags", "switches", "experiments", "permissions"].contains($0) }
    }

    private func isBlank(_ line: Int) -> Bool {
        if line >= 1, line <= source.lineCount, case .blank = kind(ofLine: line) { true } else { false }
    }

    private func removing(
        _ index: Int,
        from mapping: YAMLNode,
        lines: (YAMLPair) -> (first: Int, last: Int)
    ) -> TextEdit {
        guard let pairs = mapping.pairs, pairs.indices.contains(index) else { return TextEdit(range: 0..<0, text: "") }
        if !mapping.isFlow { return removingLines(lines(pairs[index])) }
        return removing(index, from: pairs.map { $0.key.range.start.offset..<$0.value.range.end.offset })
    }

    private func removingLines(_ lines: (first: Int, last: Int)) -> TextEdit {
        TextEdit(range: source.line(lines.first).lowerBound..<end(ofLine: lines.last), text: "")
    }

    /// Removes one of the parts between `{` and `}` or `[` and `]`, with a comma.
    private func removing(_ index: Int, from parts: [Range<Int>]) -> TextEdit {
        let range =
            if index + 1 < parts.count {
                parts[index].lowerBound..<parts[index + 1].lowerBound
            } else if index > 0 {
                parts[index - 1].upperBound..<parts[index].upperBound
            } else {
                parts[index]
            }
        return TextEdit(range: range, text: "")
    }

    /// Removes an entry of a list in the section `lint`; the list or the section, if nothing else is in it.
    func removingLintEntry(at index: Int, of list: YAMLPair) -> TextEdit {
        let nothing = TextEdit(range: 0..<0, text: "")
        guard let lint, let items = list.value.items, items.indices.contains(index) else { return nothing }
        if items.count > 1 {
            if list.value.isFlow {
                return removing(index, from: items.map(offsets))
            }
            return removingLines(entryLines(at: index, of: list))
        }
        func lines(_ pair: YAMLPair) -> (first: Int, last: Int) {
            let start = pair.key.range.start
            return (firstLine(above: start.line, column: start.column), lastLine(of: pair))
        }
        if let fields = lint.value.pairs, fields.count > 1,
            let index = fields.firstIndex(where: { $0.name == list.name })
        {
            return removing(index, from: lint.value, lines: lines)
        }
        guard let index = root.pairs?.firstIndex(where: { $0.name == lint.name }) else { return nothing }
        return removing(index, from: root) { pair in
            var (first, last) = lines(pair)
            // The blank lines on one side are removed along with the section.
            if end(ofLine: last) >= source.bytes.count {
                while isBlank(first - 1) { first -= 1 }
            } else if isBlank(first - 1) {
                while last < source.lineCount, isBlank(last + 1), end(ofLine: last) < source.bytes.count { last += 1 }
            }
            return (first, last)
        }
    }

    /// Returns the lines of an entry of a block list: from its dash, or the comment above it, to its last comment.
    private func entryLines(at index: Int, of list: YAMLPair) -> (first: Int, last: Int) {
        let item = list.value.items?[index].range ?? list.value.range
        // The list begins at the dash of its first item; a dash can be on a line of its own.
        let column = list.value.range.start.column
        var dash = item.start.line
        while dash > list.value.range.start.line, source.bytes[source.line(dash)].dropFirst(column - 1).first != 0x2D {
            dash -= 1
        }
        let first = firstLine(above: dash, column: column)
        // A comment directly below the name of the list applies to all entries.
        let isBelowName = first - 1 == list.key.range.start.line
        return (isBelowName ? dash : first, lastLine(below: item.end.line, column: column))
    }

    // MARK: - Styles

    /// Whether the file is JSON, which has no comments.
    var isJSON: Bool { root.isFlow && root.pairs?.first.map(isQuoted) == true }

    /// Whether a pair is written as in JSON, with its key and text in quotes.
    private func isQuoted(_ pair: YAMLPair) -> Bool {
        guard source.bytes[pair.key.range.start.offset] == UInt8(ascii: "\"") else { return false }
        guard let scalar = pair.value.scalar, scalar.style == .plain, case .string = scalar.value else { return true }
        return false
    }

    /// Whether the fields of a mapping between `{` and `}` are on lines of their own.
    private func isSplit(_ mapping: YAMLNode) -> Bool { mapping.range.start.line != mapping.range.end.line }

    /// Returns a pair in the style of another one: as JSON if its key is in quotes.
    private func text(
        _ name: String,
        _ value: JSONValue,
        like pair: YAMLPair,
        isSplit: Bool,
        nested: Int = 0
    ) -> String {
        guard isQuoted(pair) else { return "\(name): \(YAMLRenderer.inline(value))" }
        guard isSplit, case .object(let object) = value else { return "\"\(name)\": \(inline(value, like: pair))" }
        let margin = margin(of: pair.key) + String(repeating: step(of: root), count: nested)
        let members = object.members.map { "\(margin)\(step(of: root))\"\($0.name)\": \(inline($0.value, like: pair))" }
        return "\"\(name)\": {\n" + members.joined(separator: ",\n") + "\n\(margin)}"
    }

    private func inline(_ value: JSONValue, like pair: YAMLPair) -> String {
        guard isQuoted(pair) else { return YAMLRenderer.inline(value) }
        let blank = source.text(offsets(pair.value)).hasPrefix("{\"") ? "" : " "
        func text(_ value: JSONValue) -> String {
            switch value {
            case .array(let items): "[" + items.map(text).joined(separator: ", ") + "]"
            case .object(let object) where !object.members.isEmpty:
                "{" + blank
                    + object.members.map { "\(JSONWriter().text(.string($0.name))): \(text($0.value))" }
                    .joined(separator: ", ") + blank + "}"
            default: JSONWriter().text(value)
            }
        }
        return text(value)
    }

    /// Returns what separates a new pair from the one before it.
    private func separator(before pair: YAMLPair, in mapping: YAMLNode) -> String {
        isSplit(mapping) && mapping.range.start.line != pair.key.range.start.line ? ",\n\(margin(of: pair.key))" : ", "
    }

    /// The blanks and tabs before a key, or none if something else is before it.
    private func margin(of key: YAMLNode) -> String {
        let start = source.line(key.range.start.line).lowerBound
        let text = source.text(start..<key.range.start.offset)
        return text.trimmed.isEmpty ? text : ""
    }

    /// The indentation of one level of JSON.
    private func step(of root: YAMLNode) -> String {
        let indentation = root.pairs?.first.map { margin(of: $0.key) } ?? ""
        return indentation.isEmpty ? "  " : indentation
    }

    // MARK: - Places

    private func offsets(_ node: YAMLNode) -> Range<Int> {
        node.range.start.offset..<node.range.end.offset
    }

    private func insertion(at offset: Int, _ text: String) -> TextEdit {
        TextEdit(range: offset..<offset, text: text)
    }

    /// Inserts whole lines after a line, even if it is the last one and has no line break.
    private func insertion(afterLine number: Int, _ text: String) -> TextEdit {
        let end = end(ofLine: number)
        let hasBreak = source.line(number).upperBound < end
        return insertion(at: end, hasBreak ? text + "\n" : "\n" + text + "\n")
    }
}
