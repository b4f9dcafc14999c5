/// Information about a toggle for people: its purpose, its owner, and its lifetime.
public struct ToggleDetails: Sendable, Hashable {
    /// What the toggle does, in a sentence.
    public var description: String
    /// The team or person responsible for the toggle and its removal.
    public var owner: String
    /// The date of the declaration.
    public var created: CalendarDate?
    /// The first day on which the toggle counts as expired.
    public var expires: CalendarDate?
    /// Whether the toggle is meant to stay.
    public var isPermanent: Bool
    /// The ticket for the toggle, as a URL or a ticket number.
    public var issue: String?

    /// Creates details.
    public init(
        description: String,
        owner: String,
        created: CalendarDate? = nil,
        expires: CalendarDate? = nil,
        isPermanent: Bool = false,
        issue: String? = nil
    ) {
        self.description = description
        self.owner = owner
        self.created = created
        self.expires = expires
        self.isPermanent = isPermanent
        self.issue = issue
    }
}
