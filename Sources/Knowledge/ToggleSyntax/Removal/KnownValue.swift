/// The value that a toggle keeps when it is removed.
package enum KnownValue: Sendable, Hashable {
    /// On or off.
    case bool(Bool)
    /// A variant, a stage, or a member of another closed set of values, by its Swift name: `treatment`.
    case member(String)
    /// A flag that goes, which nothing is equal to any more. A call with this value is skipped: its closure stays, or what it
    /// is called on.
    case gone
    /// A call that goes, of whose trailing closures the one at a position stays.
    case side(Int)

    /// Returns whether this is the same as another value; `nil` if that is unknown.
    ///
    /// A name that isn't among the known variants may be a constant that holds one of them.
    func isEqual(to other: KnownValue, among variants: Set<String>) -> Bool? {
        switch (self, other) {
        case (.gone, _), (_, .gone), (.side, _), (_, .side): false
        case (.bool(let one), .bool(let other)): one == other
        case (.member(let one), .member(let other)):
            one == other ? true : variants.isEmpty || variants.isSuperset(of: [one, other]) ? false : nil
        default: nil
        }
    }

    /// The value after `!`; `nil` if it isn't a Boolean.
    var negated: KnownValue? {
        guard case .bool(let value) = self else { return nil }
        return .bool(!value)
    }
}
