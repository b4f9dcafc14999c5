/// A list or mapping whose end hasn't been reached yet.
struct OpenCollection {
    private var items: [YAMLNode] = []
    private var pairs: [YAMLPair] = []
    private let isMapping: Bool
    /// The key whose value comes next.
    private(set) var pendingKey: (name: String, node: YAMLNode)?
    let start: SourceLocation
    let isFlow: Bool

    init(content: YAMLNode.Content, start: SourceLocation, isFlow: Bool) {
        if case .mapping = content { isMapping = true } else { isMapping = false }
        // Enough for the fields of most toggles.
        if isMapping { pairs.reserveCapacity(8) }
        self.start = start
        self.isFlow = isFlow
    }

    /// Adds an item, a key, or the value of the last key.
    mutating func add(_ node: YAMLNode, _ diagnostics: inout DiagnosticCollector) {
        guard isMapping else {
            items.append(node)
            return
        }
        guard let (name, key) = pendingKey else {
            pendingKey = (node.scalar?.text ?? "", node)
            if let scalar = node.scalar, scalar.isPlain, scalar.text == "<<" {
                diagnostics.error(
                    at: node.range,
                    "merge keys are not supported in toggles.yaml; write the fields out instead of ‘<<’"
                )
            } else if node.scalar == nil, case .refused = node.content {
            } else if node.scalar == nil {
                diagnostics.error(at: node.range, "a key must be a word, not \(node.kind); write ‘key: value’")
            }
            return
        }
        pendingKey = nil
        guard let scalar = key.scalar, !(scalar.isPlain && name == "<<") else { return }
        pairs.append(YAMLPair(name: name, key: key, value: node))
    }

    /// Marks the last value as incomplete, and rejects it if it may be truncated.
    ///
    /// - Parameter line: The line of the syntax error.
    mutating func markLastAsUnfinished(at line: Int) {
        if let last = items.indices.last {
            items[last].isComplete = false
            items[last].refuseIfCutShort(at: line)
        }
        if let last = pairs.indices.last {
            pairs[last].value.isComplete = false
            pairs[last].value.refuseIfCutShort(at: line)
        }
    }

    /// Returns the finished node.
    ///
    /// - Parameters:
    ///   - end: The end, or `nil` for the end of its last value.
    ///   - isComplete: Whether the end was reached.
    ///   - diagnostics: Receives the findings.
    /// - Returns: The node.
    func node(end: SourceLocation?, isComplete: Bool, _ diagnostics: inout DiagnosticCollector) -> YAMLNode {
        if isMapping {
            reportDuplicates(&diagnostics)
        }
        let last = isMapping ? pairs.last?.value.range.end : items.last?.range.end
        return YAMLNode(
            isMapping ? .mapping(pairs) : .sequence(items),
            range: SourceRange(start: start, end: end ?? last ?? start),
            isFlow: isFlow,
            isComplete: isComplete
        )
    }

    private func reportDuplicates(_ diagnostics: inout DiagnosticCollector) {
        // Most mappings are the fields of a toggle, and comparing a few words is faster than hashing them.
        if pairs.count <= 12, !hasDuplicates { return }
        var lines = [String: Int](minimumCapacity: pairs.count)
        for pair in pairs {
            let first = lines[pair.name]
            if first == nil { lines[pair.name] = pair.key.range.start.line }
            if let first {
                diagnostics.error(
                    at: pair.key.range,
                    "\(pair.name.quoted) is already on line \(first); remove one of the two or rename it"
                )
            }
        }
    }

    /// Whether two pairs have the same name, determined by comparing all of them.
    private var hasDuplicates: Bool {
        // Unoptimized code copies the elements of an array, but not those of a buffer.
        pairs.withUnsafeBufferPointer { pairs in
            var index = 1
            while index < pairs.count {
                var other = 0
                while other < index {
                    if pairs[other].name.utf8.count == pairs[index].name.utf8.count,
                        pairs[other].name == pairs[index].name
                    {
                        return true
                    }
                    other += 1
                }
                index += 1
            }
            return false
        }
    }
}

extension YAMLNode {
    /// Rejects plain text that continues into the line of a syntax error, because only part of it is the value.
    mutating func refuseIfCutShort(at line: Int) {
        if let scalar, scalar.isPlain, range.start.line < line, range.end.line == line {
            content = .refused
        }
    }
}
