/// Details at an address: those of one toggle, or where those of many are read when somebody wants them.
package final class DetailsBox: Sendable {
    private let own: ToggleDetails?
    private let source: (any ToggleDetailsSource)?

    init(_ details: ToggleDetails) {
        own = details
        source = nil
    }

    /// Creates the details of many toggles.
    package init(_ source: any ToggleDetailsSource) {
        own = nil
        self.source = source
    }

    func details(at index: Int32) -> ToggleDetails? {
        source.map { $0.details(at: Int(index)) } ?? own
    }

    func lifetime(at index: Int32) -> ToggleLifetime? {
        source.map { $0.lifetime(at: Int(index)) } ?? own.map { ToggleLifetime($0) }
    }
}

/// Reads the details of toggles when they are wanted.
package protocol ToggleDetailsSource: AnyObject, Sendable {
    /// The details at an index, or `nil` when there are none.
    func details(at index: Int) -> ToggleDetails?
    /// What the details at an index say of a toggle's life.
    func lifetime(at index: Int) -> ToggleLifetime?
}

/// What is to be known of a toggle's life to say whether it is stale.
package struct ToggleLifetime: Sendable, Hashable {
    /// Whether somebody looks after it.
    package var hasOwner: Bool
    /// The day from which on it should be gone.
    package var expires: CalendarDate?

    /// Creates what is to be known.
    package init(hasOwner: Bool, expires: CalendarDate?) {
        self.hasOwner = hasOwner
        self.expires = expires
    }

    init(_ details: ToggleDetails) {
        self.init(hasOwner: !details.owner.isEmpty, expires: details.expires)
    }
}
