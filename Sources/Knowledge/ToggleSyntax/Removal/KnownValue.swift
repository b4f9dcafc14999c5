/// The value that a toggle keeps when it is removed.
package enum KnownValue: Sendable, Hashable {
    /// On or off.
    case bool(Bool)
    /// A variant, a stage, or a member of another closed set of values, by its Swift name: `treatment`.
    case member(String)

    /// The value after `!`; `nil` if it isn't a Boolean.
    var negated: KnownValue? {
        guard case .bool(let value) = self else { return nil }
        return .bool(!value)
    }
}
