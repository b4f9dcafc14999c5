/// Where the parts of a `toggles.yaml` begin and end, line by line, comments included.
struct ManifestLines {
    let source: SourceText
    let root: YAMLNode

    /// The pair of the field `toggles`.
    var toggles: YAMLPair? {
        root.pairs?.first { $0.name == RootField.toggles.rawValue }
    }

    /// The pair of a toggle.
    func toggle(_ key: String) -> YAMLPair? {
        toggles?.value.pairs?.first { $0.name == key }
    }

    /// What the file writes for a line break: that of its first line.
    var lineBreak: [UInt8] {
        guard source.lineCount > 1 else { return [0x0A] }
        let end = source.line(1).upperBound
        if end + 1 < source.bytes.count, source.bytes[end] == 0x0D, source.bytes[end + 1] == 0x0A {
            return [0x0D, 0x0A]
        }
        return source.bytes[end] == 0x0D ? [0x0D] : [0x0A]
    }

    /// What a line holds.
    enum Line {
        case blank
        /// A comment and how far it is indented.
        case comment(indentation: Int)
        case other
    }

    /// What a line holds, by its first character.
    func kind(ofLine number: Int) -> Line {
        let range = source.line(number)
        guard let first = range.first(where: { source.bytes[$0] != 0x20 && source.bytes[$0] != 0x09 }) else {
            return .blank
        }
        return source.bytes[first] == UInt8(ascii: "#") ? .comment(indentation: first - range.lowerBound) : .other
    }

    /// The offset after a line and its line break.
    func end(ofLine number: Int) -> Int {
        number < source.lineCount ? source.line(number + 1).lowerBound : source.bytes.count
    }

    /// The last line of a pair of a block mapping, with the comments that are indented below its key.
    func lastLine(of pair: YAMLPair) -> Int {
        var line = pair.value.range.end.line
        while line < source.lineCount, case .comment(let indentation) = kind(ofLine: line + 1),
            indentation >= pair.key.range.start.column
        {
            line += 1
        }
        return line
    }

    /// The first line of a toggle in a block mapping: that of its key, or of the comment that stands right above it.
    ///
    /// A comment right below `toggles:` is about all of them.
    func firstLine(of pair: YAMLPair) -> Int {
        let keyLine = pair.key.range.start.line
        var line = keyLine
        while line > 1, case .comment(let indentation) = kind(ofLine: line - 1),
            indentation == pair.key.range.start.column - 1
        {
            line -= 1
        }
        let isBelowToggles = line - 1 == toggles?.key.range.start.line
        return isBelowToggles ? keyLine : line
    }

    /// Whether a comment stands between the parts of a value.
    func hasComment(in node: YAMLNode) -> Bool {
        switch node.content {
        case .refused:
            return false
        case .scalar(let scalar):
            // After `|` and `>` a comment can stand on the same line.
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

    /// Whether there is a `#` in a stretch between values.
    func hasComment(in range: Range<Int>) -> Bool {
        source.bytes[range].contains(UInt8(ascii: "#"))
    }
}
