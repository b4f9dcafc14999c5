/// People whom a flag locks out for good, which is probably not meant.
package struct PolicyFlagLockout: Sendable, Hashable {
    /// Which versions they may not go on with.
    package enum Reach: Sendable, Hashable {
        /// Every version, so that no update helps.
        case everyVersion
        /// The newest one and every later one, so that whoever updates is locked out again.
        case newestVersion
    }

    /// Which versions they may not go on with.
    package let reach: Reach
    /// What is demanded of them.
    package let level: UpdateLevel
    /// The variant that they get.
    package let variant: String
    /// Who they are, as in " for people with ‘country’ DE"; empty for everybody.
    package let people: String
}
