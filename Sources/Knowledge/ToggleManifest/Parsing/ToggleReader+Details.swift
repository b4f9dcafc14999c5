import ToggleBase

/// The details: description, owner, dates, ticket.
extension ToggleReader {
    func readDetails(_ diagnostics: inout DiagnosticCollector) -> ToggleDetails? {
        var details = ToggleDetails(description: "", owner: "")
        for field in ManifestField.details {
            details[field] = readDetail(field, &diagnostics)
        }
        addDefaults(to: &details)
        if let created = details.created, let expires = details.expires, expires < created {
            error(
                .expires,
                "the toggle expires on \(expires), before it is created on \(created); correct one of the dates",
                &diagnostics
            )
        }
        if details.isPermanent, let range = nameRange(of: .expires) {
            diagnostics.error(at: range, "a permanent toggle does not expire; remove ‘expires’ or ‘permanent: true’")
        }
        // Unknown after a diagnostic.
        let isPermanent = value(of: .permanent).map(boolean) ?? details.isPermanent
        if let category, category.usuallyStays, !has(.expires), details.expires == nil, isPermanent == false,
            !misspelled.contains(.permanent), defaultDays(details) == nil
        {
            missing(
                .expires,
                "a \(category.rawValue) toggle either expires or is permanent; write ‘expires:’ and a date, or ‘permanent: true’",
                &diagnostics
            )
        }
        return has(.description) && (has(.owner) || !details.owner.isEmpty) ? details : nil
    }

    /// Adds what the section `defaults` says, if the toggle doesn't say it itself.
    private func addDefaults(to details: inout ToggleDetails) {
        guard let category else { return }
        if !has(.owner), let owner = defaults.owner(of: category) { details.owner = owner }
        guard !has(.expires), !has(.permanent) else { return }
        switch defaults.lifetime(of: category) {
        case .until(let date): details.expires = date
        case .days(let days): details.expires = details.created?.adding(days: days)
        case .permanent: details.isPermanent = true
        case nil: break
        }
    }

    /// The number of days that the toggle lives by default, if it doesn't say when they begin.
    func defaultDays(_ details: ToggleDetails) -> Int? {
        guard let category, !has(.expires), !has(.permanent), details.created == nil,
            case .days(let days)? = defaults.lifetime(of: category)
        else { return nil }
        return days
    }

    /// Returns the value of a field; `nil` without the field, or after a diagnostic.
    private func readDetail(_ field: ManifestField, _ diagnostics: inout DiagnosticCollector) -> JSONValue? {
        guard let node = value(of: field) else {
            if field.detail == .text, !(field == .owner && category.flatMap { defaults.owner(of: $0) } != nil) {
                missing(
                    field,
                    "the toggle \(key.quoted) lacks the field \(field.rawValue.quoted); write \("\(field.rawValue):".quoted) and \(field.wanted)",
                    &diagnostics
                )
            }
            return nil
        }
        if field.detail == .flag {
            if let value = boolean(node) { return .bool(value) }
            wrongKind(field, field.wanted, &diagnostics)
            return nil
        }
        guard let text = text(field, wanted: field.wanted, &diagnostics) else { return nil }
        if field.detail == .date, CalendarDate(text) == nil {
            error(field, CalendarDate.problem(with: text), &diagnostics)
            return nil
        }
        return .string(text.copied)
    }

    func boolean(_ node: YAMLNode) -> Bool? {
        if let scalar = node.scalar, case .bool(let value) = scalar.value { value } else { nil }
    }
}
