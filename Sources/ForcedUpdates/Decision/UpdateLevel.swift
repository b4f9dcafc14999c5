/// What a policy demands of a version, as documents spell it.
public enum UpdateLevel: String, Sendable, Hashable, CaseIterable {
    /// The version may go on, and nothing is said: an exception from the entries below it.
    case upToDate = "up_to_date"
    /// The version may go on, and people should hear of a newer one.
    case recommended
    /// The version may not go on; a newer one may.
    case required
    /// The version may not go on for now; a newer one would not help.
    case maintenance

    /// Whether the app may not go on.
    public var isLock: Bool { self == .required || self == .maintenance }
}
