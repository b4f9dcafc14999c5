import ToggleBase

/// An editor for the text of a `toggles.yaml` that preserves comments, layout, line breaks, and order.
///
/// After each edit, the text is parsed again. If it is invalid, or if anything except the edited value has changed, the
/// edit is rejected and the text stays as it was.
///
/// ```swift
/// var editor = try ManifestEditor(bytes, path: "toggles.yaml")
/// try editor.set(.expires, of: "new_checkout", to: "2027-01-31")
/// let edited = editor.bytes
/// ```
public struct ManifestEditor: Sendable {
    /// The path that diagnostics name; no file is opened.
    public let path: String
    /// The current text as UTF-8, with its byte order mark if it has one.
    public private(set) var bytes: [UInt8]
    /// The current manifest.
    public private(set) var manifest: Manifest

    private var layout: ManifestLines

    /// Creates an editor for the content of a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: The path that diagnostics name; no file is opened.
    /// - Throws: An error with the diagnostics if the text isn't a valid manifest.
    public init(_ bytes: [UInt8], path: String) throws(ManifestEditingError) {
        (layout, manifest) = try Self.read(bytes, path: path) { diagnostics in
            ManifestEditingError(
                .invalidManifest,
                "\(path) has errors, which must be fixed before it can be edited",
                diagnostics: diagnostics
            )
        }
        self.bytes = bytes
        self.path = path
    }

    /// The current text, without a byte order mark.
    public var text: String {
        String(decoding: bytes[layout.source.bodyStart...], as: UTF8.self)
    }

    /// Whether the file is JSON, which has no comments.
    package var isJSON: Bool { layout.isJSON }

    /// Adds a toggle after the last one, with the indentation of the others.
    ///
    /// The fields are written in their usual order, without defaults.
    ///
    /// - Parameter toggle: The toggle. Its source locations are ignored.
    /// - Throws: An error if the key is taken or the toggle is invalid.
    public mutating func add(_ toggle: ToggleDeclaration) throws(ManifestEditingError) {
        guard layout.toggle(toggle.key) == nil else {
            throw ManifestEditingError(
                .alreadyExists,
                "\(path) already declares \(toggle.key.quoted); choose another key, or set its fields"
            )
        }
        try Self.check(toggle.defaultValue)
        let fields = toggle.writtenFields
        var expected = expectation
        let members = fields.map { JSONObject.Member(name: $0.field.rawValue, value: $0.value) }
        expected[toggle.key] = .object(JSONObject(members))
        try apply(layout.adding(toggle.key, fields), expecting: expected)
    }

    /// Sets a field of a toggle, and adds the field if the toggle doesn't have it.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - key: The toggle's key.
    ///   - value: The value; dates as text.
    /// - Throws: An error if the toggle doesn't exist or would be invalid, or if comments would be lost.
    public mutating func set(
        _ field: ManifestField,
        of key: String,
        to value: JSONValue
    ) throws(ManifestEditingError) {
        let pair = try toggle(key)
        try Self.check(value)
        var expected = expectation
        guard case .object(var fields)? = expected[key] else { throw unsupported(key) }
        fields[field.rawValue] = value
        expected[key] = .object(fields)
        if let old = pair.value.pairs?.first(where: { $0.name == field.rawValue }) {
            try apply(try layout.replacing(old, with: value, path: path), expecting: expected)
        } else if let edit = layout.inserting(field, value, into: pair) {
            try apply(edit, expecting: expected)
        } else {
            throw unsupported(key)
        }
    }

    /// Adds a comment line above a field of a toggle, or above the toggle if that is written on one line.
    ///
    /// - Parameters:
    ///   - comment: The comment without the `#`; control characters become spaces.
    ///   - field: The field.
    ///   - key: The toggle's key.
    /// - Throws: An error if the toggle doesn't exist, or if there is no place for a comment.
    package mutating func comment(
        _ comment: String,
        above field: ManifestField,
        of key: String
    ) throws(ManifestEditingError) {
        let pair = try toggle(key)
        try apply(layout.commenting(comment, above: field, of: pair), expecting: expectation)
    }

    /// Removes a field of a toggle, with the comment on its line.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - key: The toggle's key.
    /// - Throws: An error if the toggle or field doesn't exist, or if the toggle would be invalid without it.
    public mutating func remove(_ field: ManifestField, of key: String) throws(ManifestEditingError) {
        let pair = try toggle(key)
        guard let index = pair.value.pairs?.firstIndex(where: { $0.name == field.rawValue }) else {
            throw ManifestEditingError(
                .notFound,
                "the toggle \(key.quoted) in \(path) has no field \(field.rawValue.quoted)"
            )
        }
        var expected = expectation
        guard case .object(var fields)? = expected[key] else { throw unsupported(key) }
        fields[field.rawValue] = nil
        expected[key] = .object(fields)
        try apply(layout.removingField(at: index, of: pair), expecting: expected)
    }

    /// Removes a toggle, with the comments in it and right above it.
    ///
    /// - Parameter key: The toggle's key.
    /// - Throws: An error if the toggle doesn't exist.
    public mutating func remove(toggle key: String) throws(ManifestEditingError) {
        let pair = try toggle(key)
        var expected = expectation
        expected[key] = nil
        try apply(layout.removingToggle(pair), expecting: expected)
    }

    /// Removes entries of a list in the section `lint`, with their comments; an empty list is removed as well, and so is
    /// a section without fields.
    ///
    /// - Parameters:
    ///   - field: The name of the list, such as `allow`.
    ///   - isRemoved: A closure that returns whether to remove an entry.
    /// - Throws: An error if the entries can't be removed without changing something else.
    package mutating func removeLintEntries(
        of field: String,
        where isRemoved: (YAMLNode) -> Bool
    ) throws(ManifestEditingError) {
        let items = layout.lint?.value[field]?.items ?? []
        // The places of earlier entries stay the same.
        for index in items.indices.reversed() where isRemoved(items[index]) {
            guard let list = layout.lint?.value.pairs?.first(where: { $0.name == field }) else { return }
            var others = Self.others(of: layout.root)
            guard let place = others.firstIndex(where: { $0.name == RootField.lint.rawValue }),
                case .object(var section) = others[place].value, case .array(var entries)? = section[field]
            else { return }
            entries.remove(at: index)
            section[field] = entries.isEmpty ? nil : .array(entries)
            others[place] = JSONObject.Member(name: others[place].name, value: .object(section))
            if section.members.isEmpty { others.remove(at: place) }
            try apply(layout.removingLintEntry(at: index, of: list), expecting: expectation, others: others)
        }
    }

    // MARK: - Checking and applying

    private func toggle(_ key: String) throws(ManifestEditingError) -> YAMLPair {
        if let pair = layout.toggle(key) { return pair }
        let question = Suggestion.question(for: key, in: manifest.toggles.map(\.key))
        throw ManifestEditingError(.notFound, "\(path) declares no toggle \(key.quoted)\(question)")
    }

    private func unsupported(_ key: String) -> ManifestEditingError {
        ManifestEditingError(
            .unsupportedLayout,
            "\(key.quoted) is written in \(path) in a way that cannot be edited without changing something else; edit it by hand"
        )
    }

    private static func check(_ value: JSONValue) throws(ManifestEditingError) {
        // A default is three levels deep: in the file, ‘toggles’ and the toggle.
        guard YAMLRenderer.isShallow(value, limit: YAMLComposer.maximumDepth - 4) else {
            throw ManifestEditingError(.invalidResult, "the value is nested too deeply; flatten it")
        }
    }

    /// The toggles as JSON, to which the same edit is applied and which the edited text must match.
    private var expectation: JSONObject {
        Self.toggles(of: layout.root)
    }

    private static func toggles(of root: YAMLNode) -> JSONObject {
        if case .object(let toggles)? = root[RootField.toggles.rawValue]?.json { toggles } else { JSONObject() }
    }

    private static func others(of root: YAMLNode) -> [JSONObject.Member] {
        (root.pairs ?? []).filter { $0.name != RootField.toggles.rawValue }
            .map { JSONObject.Member(name: $0.name, value: $0.value.json) }
    }

    private mutating func apply(
        _ edit: TextEdit,
        expecting toggles: JSONObject,
        others: [JSONObject.Member]? = nil
    ) throws(ManifestEditingError) {
        let edited = edit.applied(to: bytes, lineBreak: layout.lineBreak)
        let (layout, manifest) = try Self.read(edited, path: path) { diagnostics in
            ManifestEditingError(
                .invalidResult,
                "the edit was refused because \(path) would then have errors: \(diagnostics.first?.message ?? "")",
                diagnostics: diagnostics
            )
        }
        let result = Self.toggles(of: layout.root)
        guard result.members.map(\.name) == toggles.members.map(\.name), result == toggles,
            Self.others(of: layout.root) == others ?? Self.others(of: self.layout.root)
        else {
            throw ManifestEditingError(
                .unsupportedLayout,
                Self.sideEffect(on: self.layout, path: path, expected: toggles, result: result)
                    ?? "the edit was refused because it would also have changed something else in \(path); edit it by hand"
            )
        }
        self.bytes = edited
        self.layout = layout
        self.manifest = manifest
    }

    /// Returns the error message if the edit would have changed a block scalar next to it, which is easily overlooked.
    private static func sideEffect(
        on layout: ManifestLines,
        path: String,
        expected: JSONObject,
        result: JSONObject
    ) -> String? {
        for toggle in expected.members where result[toggle.name] != toggle.value {
            guard case .object(let fields) = toggle.value, let pairs = layout.toggle(toggle.name)?.value.pairs else {
                continue
            }
            let changed: JSONObject = if case .object(let object)? = result[toggle.name] { object } else { [:] }
            for pair in pairs where changed[pair.name] != fields[pair.name] {
                guard case .scalar(let scalar) = pair.value.content,
                    scalar.style == .literal || scalar.style == .folded
                else { continue }
                return """
                    \(path):\(pair.value.range.start.line): the edit was refused because it would change \(pair.name.quoted) \
                    of \(toggle.name.quoted), a block scalar that keeps the empty lines after it (‘|+’ or ‘>+’); write it \
                    without the ‘+’, or edit the file by hand
                    """
            }
        }
        return nil
    }

    private static func read(
        _ bytes: [UInt8],
        path: String,
        orThrow error: ([Diagnostic]) -> ManifestEditingError
    ) throws(ManifestEditingError) -> (ManifestLines, Manifest) {
        guard bytes.count <= Manifest.maximumSize else {
            throw error(Manifest.parse(bytes, path: path).diagnostics)
        }
        var diagnostics = DiagnosticCollector(path: path)
        let reading = ManifestReader.read(bytes, &diagnostics)
        guard diagnostics.isEmpty, let root = reading.root, let manifest = reading.manifest else {
            throw error(diagnostics.inFileOrder)
        }
        return (ManifestLines(source: reading.source, root: root), manifest)
    }
}
