import ToggleBase

/// The default value of a toggle.
extension ToggleReader {
    /// Returns the default in canonical form, or `nil` after a diagnostic.
    func readDefault(_ diagnostics: inout DiagnosticCollector) -> JSONValue? {
        guard let type else { return nil }
        guard let node = value(of: .default) else { return implicitDefault(type, &diagnostics) }
        if case .refused = node.content { return nil }
        if category == .release {
            return defaultOfRelease(node, &diagnostics)
        }
        switch type {
        case .bool:
            if let value = boolean(node) { return .bool(value) }
            if category == nil { return nil }
            wrongDefault(ManifestField.wantedBoolean, hint: hintAtType(for: node), &diagnostics)
        case .int:
            return integer(node, &diagnostics)
        case .double:
            return number(node, &diagnostics)
        case .string:
            if let scalar = node.scalar, case .string(let text) = scalar.value { return .string(text) }
            let quotedText = node.scalar.map { "; write \("\"\($0.text)\"".quoted)" } ?? ""
            wrongDefault("text", hint: quotedText, &diagnostics)
        case .variants(let names):
            return variant(node, of: names, &diagnostics)
        case .json:
            return json(node, &diagnostics)
        }
        return nil
    }

    private func implicitDefault(_ type: ToggleType, _ diagnostics: inout DiagnosticCollector) -> JSONValue? {
        let example: String
        switch (category, type) {
        case (.migration, _): return .string(MigrationStage.off.rawValue)
        case (_, .bool): return .bool(false)
        case (nil, _): return nil
        case (_, .variants(let names)): example = "‘default:’ and \(Self.shown(names))"
        case (_, .int): example = "for example ‘default: 0’"
        case (_, .double): example = "for example ‘default: 0.5’"
        case (_, .string): example = "for example ‘default: \"\"’"
        case (_, .json): example = "for example ‘default: { limit: 10 }’"
        }
        missing(
            .default,
            "the toggle \(key.quoted) lacks the field ‘default’, its value when no source has one; write \(example)",
            &diagnostics
        )
        return nil
    }

    private func defaultOfRelease(_ node: YAMLNode, _ diagnostics: inout DiagnosticCollector) -> JSONValue? {
        guard let value = boolean(node) else {
            wrongDefault("‘false’, or be left out", hint: "", &diagnostics)
            return nil
        }
        guard value else { return .bool(false) }
        error(
            .default,
            "a release toggle is off by default and the constant false in a RELEASE build; remove ‘default: true’, or write ‘category: ops’",
            &diagnostics
        )
        return nil
    }

    private func wrongDefault(_ wanted: String, hint: String, _ diagnostics: inout DiagnosticCollector) {
        wrongKind(.default, wanted + hint, &diagnostics)
    }

    /// Returns a hint for a valid default whose type isn't declared.
    private func hintAtType(for node: YAMLNode) -> String {
        guard category == .ops, !has(.type) else { return "" }
        switch node.content {
        case .scalar(let scalar):
            switch scalar.value {
            case .integer: return "; or add ‘type: int’"
            case .number: return "; or add ‘type: double’"
            case .string(let text) where !["yes", "no", "on", "off", "true", "false"].contains(text.lowercased()):
                return "; or add ‘type: string’, or ‘values:’ with a list of names"
            default: return ""
            }
        case .sequence, .mapping: return "; or add ‘type: json’"
        case .refused: return ""
        }
    }

    private func integer(_ node: YAMLNode, _ diagnostics: inout DiagnosticCollector) -> JSONValue? {
        if let scalar = node.scalar {
            switch scalar.value {
            case .integer(let value?):
                return .integer(value)
            case .integer(nil):
                error(.default, "\(scalar.text.quoted) does not fit in 64 bits; write a smaller number", &diagnostics)
                return nil
            case .number(let value):
                if let canonical = ToggleType.int.canonical(.number(value)) { return canonical }
                wrongDefault("an integer", hint: "; for fractions write ‘type: double’", &diagnostics)
                return nil
            case .null, .bool, .string:
                break
            }
        }
        wrongDefault("an integer, without quotes", hint: "", &diagnostics)
        return nil
    }

    private func number(_ node: YAMLNode, _ diagnostics: inout DiagnosticCollector) -> JSONValue? {
        if let scalar = node.scalar {
            switch scalar.value {
            case .integer(let value?):
                if let canonical = ToggleType.double.canonical(.integer(value)) { return canonical }
                error(
                    .default,
                    "\(scalar.text.quoted) has more digits than a Double can represent; write fewer",
                    &diagnostics
                )
                return nil
            case .number(let value) where value.isFinite:
                return .number(value)
            case .number, .integer(nil):
                // Like JSON, whose integers beyond 64 bits are Doubles.
                if scalar.value == .integer(nil), let value = Double(scalar.text), value.isFinite {
                    return .number(value)
                }
                error(
                    .default,
                    "\(scalar.text.quoted) is not a finite number that a Double can hold; write another",
                    &diagnostics
                )
                return nil
            case .null, .bool, .string:
                break
            }
        }
        wrongDefault("a number, without quotes", hint: "", &diagnostics)
        return nil
    }

    private func variant(
        _ node: YAMLNode,
        of names: [String],
        _ diagnostics: inout DiagnosticCollector
    ) -> JSONValue? {
        guard let scalar = node.scalar, case .string(let name) = scalar.value else {
            let meant = node.scalar.flatMap { names.contains($0.text) ? "; write \("\"\($0.text)\"".quoted)" : nil }
            wrongDefault(Self.shown(names), hint: meant ?? "", &diagnostics)
            return nil
        }
        if names.contains(name) { return .string(name) }
        let set = category == .migration ? "a stage of a migration" : "one of ‘values’"
        let question = Suggestion.question(for: name, in: names)
        error(
            .default,
            "\(name.quoted) is not \(set)" + (question.isEmpty ? "; write \(Self.shown(names))" : question),
            &diagnostics
        )
        return nil
    }

    /// Returns the names as an enumeration, truncated if there are many.
    private static func shown(_ names: [String]) -> String {
        names.count <= 12
            ? names.quotedList() : names.prefix(12).map(\.quoted).joined(separator: ", ") + " or another of ‘values’"
    }

    /// Returns the node as JSON, with its members in order, or `nil` after a diagnostic.
    ///
    /// The depth is limited by ``YAMLComposer/maximumDepth``.
    private func json(_ node: YAMLNode, _ diagnostics: inout DiagnosticCollector) -> JSONValue? {
        switch node.content {
        case .refused:
            return nil
        case .scalar(let scalar):
            switch scalar.value {
            case .null where scalar.text.isEmpty:
                diagnostics.error(at: node.range, "a value is missing here; write it, or ‘null’ for nothing")
                return nil
            case .null: return .null
            case .bool(let value): return .bool(value)
            case .integer(let value?): return .integer(value)
            case .string(let text): return .string(text)
            case .number(let value) where value.isFinite: return .number(value)
            case .integer, .number:
                diagnostics.error(
                    at: node.range,
                    "\(scalar.text.quoted) is a number that JSON readers interpret differently; write it as text, in quotes"
                )
                return nil
            }
        case .sequence(let items):
            let values = items.map { json($0, &diagnostics) }
            let found = values.compactMap { $0 }
            return found.count == values.count ? .array(found) : nil
        case .mapping(let pairs):
            var members: [JSONObject.Member] = []
            for pair in pairs {
                if let scalar = pair.key.scalar, case .string = scalar.value {
                    guard let value = json(pair.value, &diagnostics) else { continue }
                    members.append(JSONObject.Member(name: pair.name, value: value))
                } else {
                    diagnostics.error(
                        at: pair.key.range,
                        "the name of a JSON member must be text, and \(pair.name.quoted) is \(pair.key.kind); write \("\"\(pair.name)\"".quoted)"
                    )
                }
            }
            return members.count == pairs.count ? .object(JSONObject(members)) : nil
        }
    }
}
