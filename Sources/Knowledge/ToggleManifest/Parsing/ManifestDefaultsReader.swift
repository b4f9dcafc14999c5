import ToggleBase

/// Reads the section `defaults` of a manifest.
struct ManifestDefaultsReader {
    private static let fields: [ManifestField] = [.owner, .expires, .permanent]
    private static let fieldNames = fields.map(\.name)
    private static let categoryNames = ToggleCategory.allCases.map(\.rawValue)
    private static let wantedLifetime = "a date, such as ‘2026-11-01’, or a number of days, such as ‘90 days’"

    /// Returns the defaults; without those that have an error.
    static func read(_ node: YAMLNode, _ diagnostics: inout DiagnosticCollector) -> ManifestDefaults {
        var defaults = ManifestDefaults()
        guard let pairs = pairs(of: node, "defaults", &diagnostics) else { return defaults }
        defaults.general = values(pairs, in: "defaults", &diagnostics)
        for pair in pairs where !diagnostics.isFull {
            if let category = ToggleCategory(rawValue: pair.name) {
                guard let pairs = Self.pairs(of: pair.value, pair.name, &diagnostics) else { continue }
                defaults.byCategory[category] = values(pairs, in: pair.name, &diagnostics)
                for pair in pairs where !fieldNames.contains(pair.name) {
                    reportUnknown(pair, in: fieldNames, &diagnostics)
                }
            } else if !fieldNames.contains(pair.name) {
                reportUnknown(pair, in: fieldNames + categoryNames, &diagnostics)
            }
        }
        return defaults
    }

    private static func pairs(
        of node: YAMLNode,
        _ name: String,
        _ diagnostics: inout DiagnosticCollector
    ) -> [YAMLPair]? {
        if node.isNothing { return [] }
        if let pairs = node.pairs { return pairs }
        if case .refused = node.content { return nil }
        diagnostics.error(
            at: node.range.firstLine,
            "\(name.quoted) is \(node.kind), but should be a mapping with \(fieldNames.quotedList())"
        )
        return nil
    }

    private static func reportUnknown(_ pair: YAMLPair, in names: [String], _ diagnostics: inout DiagnosticCollector) {
        let question = Suggestion.question(for: pair.name, in: names)
        diagnostics.error(
            at: pair.key.range.firstLine,
            "\(pair.name.quoted) has no default"
                + (question.isEmpty ? "; the fields are \(names.quotedList("and"))" : question)
        )
    }

    private static func values(
        _ pairs: [YAMLPair],
        in section: String,
        _ diagnostics: inout DiagnosticCollector
    ) -> ManifestDefaults.Values {
        var values = ManifestDefaults.Values()
        func node(_ field: ManifestField) -> YAMLNode? { pairs.first { $0.name == field.name }?.value }
        func report(_ field: ManifestField, _ node: YAMLNode, _ wanted: String) {
            if case .refused = node.content { return }
            let found = node.scalar.map { "\($0.kind), \($0.text.quoted)" } ?? node.kind
            diagnostics.error(
                at: node.range.firstLine,
                "\(field.name.quoted) in \(section.quoted) is \(found), but should be \(wanted)"
            )
        }
        func text(_ node: YAMLNode) -> String? {
            guard let scalar = node.scalar, case .string(let text) = scalar.value, !text.trimmed.isEmpty else {
                return nil
            }
            return text.trimmed.copied
        }
        if let owner = node(.owner) {
            values.owner = text(owner)
            if values.owner == nil { report(.owner, owner, ManifestField.owner.wanted) }
        }
        if let expires = node(.expires) {
            values.lifetime = text(expires).flatMap { ManifestDefaults.Lifetime($0) }
            if values.lifetime == nil { report(.expires, expires, wantedLifetime) }
        }
        if let permanent = node(.permanent) {
            if let scalar = permanent.scalar, case .bool(let isPermanent) = scalar.value {
                if isPermanent, node(.expires) != nil {
                    diagnostics.error(
                        at: permanent.range.firstLine,
                        "a permanent toggle does not expire; remove ‘expires’ or ‘permanent: true’"
                    )
                }
                if isPermanent { values.lifetime = .permanent }
            } else {
                report(.permanent, permanent, ManifestField.wantedBoolean)
            }
        }
        return values
    }
}
