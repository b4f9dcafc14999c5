/// A list or mapping whose end was not reached yet.
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
        self.start = start
        self.isFlow = isFlow
    }

    /// Adds an item, a key or the value of the last key.
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
                    "merge keys are not used in toggles.yaml; write the fields out instead of ‘<<’"
                )
            } else if node.scalar == nil, case .refused = node.content {
            } else if node.scalar == nil {
                diagnostics.error(at: node.range, "a key is a word, not \(node.kind); write ‘key: value’")
            }
            return
        }
        pendingKey = nil
        guard let scalar = key.scalar, !(scalar.isPlain && name == "<<") else { return }
        pairs.append(YAMLPair(name: name, key: key, value: node))
    }

    /// Marks the last value, and the last value in it, as possibly cut short.
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

    /// The finished node.
    ///
    /// - Parameters:
    ///   - end: The end, or `nil` for the end of its last value.
    ///   - isComplete: Whether its end was reached.
    ///   - diagnostics: Where findings go.
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
        // Most mappings are a toggle's fields: comparing a few words is quicker than hashing them.
        if pairs.count <= 12, !hasDuplicates { return }
        var lines: [String: Int] = [:]
        for pair in pairs {
            let first = lines[pair.name]
            if first == nil { lines[pair.name] = pair.key.range.start.line }
            if let first {
                diagnostics.error(
                    at: pair.key.range,
                    "\(pair.name.quoted) is on line \(first) already; remove one of the two or rename it"
                )
            }
        }
    }

    /// Whether two pairs have one name, found by comparing each with each.
    private var hasDuplicates: Bool {
        // A buffer's element is looked at where it is, an array's is copied first in unoptimised code.
        pairs.withUnsafeBufferPointer { pairs in
            var index = 1
            while index < pairs.count {
                var other = 0
                while other < index {
                    if pairs[other].name == pairs[index].name { return true }
                    other += 1
                }
                index += 1
            }
            return false
        }
    }
}

extension YAMLNode {
    /// Takes plain text that runs on into the line of a syntax error for what it is: a value and something else.
    mutating func refuseIfCutShort(at line: Int) {
        if let scalar, scalar.isPlain, range.start.line < line, range.end.line == line {
            content = .refused
        }
    }
}
