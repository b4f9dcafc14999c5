import ToggleBase

/// Reads one toggle of a manifest.
struct ToggleReader {
    let pair: YAMLPair
    /// What the toggle has if it doesn't state it.
    let defaults: ManifestDefaults
    /// The fields, without duplicates; a toggle has too few for a dictionary.
    private var fields: [ManifestField] = []
    /// The key and value of each field.
    private var pairs: [YAMLPair] = []
    /// The lines of another toggle that has the indentation of this one's fields, after its key.
    private(set) var lostLines: ClosedRange<Int>?
    /// The fields that misspelled names probably stand for.
    private(set) var misspelled: Set<ManifestField> = []
    /// The type, if it is known.
    private(set) var type: ToggleType?
    /// The category, if it is known.
    private(set) var category: ToggleCategory?
    /// The remote parameters that the toggle uses, once its fields have been read.
    private(set) var remoteUse: RemoteUse?

    init(_ pair: YAMLPair, _ defaults: ManifestDefaults = ManifestDefaults()) {
        self.pair = pair
        self.defaults = defaults
    }

    var key: String { pair.name }

    /// Whether absent fields are really missing, which is unknown after a syntax error.
    var isComplete: Bool { pair.value.isComplete }

    /// Whether a type is generated for the values.
    var hasGeneratedType: Bool {
        switch type {
        case .variants: category != .migration
        case .json: true
        default: false
        }
    }

    /// Reads the toggle.
    ///
    /// - Parameter diagnostics: Receives the findings.
    /// - Returns: The toggle, or `nil` if one of its fields has an error.
    mutating func read(_ diagnostics: inout DiagnosticCollector) -> ToggleDeclaration? {
        var found = DiagnosticCollector(path: diagnostics.path)
        defer { diagnostics.append(found) }
        checkKey(&found)
        guard collectFields(&found) else { return nil }

        category = readCategory(&found)
        let details = readDetails(&found)
        type = readType(&found)
        let defaultValue = readDefault(&found)
        let swiftName = readSwiftName(&found)
        readRemote(&found)

        guard found.isEmpty, let category, let type, let defaultValue, let details else { return nil }
        var toggle = ToggleDeclaration(
            key: key.copied,
            swiftName: swiftName,
            category: category,
            type: type,
            defaultValue: defaultValue,
            remote: has(.remote) ? remoteUse?.parameter : nil,
            retired: remoteUse?.retired.map(\.name) ?? [],
            details: details,
            location: pair.key.range
        )
        toggle.lifetime = defaultDays(details)
        toggle.fieldRanges.reserveCapacity(fields.count)
        for index in fields.indices {
            toggle.fieldRanges.append((fields[index], pairs[index].value.range))
        }
        return toggle
    }

    /// Returns the value of a field, or `nil` if the toggle doesn't have it.
    func value(of field: ManifestField) -> YAMLNode? {
        index(of: field).map { pairs[$0].value }
    }

    /// Returns the location of a field's name, or `nil` if the toggle doesn't have the field.
    func nameRange(of field: ManifestField) -> SourceRange? {
        index(of: field).map { pairs[$0].key.range }
    }

    /// Returns whether the toggle has a field.
    func has(_ field: ManifestField) -> Bool { index(of: field) != nil }

    private func index(of field: ManifestField) -> Int? {
        // The generator usually runs unoptimized, where a loop takes a tenth of the time of a search with a closure.
        var index = 0
        while index < fields.count {
            if fields[index] == field { return index }
            index += 1
        }
        return nil
    }

    private func checkKey(_ diagnostics: inout DiagnosticCollector) {
        if let scalar = pair.key.scalar, scalar.isPlain, SwiftName.isKey(key) {
            // `null` and `true` look like keys, but YAML readers interpret them differently.
            if case .string = scalar.value { return }
            diagnostics.error(at: pair.key.range, "\(key.quoted) is \(scalar.kind), not a key; write another word")
            return
        }
        guard !SwiftName.isKey(key) else { return }
        guard key.utf8.count <= SwiftName.longestKey else {
            diagnostics.error(
                at: pair.key.range.firstLine,
                "the key \(key.quoted) has \(key.utf8.count) bytes, and at most \(SwiftName.longestKey) are allowed; write a shorter one"
            )
            return
        }
        let suggestion = SwiftName.key(from: key).map { "; write \($0.quoted)" } ?? ""
        diagnostics.error(
            at: pair.key.range.firstLine,
            "the key \(key.quoted) is not snake_case (lowercase letters and digits, beginning with a letter, single ‘_’ between words)\(suggestion)"
        )
    }

    /// Collects the fields by name, and returns whether the toggle is a mapping.
    private mutating func collectFields(_ diagnostics: inout DiagnosticCollector) -> Bool {
        let value = pair.value
        guard let pairs = value.pairs else {
            if case .refused = value.content { return false }
            if value.isNothing, !isComplete { return false }
            diagnostics.error(
                at: value.isNothing ? pair.key.range : value.range.firstLine,
                value.isNothing
                    ? "the toggle \(key.quoted) has no fields; write at least category, description and owner, indented below it"
                    : "the toggle \(key.quoted) is \(value.kind), but should be a mapping with fields such as ‘category: release’"
            )
            return false
        }
        fields.reserveCapacity(pairs.count)
        self.pairs.reserveCapacity(pairs.count)
        for (index, pair) in pairs.enumerated() where !diagnostics.isFull {
            if let field = ManifestField.named(pair.name, after: fields.last) {
                // The composer has already reported duplicates.
                guard !has(field) else { continue }
                fields.append(field)
                self.pairs.append(pair)
            } else if isToggle(pair, before: pairs.dropFirst(index + 1).first) {
                let line = pair.key.range.start.line
                lostLines = line + 1...max(line + 1, value.range.end.line)
                diagnostics.error(
                    at: pair.key.range,
                    "\(pair.name.quoted) looks like a toggle; indent it like \(key.quoted), and its fields below it"
                )
                // What follows belongs to that toggle.
                return true
            } else {
                reportUnknownField(pair, &diagnostics)
            }
        }
        return true
    }

    /// Returns whether an unknown field is a toggle that is indented too far, with its fields below or after it.
    private func isToggle(_ pair: YAMLPair, before next: YAMLPair?) -> Bool {
        if pair.value["category"] != nil { return true }
        guard pair.value.isNothing, let next = next.flatMap({ ManifestField(rawValue: $0.name) }) else { return false }
        // The fields of this toggle follow again.
        return has(next)
    }

    private mutating func reportUnknownField(_ pair: YAMLPair, _ diagnostics: inout DiagnosticCollector) {
        let names = ManifestField.allCases.map(\.rawValue)
        let meant =
            ManifestField.otherWords[pair.name.lowercased()]
            ?? Suggestion.closest(to: pair.name, in: names).flatMap(ManifestField.init(rawValue:))
        if let meant {
            misspelled.insert(meant)
        }
        diagnostics.error(
            at: pair.key.range.firstLine,
            "\(pair.name.quoted) is not a field of a toggle"
                + (meant.map { "; did you mean \($0.rawValue.quoted)?" }
                    ?? "; the fields are \(names.quotedList("and"))")
        )
    }

    private func readCategory(_ diagnostics: inout DiagnosticCollector) -> ToggleCategory? {
        var names: [String] { ToggleCategory.allCases.map(\.rawValue) }
        guard has(.category) else {
            missing(
                .category,
                "the toggle \(key.quoted) lacks the field ‘category’; write ‘category:’ and \(names.quotedList())",
                &diagnostics
            )
            return nil
        }
        guard let name = text(.category, wanted: names.quotedList(), &diagnostics) else { return nil }
        if let category = ToggleCategory(rawValue: name) { return category }
        let question = Suggestion.question(for: name, in: names)
        error(
            .category,
            "\(name.quoted) is not a category" + (question.isEmpty ? "; write \(names.quotedList())" : question),
            &diagnostics
        )
        return nil
    }

    /// Returns the name in Swift, which is that of the key unless the toggle has another one.
    private func readSwiftName(_ diagnostics: inout DiagnosticCollector) -> String {
        guard has(.swift) else { return SwiftName.member(ofKey: key) }
        guard let name = text(.swift, wanted: "the name of the toggle in Swift", &diagnostics) else { return key }
        if !SwiftName.isIdentifier(name) {
            error(
                .swift,
                "\(name.quoted) is not a name in Swift; write letters and digits, without back-ticks, such as \(SwiftName.member(ofKey: key).quoted)",
                &diagnostics
            )
        }
        return name.copied
    }

    private mutating func readRemote(_ diagnostics: inout DiagnosticCollector) {
        let remote = text(.remote, wanted: "the name of a remote parameter", &diagnostics)
        let retired = readRetired(&diagnostics)
        if category == .release {
            for field in [ManifestField.remote, .retired] {
                guard let range = nameRange(of: field) else { continue }
                diagnostics.error(
                    at: range,
                    "a release toggle has no remote parameter, so \(field.rawValue.quoted) is not allowed; remove it, or write ‘category: ops’"
                )
            }
        }
        let isReadable = !has(.remote) || remote != nil
        remoteUse = RemoteUse(
            key: key,
            parameter: category == .release || !isReadable ? nil : remote ?? key,
            range: value(of: .remote)?.range ?? pair.key.range,
            retired: category == .release ? [] : retired
        )
    }

    private func readRetired(_ diagnostics: inout DiagnosticCollector) -> [(name: String, range: SourceRange)] {
        guard let node = value(of: .retired) else { return [] }
        guard let items = node.items else {
            wrongKind(.retired, "a list of former remote parameters, such as ‘[\(key)]’", &diagnostics)
            return []
        }
        var result: [(name: String, range: SourceRange)] = []
        var lines: [String: Int] = [:]
        for item in items {
            if case .refused = item.content { continue }
            guard let scalar = item.scalar, case .string(let name) = scalar.value, !name.trimmed.isEmpty else {
                diagnostics.error(
                    at: item.range.firstLine,
                    "an entry in ‘retired’ is \(item.scalar?.text.trimmed.isEmpty == true ? "blank" : item.kind), but should be the name of a remote parameter"
                        + (item.scalar.map { $0.text.isEmpty ? "" : "; write \("\"\($0.text)\"".quoted)" } ?? "")
                )
                continue
            }
            if let line = lines[name] {
                diagnostics.error(
                    at: item.range.firstLine,
                    "\(name.quoted) is already retired on line \(line); remove one of the two"
                )
                continue
            }
            lines[name] = item.range.start.line
            result.append((name, item.range))
        }
        return result
    }

    // MARK: - Diagnostics

    /// Reports a missing field, unless it is misspelled or the toggle is incomplete.
    func missing(_ field: ManifestField, _ message: String, _ diagnostics: inout DiagnosticCollector) {
        if isComplete, !misspelled.contains(field) {
            diagnostics.error(at: pair.key.range, message)
        }
    }

    /// Reports an error in the value of a field.
    func error(_ field: ManifestField, _ message: String, _ diagnostics: inout DiagnosticCollector) {
        diagnostics.error(at: (value(of: field) ?? pair.key).range.firstLine, message)
    }

    /// Reports a value of the wrong kind.
    func wrongKind(_ field: ManifestField, _ wanted: String, _ diagnostics: inout DiagnosticCollector) {
        guard let node = value(of: field) else { return }
        switch node.content {
        case .refused:
            return
        case .scalar(let scalar) where scalar.value == .null:
            error(field, "\(field.rawValue.quoted) has no value; write \(wanted)", &diagnostics)
        case .scalar(let scalar):
            error(
                field,
                "\(field.rawValue.quoted) is \(scalar.kind), \(scalar.text.quoted), but should be \(wanted)",
                &diagnostics
            )
        default:
            error(field, "\(field.rawValue.quoted) is \(node.kind), but should be \(wanted)", &diagnostics)
        }
    }

    /// Returns the text of a field, without surrounding spaces; `nil` without the field, or after a diagnostic.
    func text(_ field: ManifestField, wanted: @autoclosure () -> String, _ diagnostics: inout DiagnosticCollector)
        -> String?
    {
        guard let node = value(of: field) else { return nil }
        guard let scalar = node.scalar else {
            wrongKind(field, wanted(), &diagnostics)
            return nil
        }
        switch scalar.value {
        case .string(let text):
            let trimmed = text.trimmed
            guard trimmed.isEmpty else { return trimmed }
            error(field, "\(field.rawValue.quoted) is blank; write \(wanted())", &diagnostics)
            return nil
        case .null:
            wrongKind(field, wanted(), &diagnostics)
            return nil
        case .integer where field.detail == .reference:
            return scalar.text
        case .bool, .integer, .number:
            // Where any text is valid, a word that looks like a number may be intended.
            let hint =
                field == .remote || field.detail == .text
                ? "; as text it is written \("\"\(scalar.text)\"".quoted)" : ""
            wrongKind(field, wanted() + hint, &diagnostics)
            return nil
        }
    }
}
