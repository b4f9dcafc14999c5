public import StoreMigration

/// A record that a conformance suite uses, to be converted to the form of a store.
public struct SampleRecord: Sendable, Hashable {
    /// The record's identity: its number among the user's records, from 0.
    public let number: Int
    /// The user whose record it is.
    public let user: String
    /// When the record was last written.
    public let modified: MigrationTime
    /// The record's content, which distinguishes two versions of it: a few letters.
    public let text: String

    /// Creates a record, for your own tests.
    public init(number: Int, user: String, modified: MigrationTime, text: String) {
        self.number = number
        self.user = user
        self.modified = modified
        self.text = text
    }

    /// Returns records of a user, each written a second after the previous one.
    static func list(_ numbers: Range<Int>, of user: String, _ text: String = "copied") -> [SampleRecord] {
        numbers.map { SampleRecord(number: $0, user: user, modified: .sample($0), text: text) }
    }
}

extension MigrationTime {
    /// Returns the time a number of seconds after the first sample.
    static func sample(_ seconds: Int) -> MigrationTime {
        MigrationTime(millisecondsSince1970: 1_700_000_000_000 + Int64(seconds) * 1_000)
    }
}
