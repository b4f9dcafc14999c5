/// A reference to details: those of one toggle, or the source from which the details of many are read when needed.
@usableFromInline
package final class DetailsBox: Sendable {
    private let own: ToggleDetails?
    private let source: (any ToggleDetailsSource)?

    init(_ details: ToggleDetails) {
        own = details
        source = nil
    }

    /// Creates a reference to the details of many toggles.
    package init(_ source: any ToggleDetailsSource) {
        own = nil
        self.source = source
    }

    func details(at index: Int32) -> ToggleDetails? {
        source.map { $0.details(at: Int(index)) } ?? own
    }

    @usableFromInline
    package func lifetime(at index: Int32) -> ToggleLifetime? {
        source.map { $0.lifetime(at: Int(index)) } ?? own.map { ToggleLifetime($0) }
    }
}

/// Reads the details of toggles when they are needed.
package protocol ToggleDetailsSource: AnyObject, Sendable {
    /// Returns the details at an index, or `nil` if there are none.
    func details(at index: Int) -> ToggleDetails?
    /// Returns the part of the details at an index that determines whether the toggle is stale.
    func lifetime(at index: Int) -> ToggleLifetime?
}

/// The part of a toggle's details that determines whether it is stale.
@usableFromInline
package struct ToggleLifetime: Sendable, Hashable {
    /// Whether the toggle has an owner.
    package var hasOwner: Bool
    /// The first day on which the toggle counts as expired.
    package var expires: CalendarDate?

    /// Creates a lifetime.
    package init(hasOwner: Bool, expires: CalendarDate?) {
        self.hasOwner = hasOwner
        self.expires = expires
    }

    init(_ details: ToggleDetails) {
        self.init(hasOwner: !details.owner.isEmpty, expires: details.expires)
    }
}
