/// A moment as two clocks show it.
///
/// Decisions go by the first, which nobody can set; the second is for people and for what outlives the process.
struct Moment: Sendable, Hashable {
    /// The time since some moment of this process.
    var uptime: Duration
    /// The seconds since 1970.
    var wall: Int64
}
