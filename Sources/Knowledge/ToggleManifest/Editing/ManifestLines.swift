/// The lines at which the parts of a `toggles.yaml` begin and end, including their comments.
struct ManifestLines {
    let source: SourceText
    let root: YAMLNode

    /// The key and value of the field `toggles`.
    var toggles: YAMLPair? {
        root.pairs?.first { $0.name == RootField.toggles.rawValue }
    }

    /// The key and value of the field `lint`.
    var lint: YAMLPair? {
        root.pairs?.first { $0.name == RootField.lint.rawValue }
    }

    /// Returns the key and value of a toggle.
    func toggle(_ key: String) -> YAMLPair? {
        toggles?.value.pairs?.first { $0.name == key }
    }

    /// The line break that the file uses, taken from its first line.
    var lineBreak: [UInt8] {
        guard source.lineCount > 1 else { return [0x0A] }
        let end = source.line(1).upperBound
        if end + 1 < source.bytes.count, source.bytes[end] == 0x0D, source.bytes[end + 1] == 0x0A {
            return [0x0D, 0x0A]
        }
        return source.bytes[end] == 0x0D ? [0x0D] : [0x0A]
    }

    /// The content of a line.
    enum Line {
        case blank
        /// A comment with its indentation.
        case comment(indentation: Int)
        case other
    }

    /// Returns the content of a line, determined by its first character.
    func kind(ofLine number: Int) -> Line {
        let range = source.line(number)
        guard let first = range.first(where: { source.bytes[$0] != 0x20 && source.bytes[$0] != 0x09 }) else {
            return .blank
        }
        return source.bytes[first] == UInt8(ascii: "#") ? .comment(indentation: first - range.lowerBound) : .other
    }

    /// Returns the offset after a line and its line break.
    func end(ofLine number: Int) -> Int {
        number < source.lineCount ? source.line(number + 1).lowerBound : source.bytes.count
    }

    /// Returns the last line of a pair in a block mapping, including comments that are indented more than its key.
    func lastLine(of pair: YAMLPair) -> Int {
        lastLine(below: pair.value.range.end.line, column: pair.key.range.start.column)
    }

    /// Returns the last line of the comment directly below a line that is indented more than a column, or else that line.
    func lastLine(below number: Int, column: Int) -> Int {
        var line = number
        while line < source.lineCount, case .comment(let indentation) = kind(ofLine: line + 1), indentation >= column {
            line += 1
        }
        return line
    }

    /// Returns the first line of a toggle in a block mapping: that of its key, or of the comment directly above it.
    ///
    /// A comment directly below `toggles:` applies to all toggles.
    func firstLine(of pair: YAMLPair) -> Int {
        let keyLine = pair.key.range.start.line
        let line = firstLine(above: keyLine, column: pair.key.range.start.column)
        let isBelowToggles = line - 1 == toggles?.key.range.start.line
        return isBelowToggles ? keyLine : line
    }

    /// Returns the first line of the comment directly above a line, with the same indentation, or else that line.
    func firstLine(above number: Int, column: Int) -> Int {
        var line = number
        while line > 1, case .comment(let indentation) = kind(ofLine: line - 1), indentation == column - 1 { line -= 1 }
        return line
    }

    /// Returns whether there is a comment between the parts of a value.
    func hasComment(in node: YAMLNode) -> Bool {
        switch node.content {
        case .refused:
            return false
        case .scalar(let scalar):
            // A comment can follow `|` and `>` on the same line.
            guard scalar.style == .literal || scalar.style == .folded else { return false }
            let header = node.range.start.offset..<source.line(node.range.start.line).upperBound
            return source.bytes[header].contains(UInt8(ascii: "#"))
        case .sequence(let items):
            return hasComment(between: items, in: node.range)
        case .mapping(let pairs):
            return hasComment(between: pairs.flatMap { [$0.key, $0.value] }, in: node.range)
        }
    }

    private func hasComment(between children: [YAMLNode], in range: SourceRange) -> Bool {
        var offset = range.start.offset
        for child in children {
            if hasComment(in: offset..<child.range.start.offset) || hasComment(in: child) { return true }
            offset = child.range.end.offset
        }
        return hasComment(in: offset..<range.end.offset)
    }

    /// Returns whether a range between values contains a `#`.
    func hasComment(in range: Range<Int>) -> Bool {
        source.bytes[range].contains(UInt8(ascii: "#"))
    }
}
