/// Parses the text of a YAML file into a tree of values, each with its location.
///
/// It doesn't recurse: open collections are on a separate stack, of at most ``maximumDepth`` levels.
struct YAMLComposer {
    /// The maximum depth of nested values.
    static let maximumDepth = 32

    private let source: SourceText
    private var stack: [OpenCollection] = []
    private var root: YAMLNode?
    /// The line of the last location, because the next one is usually near it.
    private var line = 1
    /// The number of open collections that are skipped because they are nested too deeply.
    private var skippedDepth = 0
    private var foundTooDeep = false
    /// The line of the syntax error at which reading ended.
    private var brokenLine: Int?

    private init(_ source: SourceText) {
        self.source = source
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - diagnostics: Receives the findings.
    /// - Returns: The root, as far as it is readable, or `nil` if there is none; and the line of the syntax error at which
    ///   reading ended.
    static func compose(
        _ source: SourceText,
        _ diagnostics: inout DiagnosticCollector
    ) -> (root: YAMLNode?, brokenLine: Int?) {
        // libyaml compares each %TAG line with every other one, which is quadratic.
        if let line = source.firstLine(beyond: 100, beginningWith: UInt8(ascii: "%")) {
            diagnostics.error(
                at: source.range(line),
                "directives such as %TAG are not supported in toggles.yaml; remove them"
            )
            return (nil, nil)
        }
        var composer = YAMLComposer(source)
        source.bytes.withUnsafeBufferPointer { buffer in
            composer.read(UnsafeBufferPointer(rebasing: buffer[source.bodyStart...]), &diagnostics)
        }
        return (composer.root, composer.brokenLine)
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ diagnostics: inout DiagnosticCollector) {
        guard var reader = YAMLEventReader(bytes) else { return }
        var hasDocument = false
        while true {
            guard let (event, start, end) = reader.next() else {
                // libyaml also has a limit, which is far higher than this one.
                if !foundTooDeep {
                    let openFlow = stack.last { $0.isFlow }
                    let problem = YAMLSyntaxProblem(reader.failure, in: source, openFlow: openFlow)
                    diagnostics.error(at: problem.range, problem.message)
                    brokenLine = problem.range.start.line
                }
                closeUnfinished(at: source.location(character: reader.failure.character).line, &diagnostics)
                return
            }
            switch event {
            case .streamEnd:
                return
            case .documentStart where hasDocument:
                diagnostics.error(
                    at: source.range(characters: start, end),
                    "a second document begins here, but toggles.yaml contains only one; remove ‘---’ and merge the two"
                )
                return
            case .documentStart:
                hasDocument = true
            default:
                handle(event, at: start, end, &diagnostics)
            }
        }
    }

    private mutating func handle(
        _ event: YAMLEvent,
        at start: Int,
        _ end: Int,
        _ diagnostics: inout DiagnosticCollector
    ) {
        switch event {
        case .scalar(let scalar, let properties):
            guard skippedDepth == 0 else { return }
            var range = range(characters: start, end)
            if scalar.style == .literal || scalar.style == .folded {
                range = trimmed(range)
            }
            check(properties, at: range.start, &diagnostics)
            add(YAMLNode(.scalar(scalar), range: range), &diagnostics)
        case .sequenceStart(let isFlow, let properties):
            open(.sequence([]), isFlow: isFlow, properties, at: start, end, &diagnostics)
        case .mappingStart(let isFlow, let properties):
            open(.mapping([]), isFlow: isFlow, properties, at: start, end, &diagnostics)
        case .collectionEnd:
            if skippedDepth > 0 {
                skippedDepth -= 1
            } else if let collection = stack.popLast() {
                let end = collection.isFlow ? source.location(character: end, near: &line) : nil
                add(collection.node(end: end, isComplete: true, &diagnostics), &diagnostics)
            }
        case .alias(let name):
            guard skippedDepth == 0 else { return }
            let range = source.range(characters: start, end)
            // `<<: *base` has already been reported at the `<<`.
            if stack.last?.pendingKey?.name != "<<" {
                diagnostics.error(
                    at: range,
                    "aliases are not supported in toggles.yaml; write out what \("*\(name)".quoted) stands for"
                )
            }
            add(YAMLNode(.refused, range: range), &diagnostics)
        case .documentStart, .streamEnd, .other:
            return
        }
    }

    private mutating func open(
        _ content: YAMLNode.Content,
        isFlow: Bool,
        _ properties: YAMLProperties,
        at start: Int,
        _ end: Int,
        _ diagnostics: inout DiagnosticCollector
    ) {
        guard skippedDepth == 0, stack.count < Self.maximumDepth else {
            if skippedDepth == 0 {
                let range = source.range(characters: start, end)
                foundTooDeep = true
                diagnostics.error(
                    at: range,
                    "values are nested more than \(Self.maximumDepth) levels deep; flatten them"
                )
                add(YAMLNode(.refused, range: range), &diagnostics)
            }
            skippedDepth += 1
            return
        }
        let place = source.location(character: start, near: &line)
        check(properties, at: place, &diagnostics)
        stack.append(OpenCollection(content: content, start: place, isFlow: isFlow))
    }

    private func check(
        _ properties: YAMLProperties,
        at start: SourceLocation,
        _ diagnostics: inout DiagnosticCollector
    ) {
        guard properties.anchor != nil || properties.tag != nil else { return }
        if let anchor = properties.anchor {
            diagnostics.error(
                at: SourceRange(start: start, end: start),
                "anchors are not supported in toggles.yaml; remove \("&\(anchor)".quoted) and write values out where they belong"
            )
        }
        if let tag = properties.tag {
            diagnostics.error(
                at: SourceRange(start: start, end: start),
                "tags are not supported in toggles.yaml; remove \(Self.short(tag).quoted), and put text in quotes"
            )
        }
    }

    private static func short(_ tag: String) -> String {
        let standard = "tag:yaml.org,2002:"
        return tag.hasPrefix(standard) ? "!!" + tag.dropFirst(standard.count) : tag
    }

    private mutating func add(_ node: YAMLNode, _ diagnostics: inout DiagnosticCollector) {
        if stack.isEmpty {
            root = root ?? node
        } else {
            stack[stack.count - 1].add(node, &diagnostics)
        }
    }

    /// Closes all open collections at a syntax error, so that everything before the error can be checked.
    private mutating func closeUnfinished(at line: Int, _ diagnostics: inout DiagnosticCollector) {
        root?.refuseIfCutShort(at: line)
        while var collection = stack.popLast() {
            collection.markLastAsUnfinished(at: line)
            add(collection.node(end: nil, isComplete: false, &diagnostics), &diagnostics)
        }
    }

    private mutating func range(characters start: Int, _ end: Int) -> SourceRange {
        let start = source.location(character: start, near: &line)
        let end = source.location(character: end, near: &line)
        return SourceRange(start: start, end: end)
    }

    /// Returns the range of a block scalar without the line breaks at its end.
    private func trimmed(_ range: SourceRange) -> SourceRange {
        var end = range.end.offset
        while end > range.start.offset, [0x0A, 0x0D, 0x20, 0x09].contains(source.bytes[end - 1]) {
            end -= 1
        }
        return SourceRange(start: range.start, end: source.location(offset: end))
    }
}
