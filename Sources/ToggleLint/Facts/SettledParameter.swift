import FeatureToggles
import ToggleDocuments

/// A parameter of the remote document that has one value for everybody.
struct SettledParameter {
    let parameter: DocumentOutline.Parameter
    /// What everybody gets.
    let value: JSONValue
    /// Since when, as far as it is known.
    let since: CalendarDate?

    /// The names under which documents say when a flag changed last: in its own metadata, else in those of the document.
    static let dateNames = ["changed", "updated", "changedAt", "updatedAt", "updated_at", "lastModified"]

    init?(_ parameter: DocumentOutline.Parameter, of document: DocumentOutline, history: ToggleHistory) {
        guard let value = parameter.valueForEverybody else { return nil }
        self.parameter = parameter
        self.value = value
        since =
            history.firstDay(of: value, ofParameter: parameter.key)
            ?? Self.date(in: parameter.metadata) ?? Self.date(in: document.metadata)
    }

    private static func date(in metadata: JSONObject) -> CalendarDate? {
        for name in dateNames {
            // A moment begins with its day (RFC 3339).
            if case .string(let text)? = metadata[name], let date = CalendarDate(String(text.prefix(10))) {
                return date
            }
        }
        return nil
    }
}
