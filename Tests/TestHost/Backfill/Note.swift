import StoreMigration

/// A record that both stores contain.
struct Note: Sendable, Hashable {
    var id: Int64
    var modified: MigrationTime
    var text: String

    /// Creates the note with a number, which determines its time and text.
    init(number: Int64, of count: Int64) {
        // Times aren't in the order of the numbers.
        self.init(
            id: number,
            modified: MigrationTime(millisecondsSince1970: 1_700_000_000_000 + number * 7_919 % count),
            text: "note \(number) " + String(repeating: "·", count: Int(number % 20))
        )
    }

    init(id: Int64, modified: MigrationTime, text: String) {
        self.id = id
        self.modified = modified
        self.text = text
    }
}
