package import FeatureToggles
import ToggleManifest

/// A ticket for the removal of a toggle.
package struct RemovalTicket: Sendable, Hashable {
    /// Why there is one.
    package enum Occasion: String, Sendable, Hashable, CaseIterable {
        /// The toggle went from release to ops: it ships, and its removal comes into sight.
        case promoted
        /// The toggle was declared: its removal is planned from the first day on.
        case born
        /// The toggle should be gone.
        case expired
    }

    /// The toggle's key.
    package let key: String
    /// Why there is one.
    package let occasion: Occasion
    /// Who looks after the toggle.
    package let owner: String
    /// The day by which it should be done; `nil` for a toggle without an expiry.
    package let due: CalendarDate?
    /// The title.
    package let title: String
    /// The body as Markdown, with the marker.
    package let body: String

    /// What tells the ticket of a toggle from all other texts, invisible in Markdown.
    ///
    /// - Parameter key: The toggle's key.
    /// - Returns: A comment of HTML.
    package static func marker(of key: String) -> String { "<!-- toggles:ticket \(key) -->" }

    /// The ticket as JSON.
    package var json: JSONValue {
        [
            "key": .string(key), "occasion": .string(occasion.rawValue), "owner": .string(owner),
            "due": due.map { .string($0.description) } ?? .null, "title": .string(title), "body": .string(body),
        ]
    }
}
