/// What one installation says about one toggle on one day.
package struct UsageCell: Sendable, Hashable {
    /// Whether the toggle was read.
    package var isRead = false
    /// Whether a read could return something other than the default.
    package var isChanged = false
    /// The index of the variant, for a toggle with variants that was read.
    package var variant: Int?

    package init(isRead: Bool = false, isChanged: Bool = false, variant: Int? = nil) {
        self.isRead = isRead
        self.isChanged = isChanged
        self.variant = variant
    }

    /// Adds what another process, or a later part of the day, says.
    mutating func add(_ later: UsageCell) {
        isRead = isRead || later.isRead
        isChanged = isChanged || later.isChanged
        variant = later.variant ?? variant
    }
}
