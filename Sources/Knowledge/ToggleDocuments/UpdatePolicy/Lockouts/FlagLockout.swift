import ForcedUpdates

/// Users whom a flag locks out for good, probably by mistake.
struct FlagLockout: Sendable, Hashable {
    /// The versions that are locked out.
    enum Reach: Sendable, Hashable {
        /// Every version, so no update helps.
        case everyVersion
        /// The newest version and all later ones, so users who update are locked out again.
        case newestVersion
    }

    let reach: Reach
    let level: UpdateLevel
    let variant: String
    /// The group, as in " for people with ‘country’ DE"; empty for everyone.
    let people: String
}
