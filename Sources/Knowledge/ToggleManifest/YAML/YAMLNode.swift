/// A value in a YAML file, with its location.
public struct YAMLNode: Sendable {
    /// The content of a value.
    public enum Content: Sendable {
        /// Text, a number, a Boolean, or null.
        case scalar(YAMLScalar)
        /// A list.
        case sequence([YAMLNode])
        /// Keys with values, in the order of the file. Keys are scalars.
        case mapping([YAMLPair])
        /// Content that has already been reported in a diagnostic, such as an alias, and needs no other.
        case refused
    }

    /// The content.
    public var content: Content
    /// The location; a block collection ends with its last value.
    public var range: SourceRange
    /// Whether it is written in flow style, `[…]` or `{…}`.
    public var isFlow: Bool
    /// Whether the whole value was read; false if a syntax error occurred inside it.
    public var isComplete: Bool

    /// Creates a node.
    public init(_ content: Content, range: SourceRange, isFlow: Bool = false, isComplete: Bool = true) {
        self.content = content
        self.range = range
        self.isFlow = isFlow
        self.isComplete = isComplete
    }
}

/// A key of a YAML mapping and its value.
public struct YAMLPair: Sendable {
    /// The text of the key.
    public var name: String
    /// The key.
    public var key: YAMLNode
    /// The value.
    public var value: YAMLNode

    /// Creates a pair.
    public init(name: String, key: YAMLNode, value: YAMLNode) {
        self.name = name
        self.key = key
        self.value = value
    }
}

extension YAMLNode {
    /// Parses a YAML file of any kind, as far as it is readable.
    ///
    /// - Returns: The root and the problems. The root is `nil` if the text has no content, or if it is larger than a
    ///   manifest may be.
    package static func parse(_ bytes: [UInt8], path: String) -> (root: YAMLNode?, problems: [Diagnostic]) {
        var diagnostics = DiagnosticCollector(path: path)
        guard bytes.count <= Manifest.maximumSize else {
            let start = SourceLocation(line: 1, column: 1, offset: 0)
            diagnostics.error(at: SourceRange(start: start, end: start), "the file is too large to be read")
            return (nil, diagnostics.inFileOrder)
        }
        let root = YAMLComposer.compose(SourceText(bytes), &diagnostics).root
        return (root, diagnostics.inFileOrder)
    }

    /// The scalar, if it is one.
    public var scalar: YAMLScalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The pairs, if it is a mapping.
    public var pairs: [YAMLPair]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }

    /// The items, if it is a list.
    public var items: [YAMLNode]? {
        if case .sequence(let items) = content { items } else { nil }
    }

    /// Returns the value of a key, if it is a mapping that contains the key.
    public subscript(name: String) -> YAMLNode? {
        pairs?.first { $0.name == name }?.value
    }

    /// Whether the value is absent.
    package var isEmpty: Bool {
        if case .scalar(let scalar) = content { scalar.isPlain && scalar.text.isEmpty } else { false }
    }

    /// The kind of value, for a message.
    package var kind: String {
        switch content {
        case .scalar(let scalar): scalar.kind
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .refused: "not usable"
        }
    }
}
