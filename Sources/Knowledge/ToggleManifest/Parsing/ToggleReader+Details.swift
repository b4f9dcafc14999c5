import ToggleBase

/// The descriptive fields: description, owner, dates, ticket.
extension ToggleReader {
    func readDetails(_ diagnostics: inout DiagnosticCollector) -> ToggleDetails? {
        let description = required(.description, wanted: "what the toggle does, in a sentence", &diagnostics)
        let owner = required(.owner, wanted: "the team or person that looks after the toggle", &diagnostics)
        let created = date(.created, &diagnostics)
        let expires = date(.expires, &diagnostics)
        let isPermanent = flag(.permanent, &diagnostics)
        let issue = text(.issue, wanted: "the URL or the number of a ticket", &diagnostics)

        if let created, let expires, expires < created {
            error(
                .expires,
                "the toggle expires on \(expires), before it is created on \(created); correct one of the dates",
                &diagnostics
            )
        }
        if isPermanent == true, let pair = fields[.expires] {
            diagnostics.error(
                at: pair.key.range,
                "a permanent toggle does not expire; remove ‘expires’ or ‘permanent: true’"
            )
        }
        if category == .permission, fields[.expires] == nil, isPermanent == false, !misspelled.contains(.permanent) {
            missing(
                .expires,
                "a permission toggle either expires or is permanent; write ‘expires:’ and a date, or ‘permanent: true’",
                &diagnostics
            )
        }
        guard let description, let owner else { return nil }
        return ToggleDetails(
            description: description,
            owner: owner,
            created: created,
            expires: expires,
            isPermanent: isPermanent ?? false,
            issue: issue
        )
    }

    private func required(
        _ field: ManifestField,
        wanted: @autoclosure () -> String,
        _ diagnostics: inout DiagnosticCollector
    ) -> String? {
        guard fields[field] != nil else {
            missing(
                field,
                "the toggle \(key.quoted) lacks the field \(field.rawValue.quoted); write \("\(field.rawValue):".quoted) and \(wanted())",
                &diagnostics
            )
            return nil
        }
        return text(field, wanted: wanted(), &diagnostics)
    }

    /// Returns the value of a Boolean field: false if it is absent, `nil` after a diagnostic.
    private func flag(_ field: ManifestField, _ diagnostics: inout DiagnosticCollector) -> Bool? {
        guard let node = fields[field]?.value else { return false }
        if let value = boolean(node) { return value }
        wrongKind(field, Self.wantedBoolean, &diagnostics)
        return nil
    }

    static var wantedBoolean: String { "‘true’ or ‘false’, without quotes" }

    func boolean(_ node: YAMLNode) -> Bool? {
        if let scalar = node.scalar, case .bool(let value) = scalar.value { value } else { nil }
    }

    private func date(_ field: ManifestField, _ diagnostics: inout DiagnosticCollector) -> CalendarDate? {
        guard let text = text(field, wanted: "a date, such as ‘2026-11-01’", &diagnostics) else { return nil }
        if let date = CalendarDate(text) { return date }
        error(field, CalendarDate.problem(with: text), &diagnostics)
        return nil
    }
}
