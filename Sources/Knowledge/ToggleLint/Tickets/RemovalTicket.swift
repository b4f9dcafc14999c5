package import ToggleBase

/// A ticket for the removal of a toggle.
package struct RemovalTicket: Sendable, Hashable {
    /// The occasion for a ticket.
    package enum Occasion: String, Sendable, Hashable, CaseIterable {
        /// The toggle changed from release to ops: it ships, and its removal can be planned.
        case promoted
        /// The toggle was declared, and its removal is planned from the first day.
        case born
        /// The toggle has reached its expiry date.
        case expired
        /// No production code reads the toggle.
        case unused
    }

    /// The toggle's key.
    package let key: String
    /// The occasion for the ticket.
    package let occasion: Occasion
    /// The owner of the toggle.
    package let owner: String
    /// The due date; `nil` for a toggle without an expiry date.
    package let due: CalendarDate?
    package let title: String
    /// The body as Markdown, with the marker.
    package let body: String

    /// Returns the marker that identifies a toggle's ticket, which is invisible in Markdown.
    ///
    /// - Parameter key: The toggle's key.
    /// - Returns: An HTML comment.
    package static func marker(of key: String) -> String { "<!-- toggles:ticket \(key) -->" }

    /// The ticket as JSON.
    package var json: JSONValue {
        [
            "key": .string(key), "occasion": .string(occasion.rawValue), "owner": .string(owner),
            "due": due.map { .string($0.description) } ?? .null, "title": .string(title), "body": .string(body),
        ]
    }
}

extension RemovalTicket {
    /// Reads a ticket that ``json`` describes; `nil` if a field is missing or has another type.
    ///
    /// - Parameter json: The description.
    package init?(json: JSONValue) {
        func text(_ name: String) -> String? {
            guard case .object(let members) = json, case .string(let text)? = members[name] else { return nil }
            return text
        }
        guard let key = text("key"), let occasion = text("occasion").flatMap(Occasion.init(rawValue:)),
            let owner = text("owner"),
            let title = text("title"), let body = text("body")
        else { return nil }
        self.init(
            key: key,
            occasion: occasion,
            owner: owner,
            due: text("due").flatMap { CalendarDate($0) },
            title: title,
            body: body
        )
    }
}
