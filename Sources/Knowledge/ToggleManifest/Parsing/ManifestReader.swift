import ToggleBase

/// Reads the root of a manifest.
struct ManifestReader {
    /// What was read of a file.
    struct Reading {
        let source: SourceText
        /// The tree of values.
        var root: YAMLNode?
        /// The manifest, which lacks parts if there are findings.
        var manifest: Manifest?
        /// The line of the syntax error at which reading ended.
        var brokenLine: Int?
    }

    private let root: YAMLNode
    private var fields: [RootField: YAMLPair] = [:]

    private init(root: YAMLNode) {
        self.root = root
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file, not larger than ``Manifest/maximumSize``.
    ///   - diagnostics: Receives the findings.
    /// - Returns: What was read. The manifest lacks parts if there are findings.
    static func read(_ bytes: [UInt8], _ diagnostics: inout DiagnosticCollector) -> Reading {
        let encoding = EncodingCheck(bytes)
        let source = SourceText(encoding.usableBytes)
        let damagedLines = encoding.report(in: source, &diagnostics)
        guard encoding.isText else { return Reading(source: source) }
        var found = DiagnosticCollector(path: diagnostics.path)
        let (root, brokenLine) = YAMLComposer.compose(source, &found)
        var manifest: Manifest?
        if var root, !root.isNothing {
            root.markDamage(damagedLines)
            var reader = ManifestReader(root: root)
            manifest = reader.read(&found)
        } else if found.isEmpty, diagnostics.isEmpty {
            found.error(
                at: source.range(source.bodyStart..<source.bodyStart),
                source.bytes.count > source.bodyStart
                    ? "the file has no fields; write at least schema, namespace and toggles, or remove it and run `toggles init`"
                    : "the file is empty; run `toggles init` to write it"
            )
        }
        // Text next to damaged bytes can have any meaning.
        found.removeAll { damagedLines.contains($0.range.start.line) }
        diagnostics.append(found)
        return Reading(source: source, root: root, manifest: manifest, brokenLine: brokenLine)
    }

    private mutating func read(_ diagnostics: inout DiagnosticCollector) -> Manifest? {
        guard let pairs = root.pairs else {
            if case .refused = root.content { return nil }
            diagnostics.error(
                at: root.range.firstLine,
                "the file is \(root.kind), but should be a mapping with the fields \(Self.names.quotedList("and"))"
            )
            return nil
        }
        for pair in pairs {
            if let field = RootField(rawValue: pair.name) {
                // The composer has already reported duplicates.
                fields[field] = fields[field] ?? pair
            } else {
                diagnostics.error(at: pair.key.range, unknownField(pair))
            }
        }
        let schema = readSchema(&diagnostics)
        let namespace = readNamespace(&diagnostics)
        let application = readApplication(&diagnostics)
        let access = readAccess(&diagnostics)
        let utcOffset = readTimeZone(&diagnostics)
        let document = readDocument(&diagnostics)
        let environments =
            fields[.environments].map { ManifestEnvironmentsReader.read($0.value, &diagnostics) } ?? []
        let defaults =
            fields[.defaults].map { ManifestDefaultsReader.read($0.value, &diagnostics) } ?? ManifestDefaults()
        let toggles = readToggles(namespace: namespace, defaults, &diagnostics)
        let lint = readLint(&diagnostics)
        // The entries of another schema can have another meaning. All else that is missing here has been reported.
        guard schema != nil || fields[.schema] == nil, let toggles else { return nil }
        var manifest = Manifest(
            namespace: namespace ?? "",
            application: application,
            access: access ?? .internal,
            toggles: toggles,
            lint: lint
        )
        manifest.utcOffset = utcOffset
        manifest.defaults = defaults
        manifest.document = document
        manifest.environments = environments
        return manifest
    }

    private static var names: [String] { RootField.allCases.map(\.rawValue) }

    private func unknownField(_ pair: YAMLPair) -> String {
        if ManifestField(rawValue: pair.name) != nil {
            return "\(pair.name.quoted) is a field of a toggle; indent it below the toggle's key"
        }
        if pair.value["category"] != nil {
            return "\(pair.name.quoted) looks like a toggle; indent it below ‘toggles:’"
        }
        let question = Suggestion.question(for: pair.name, in: Self.names)
        return "\(pair.name.quoted) is not a field of a toggles.yaml"
            + (question.isEmpty ? "; the fields are \(Self.names.quotedList("and"))" : question)
    }

    private func missing(_ field: RootField, _ example: String, _ diagnostics: inout DiagnosticCollector) {
        guard root.isComplete else { return }
        let start = SourceRange(start: root.range.start, end: root.range.start)
        diagnostics.error(at: start, "the field \(field.rawValue.quoted) is missing; write \(example.quoted)")
    }

    private func readSchema(_ diagnostics: inout DiagnosticCollector) -> Int? {
        let example = "schema: \(Manifest.supportedSchema)"
        guard let node = fields[.schema]?.value else {
            missing(.schema, example, &diagnostics)
            return nil
        }
        switch node.content {
        case .refused:
            return nil
        case .scalar(let scalar):
            if case .integer(let number) = scalar.value {
                if number == Manifest.supportedSchema { return number }
                diagnostics.error(
                    at: node.range,
                    "schema \(scalar.text.quoted) is not supported; write \(example.quoted), or update swift-feature-toggles"
                )
                return nil
            }
        default:
            break
        }
        diagnostics.error(
            at: node.range.firstLine,
            "‘schema’ is \(node.kind), but should be an integer; write \(example.quoted)"
        )
        return nil
    }

    private func readNamespace(_ diagnostics: inout DiagnosticCollector) -> String? {
        guard let node = fields[.namespace]?.value else {
            missing(.namespace, "namespace: AppToggles", &diagnostics)
            return nil
        }
        if case .refused = node.content { return nil }
        guard let scalar = node.scalar, case .string(let name) = scalar.value else {
            diagnostics.error(
                at: node.range.firstLine,
                "‘namespace’ is \(node.kind), but should be the name of the generated enum, such as ‘AppToggles’"
            )
            return nil
        }
        guard SwiftName.isTypeName(name), name.utf8.count <= SwiftName.longestKey else {
            let suggestion = SwiftName.typeName(from: name).flatMap { Self.isNamespace($0) ? $0 : nil } ?? "AppToggles"
            diagnostics.error(
                at: node.range.firstLine,
                "\(name.quoted) cannot be the name of the generated enum, which is letters and digits in UpperCamelCase; write \(suggestion.quoted)"
            )
            return nil
        }
        guard Self.isNamespace(name) else {
            diagnostics.error(
                at: node.range,
                "the generated enum cannot be named \(name.quoted), which has a meaning in Swift or FeatureToggles; write another name, such as ‘AppToggles’"
            )
            return nil
        }
        return name
    }

    /// Returns whether the generated enum can have a name, which must be a valid name of a type.
    private static func isNamespace(_ name: String) -> Bool {
        name.utf8.count <= SwiftName.longestKey && !SwiftName.reservedTypes.contains(name)
            && !SwiftName.parametersOfKeys.contains(name)
    }

    private func readApplication(_ diagnostics: inout DiagnosticCollector) -> String? {
        guard let node = fields[.application]?.value else { return nil }
        if case .refused = node.content { return nil }
        guard let scalar = node.scalar, case .string(let name) = scalar.value else {
            diagnostics.error(
                at: node.range.firstLine,
                "‘application’ is \(node.kind), but should be the application's name, such as ‘storefront’"
            )
            return nil
        }
        guard Self.isApplicationName(name) else {
            diagnostics.error(
                at: node.range.firstLine,
                "\(name.quoted) cannot name the folder of the local defaults file; write 1 to 64 letters, digits, ‘-’, ‘_’ and ‘.’, beginning with a letter or digit"
            )
            return nil
        }
        return name
    }

    private static func isApplicationName(_ name: String) -> Bool {
        let isWord: (Unicode.Scalar) -> Bool = { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
        guard (1...64).contains(name.unicodeScalars.count), name.unicodeScalars.first.map(isWord) == true else {
            return false
        }
        return name.unicodeScalars.allSatisfy { isWord($0) || $0 == "-" || $0 == "_" || $0 == "." }
    }

    private func readAccess(_ diagnostics: inout DiagnosticCollector) -> Manifest.Access? {
        guard let node = fields[.access]?.value else { return .internal }
        if case .refused = node.content { return nil }
        let names = Manifest.Access.allCases.map(\.rawValue)
        guard let scalar = node.scalar, case .string(let name) = scalar.value else {
            diagnostics.error(at: node.range.firstLine, "‘access’ is \(node.kind); write \(names.quotedList())")
            return nil
        }
        if let access = Manifest.Access(rawValue: name) { return access }
        let question = Suggestion.question(for: name, in: names)
        diagnostics.error(
            at: node.range.firstLine,
            "\(name.quoted) is not an access level of the generated code"
                + (question.isEmpty ? "; write \(names.quotedList())" : question)
        )
        return nil
    }

    private func readTimeZone(_ diagnostics: inout DiagnosticCollector) -> Duration? {
        guard let node = fields[.timeZone]?.value, !node.isNothing else { return nil }
        if case .refused = node.content { return nil }
        // As text, because some readers of YAML take ‘+09:00’ for a number.
        if let scalar = node.scalar, let seconds = UTCOffset.seconds(scalar.text) { return .seconds(seconds) }
        let found = node.scalar.map { "\($0.text.quoted) is not" } ?? "‘time_zone’ is \(node.kind), but should be"
        diagnostics.error(
            at: node.range.firstLine,
            "\(found) the offset of a time zone from UTC; write hours and minutes, such as ‘\"+09:00\"’ for Tokyo"
        )
        return nil
    }

    private func readDocument(_ diagnostics: inout DiagnosticCollector) -> ManifestDocument? {
        guard let node = fields[.document]?.value else { return nil }
        if case .refused = node.content { return nil }
        guard let scalar = node.scalar, case .string(let text) = scalar.value, !text.allSatisfy(\.isWhitespace) else {
            diagnostics.error(
                at: node.range.firstLine,
                "‘document’ is \(node.scalar.map { $0.text.allSatisfy(\.isWhitespace) } == true ? "blank" : node.kind), but should be the path of the remote document, such as ‘flags.json’"
            )
            return nil
        }
        guard !text.hasPrefix("/"), !text.hasPrefix("~"), !text.split(separator: "/").contains("..") else {
            diagnostics.error(
                at: node.range.firstLine,
                "\(text.quoted) leads out of the project; write a path relative to this manifest or a folder above it, such as ‘Config/flags.json’"
            )
            return nil
        }
        return ManifestDocument(path: text.hasPrefix("./") ? String(text.dropFirst(2)) : text, range: node.range)
    }

    private func readLint(_ diagnostics: inout DiagnosticCollector) -> YAMLNode? {
        guard let node = fields[.lint]?.value, !node.isNothing else { return nil }
        switch node.content {
        case .mapping(let pairs):
            // The document was a setting of the linter once, and other commands use it, too.
            for pair in pairs where ["document", "remote", "flags"].contains(pair.name) {
                let line = "document: \(pair.value.scalar.map(\.text) ?? "flags.json")"
                diagnostics.error(
                    at: pair.key.range,
                    "\(pair.name.quoted) is not a setting of the linter; write \(line.quoted) at the top of the file, above ‘toggles:’"
                )
            }
            return node
        case .refused: return nil
        default:
            diagnostics.error(
                at: node.range.firstLine,
                "‘lint’ is \(node.kind), but should be a mapping of the linter's settings"
            )
            return nil
        }
    }

    private func readToggles(
        namespace: String?,
        _ defaults: ManifestDefaults,
        _ diagnostics: inout DiagnosticCollector
    ) -> [ToggleDeclaration]? {
        guard let node = fields[.toggles]?.value else {
            missing(.toggles, "toggles:", &diagnostics)
            return nil
        }
        // A new manifest has no toggles.
        if node.isNothing { return [] }
        guard let pairs = node.pairs else {
            if case .refused = node.content { return nil }
            diagnostics.error(
                at: node.range.firstLine,
                "‘toggles’ is \(node.kind), but should be a mapping: a line ‘new_checkout:’ with the fields below it, for each toggle"
            )
            return nil
        }
        var toggles: [ToggleDeclaration] = []
        toggles.reserveCapacity(pairs.count)
        var checks = CrossChecks(namespace: namespace, capacity: pairs.count)
        // After thousands of findings, more aren't useful.
        for pair in pairs where !diagnostics.isFull {
            var reader = ToggleReader(pair, defaults)
            let toggle = reader.read(&diagnostics)
            if let lines = reader.lostLines { diagnostics.removeAll { lines.contains($0.range.start.line) } }
            checks.add(pair, reader, toggle, &diagnostics)
            if let toggle { toggles.append(toggle) }
        }
        checks.finish(&diagnostics)
        return toggles
    }
}

extension YAMLNode {
    /// Whether it is empty, `null`, or `~`.
    package var isNothing: Bool {
        if case .scalar(let scalar) = content { scalar.value == .null } else { false }
    }
}

extension YAMLNode {
    /// Marks the file, and the toggles with damaged bytes, as incomplete, so that no fields are reported as missing.
    fileprivate mutating func markDamage(_ lines: Set<Int>) {
        guard !lines.isEmpty else { return }
        isComplete = false
        guard case .mapping(var fields) = content else { return }
        for index in fields.indices {
            guard case .mapping(var toggles) = fields[index].value.content else { continue }
            for toggle in toggles.indices {
                let pair = toggles[toggle]
                let range = pair.key.range.start.line...max(pair.key.range.start.line, pair.value.range.end.line)
                if lines.contains(where: range.contains) { toggles[toggle].value.isComplete = false }
            }
            fields[index].value.content = .mapping(toggles)
        }
        content = .mapping(fields)
    }
}

extension SourceRange {
    /// The range, or its start if it spans several lines, so that an editor doesn't underline half of the file.
    package var firstLine: SourceRange {
        start.line == end.line ? self : SourceRange(start: start, end: start)
    }
}
