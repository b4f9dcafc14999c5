/// A moment by the clock on the wall, in milliseconds.
///
/// Records are told apart by when they were written last, so both stores and the app have to mean the same clock: the time
/// that is written into the record.
public struct MigrationTime: Sendable, Hashable, Comparable, Codable {
    /// The milliseconds since the beginning of 1970.
    public let millisecondsSince1970: Int64

    /// Creates a moment.
    public init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    /// Before everything that was ever written.
    public static let beginning = MigrationTime(millisecondsSince1970: .min)

    /// The next millisecond; the same one at the end of the calendar.
    var next: MigrationTime { advanced(by: .milliseconds(1)) }

    /// The moment so much later; the same one where that is beyond the calendar.
    func advanced(by duration: Duration) -> MigrationTime {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
        let (milliseconds, isTooFar) = millisecondsSince1970.addingReportingOverflow(
            whole &+ attoseconds / 1_000_000_000_000_000
        )
        return isTooLong || isTooFar ? self : MigrationTime(millisecondsSince1970: milliseconds)
    }

    /// Whether the left one is earlier.
    public static func < (left: MigrationTime, right: MigrationTime) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// Reads the milliseconds, a single number.
    public init(from decoder: any Decoder) throws {
        self.init(millisecondsSince1970: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Writes the milliseconds, a single number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(millisecondsSince1970)
    }
}
