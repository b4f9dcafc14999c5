/// What a policy requires of a version, as spelled in documents.
public enum UpdateLevel: String, Sendable, Hashable, CaseIterable {
    /// The version can be used: an exception from the entries below.
    case upToDate = "up_to_date"
    /// The version can be used, and a newer one is recommended.
    case recommended
    /// The version can't be used; a newer one can.
    case required
    /// The version can't be used for now, and no newer one helps.
    case maintenance

    /// Whether the level locks users out.
    public var isLock: Bool { self == .required || self == .maintenance }
}
