/// A point in time on two clocks.
///
/// Decisions use the monotonic clock. The wall clock is for people, and for information that outlives the process.
struct Moment: Sendable, Hashable {
    /// The time since an arbitrary moment in this process.
    var uptime: Duration
    /// The seconds since 1970.
    var wall: Int64
}
