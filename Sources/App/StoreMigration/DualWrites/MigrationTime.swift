/// A wall-clock time in milliseconds.
///
/// Copies are selected by the time at which records were last written, so both stores and the app must use the same
/// time: the one stored in the record.
public struct MigrationTime: Sendable, Hashable, Comparable, Codable {
    /// The milliseconds since 1970.
    public let millisecondsSince1970: Int64

    /// Creates a time.
    public init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    /// A time before every record.
    public static let beginning = MigrationTime(millisecondsSince1970: .min)

    /// The next millisecond, or the same one at the end of the range.
    var next: MigrationTime { advanced(by: .milliseconds(1)) }

    /// Returns the time after a duration, or the same time if the result is out of range.
    func advanced(by duration: Duration) -> MigrationTime {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
        let (milliseconds, isTooFar) = millisecondsSince1970.addingReportingOverflow(
            whole &+ attoseconds / 1_000_000_000_000_000
        )
        return isTooLong || isTooFar ? self : MigrationTime(millisecondsSince1970: milliseconds)
    }

    /// Whether the left time is earlier.
    public static func < (left: MigrationTime, right: MigrationTime) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// Decodes the milliseconds from a single number.
    public init(from decoder: any Decoder) throws {
        self.init(millisecondsSince1970: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Encodes the milliseconds as a single number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(millisecondsSince1970)
    }
}
