/// What people need to know of a toggle: what it is for, whose it is, how long it may live.
public struct ToggleDetails: Sendable, Hashable {
    /// What the toggle does, in a sentence.
    public var description: String
    /// The team or person that looks after it and removes it.
    public var owner: String
    /// The day on which it was declared.
    public var created: CalendarDate?
    /// The day from which on it should be gone.
    public var expires: CalendarDate?
    /// Whether it is meant to stay.
    public var isPermanent: Bool
    /// The ticket that it belongs to, as a URL or a ticket number.
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
