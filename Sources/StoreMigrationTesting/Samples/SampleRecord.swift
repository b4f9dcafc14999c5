public import StoreMigration

/// A record that a conformance suite wants, to be made in the form that a store has.
public struct SampleRecord: Sendable, Hashable {
    /// Which record of the user it is, from 0: its identity.
    public let number: Int
    /// Whose record it is.
    public let user: String
    /// When it was written last.
    public let modified: MigrationTime
    /// What stands in it, which tells two versions of a record apart: a few letters.
    public let text: String

    /// Creates a record, for tests of your own.
    public init(number: Int, user: String, modified: MigrationTime, text: String) {
        self.number = number
        self.user = user
        self.modified = modified
        self.text = text
    }

    /// The records of a user, written a second after each other.
    static func list(_ numbers: Range<Int>, of user: String, _ text: String = "copied") -> [SampleRecord] {
        numbers.map { SampleRecord(number: $0, user: user, modified: .sample($0), text: text) }
    }
}

extension MigrationTime {
    /// So many seconds behind the first moment of the samples.
    static func sample(_ seconds: Int) -> MigrationTime {
        MigrationTime(millisecondsSince1970: 1_700_000_000_000 + Int64(seconds) * 1_000)
    }
}
