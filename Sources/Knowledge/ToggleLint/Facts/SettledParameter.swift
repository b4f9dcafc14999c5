import ToggleBase

/// A parameter of the remote document that has one value for all users.
struct SettledParameter {
    let parameter: DocumentOutline.Parameter
    /// The value that all users get.
    let value: JSONValue
    /// The first day with that value, if known.
    let since: CalendarDate?

    /// The metadata fields in which documents store a flag's last change: in the flag's metadata, or otherwise in the
    /// document's.
    static let dateNames = ["changed", "updated", "changedAt", "updatedAt", "updated_at", "lastModified"]

    init?(_ parameter: DocumentOutline.Parameter, of document: DocumentOutline, history: ToggleHistory) {
        guard let value = parameter.valueForAllUsers else { return nil }
        self.parameter = parameter
        self.value = value
        since =
            history.firstDay(of: value, ofParameter: parameter.key)
            ?? Self.date(in: parameter.metadata) ?? Self.date(in: document.metadata)
    }

    private static func date(in metadata: JSONObject) -> CalendarDate? {
        for name in dateNames {
            // A timestamp begins with its date (RFC 3339).
            if case .string(let text)? = metadata[name], let date = CalendarDate(String(text.prefix(10))) {
                return date
            }
        }
        return nil
    }
}
