import ToggleBase

/// The type of a toggle's values.
extension ToggleReader {
    /// The types that a manifest can name.
    static let types: [(name: String, type: ToggleType)] = [
        ("bool", .bool), ("int", .int), ("double", .double), ("string", .string), ("json", .json),
    ]

    /// Names of types in other languages.
    private static let otherTypes: [String: String] = [
        "boolean": "bool", "flag": "bool", "integer": "int", "number": "double", "float": "double", "decimal": "double",
        "text": "string", "str": "string", "object": "json", "map": "json", "dictionary": "json",
    ]

    func readType(_ diagnostics: inout DiagnosticCollector) -> ToggleType? {
        switch category {
        case .release:
            return bool("a release toggle is a Bool, the constant false in a RELEASE build", &diagnostics)
        case .permission:
            return bool("a permission toggle is a Bool", &diagnostics)
        case .migration:
            for field in [ManifestField.type, .values] {
                refuse(
                    field,
                    "the values of a migration toggle are its stages; remove \(field.rawValue.quoted)",
                    &diagnostics
                )
            }
            return .migrationStages
        case .experiment:
            refuse(
                .type,
                "the values of an experiment are its variants; list them after ‘values:’ and remove ‘type’",
                &diagnostics
            )
            guard has(.values) else {
                missing(
                    .values,
                    "an experiment needs ‘values’ with at least two variants; write for example ‘values: [control, treatment]’",
                    &diagnostics
                )
                return nil
            }
            let variants = readValues(&diagnostics)
            if let variants, variants.count < 2 {
                error(
                    .values,
                    "an experiment needs at least two variants, and ‘values’ has one; add another",
                    &diagnostics
                )
            }
            return variants.map { .variants($0) }
        case .ops:
            return typeOfOps(&diagnostics)
        case nil:
            // The category is invalid or missing; fields that don't depend on it are still checked.
            return typeOfOps(&diagnostics)
        }
    }

    /// Returns `bool`, for a category that has no other type, and reports a different type.
    private func bool(_ reason: String, _ diagnostics: inout DiagnosticCollector) -> ToggleType {
        let alternative = "; for other values write ‘category: ops’"
        if has(.type), let type = readTypeName(&diagnostics), type != .bool {
            error(.type, "\(reason); remove ‘type’\(alternative)", &diagnostics)
        }
        refuse(.values, "\(reason); remove ‘values’\(alternative)", &diagnostics)
        return .bool
    }

    private func refuse(_ field: ManifestField, _ message: String, _ diagnostics: inout DiagnosticCollector) {
        if let range = nameRange(of: field) {
            diagnostics.error(at: range, message)
        }
    }

    private func typeOfOps(_ diagnostics: inout DiagnosticCollector) -> ToggleType? {
        if has(.values) {
            let variants = readValues(&diagnostics)
            refuse(
                .type,
                "‘values’ already determines the type; remove ‘type’ or ‘values’",
                &diagnostics
            )
            return variants.map { .variants($0) }
        }
        guard !has(.type) else { return readTypeName(&diagnostics) }
        return misspelled.contains(.type) || misspelled.contains(.values) ? nil : .bool
    }

    private func readTypeName(_ diagnostics: inout DiagnosticCollector) -> ToggleType? {
        var names: [String] { Self.types.map(\.name) }
        guard let name = text(.type, wanted: names.quotedList(), &diagnostics) else { return nil }
        if let type = Self.types.first(where: { $0.name == name })?.type { return type }
        if ["variants", "variant", "enum", "values"].contains(name.lowercased()) {
            error(
                .type,
                "\(name.quoted) is not written as a type; list the names after ‘values:’ and remove ‘type’",
                &diagnostics
            )
            return nil
        }
        let meant = Self.otherTypes[name.lowercased()] ?? Suggestion.closest(to: name, in: names)
        error(
            .type,
            "\(name.quoted) is not a type"
                + (meant.map { "; did you mean \($0.quoted)?" }
                    ?? "; write \(names.quotedList()), or list names after ‘values:’"),
            &diagnostics
        )
        return nil
    }

    /// Returns the closed set of values, or `nil` after a diagnostic.
    private func readValues(_ diagnostics: inout DiagnosticCollector) -> [String]? {
        guard let node = value(of: .values) else { return nil }
        guard let items = node.items else {
            wrongKind(.values, "a list of names, such as ‘[classic, neural]’", &diagnostics)
            return nil
        }
        guard !items.isEmpty else {
            error(.values, "‘values’ is an empty list; write at least one name, or remove it for a Bool", &diagnostics)
            return nil
        }
        var names: [String] = []
        var known: Set<String> = []
        var cases: [String: String] = [:]
        var isValid = true
        for item in items {
            if case .refused = item.content {
                isValid = false
                continue
            }
            if let problem = Self.problem(with: item, known: &known, cases: &cases) {
                diagnostics.error(at: item.range.firstLine, problem)
                isValid = false
            } else if let scalar = item.scalar {
                names.append(scalar.text)
            }
        }
        return isValid ? names : nil
    }

    private static func problem(
        with item: YAMLNode,
        known: inout Set<String>,
        cases: inout [String: String]
    ) -> String? {
        guard let scalar = item.scalar else {
            return "an entry in ‘values’ is \(item.kind), but should be a name"
        }
        guard case .string(let name) = scalar.value else {
            if case .bool = scalar.value {
                return
                    "\(scalar.text.quoted) is a Boolean, and ‘values’ is a list of names; a toggle that is true or false needs no ‘values’"
            }
            return scalar.text.isEmpty
                ? "an entry in ‘values’ is empty; write a name"
                : "\(scalar.text.quoted) is \(scalar.kind), and ‘values’ is a list of names; write \("\"\(scalar.text)\"".quoted)"
        }
        guard known.insert(name).inserted else {
            return "\(name.quoted) is already in ‘values’; remove one of the two"
        }
        guard let swiftName = SwiftName.enumCase(of: name) else {
            return
                "\(name.quoted) cannot become an enum case; write letters and digits, with ‘-’, ‘_’, ‘.’ or a space between words"
        }
        if SwiftName.membersOfVariants.contains(swiftName) {
            return
                "\(name.quoted) becomes the enum case \(swiftName.quoted), which every such enum already has; write another name"
        }
        if let other = cases.updateValue(name, forKey: swiftName) {
            return
                "\(name.quoted) becomes the enum case \(swiftName.quoted), as \(other.quoted) does; rename one of the two"
        }
        return nil
    }
}
