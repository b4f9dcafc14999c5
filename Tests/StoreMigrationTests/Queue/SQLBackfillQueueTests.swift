import FeatureToggles
import MigrationTesting
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

/// The example `BackfillServer` checks the same queue with SQLite.
struct SQLBackfillQueueTests {
    typealias Value = SQLBackfillQueue.Value

    /// A table that knows the statements of the queue, each of which is atomic.
    final class Table: Sendable {
        let rows = Mutex<[String: [Value]]>([:])

        func run(_ statement: String, _ values: [Value]) -> [[Value]] {
            rows.withLock { rows in
                if statement.hasPrefix("INSERT") {
                    guard case .text(let user) = values[4], rows[user] == nil else { return [] }
                    rows[user] = values
                    return [[values[4]]]
                }
                if statement.hasPrefix("UPDATE") {
                    guard case .text(let user) = values[4], let row = rows[user], row[3] == values[5] else { return [] }
                    rows[user] = Array(values.prefix(5))
                    return [[values[4]]]
                }
                if statement.contains("count(*)") {
                    return rows.values.reduce(into: [Value: Int64]()) { $0[$1[0], default: 0] += 1 }.map {
                        [$0.key, .integer($0.value)]
                    }
                }
                let wanted = rows.values.filter { row in
                    if statement.contains("user_id = $1") { return row[4] == values[0] }
                    if statement.contains("due <= $1") {
                        let phases = [Value.text("waiting"), .text("running")]
                        return phases.contains(row[0]) && !Self.isBefore(values[0], row[1])
                    }
                    guard row[0] == values[0] else { return false }
                    guard values.count == 5 else { return true }
                    return Self.isBefore(row[2], values[1]) || row[2] == values[2] && Self.isBefore(values[3], row[4])
                }
                let sorted = wanted.sorted {
                    $0[2] == $1[2] ? Self.isBefore($0[4], $1[4]) : Self.isBefore($1[2], $0[2])
                }
                let isLimited = statement.contains("LIMIT")
                let limit = if isLimited, case .integer(let limit)? = values.last { Int(limit) } else { 1 }
                return sorted.prefix(limit).map { [$0[4], $0[3], $0[2]] }
            }
        }

        private static func isBefore(_ left: Value, _ right: Value) -> Bool {
            switch (left, right) {
            case (.integer(let left), .integer(let right)): left < right
            case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
            default: false
            }
        }
    }

    @Test func conforms() async throws {
        try await BackfillQueueConformance(
            makePlace: { Table() },
            open: { table in SQLBackfillQueue { table.run($0, $1) } }
        ).check()
    }

    @Test(arguments: [1, 2])
    func writesOfOthersBetweenReadAndWriteAreKept(others: Int) async throws {
        let table = Table()
        let other = SQLBackfillQueue { table.run($0, $1) }
        let remaining = Mutex(others)
        let queue = SQLBackfillQueue { statement, values in
            let isFirst =
                !statement.hasPrefix("SELECT")
                && remaining.withLock { count in
                    count -= 1
                    return count >= 0
                }
            if isFirst {
                try await other.change("ada") { row in
                    var row = row
                    row.attempts += 1
                    return row
                }
            }
            return table.run(statement, values)
        }
        let changed = try await queue.change("ada") { row in
            var row = row
            row.copied += 1
            return row
        }
        #expect(changed.attempts == others)
        #expect(changed.copied == 1)
        #expect(try await other.user("ada") == changed)
    }

    @Test func rowOfAnotherProgramIsReplacedByItsText() async throws {
        let table = Table()
        let queue = SQLBackfillQueue { table.run($0, $1) }
        try await queue.request("ada")
        // The same row with other white space, as another language writes it.
        table.rows.withLock { rows in
            guard case .text(let text)? = rows["ada"]?[3] else { return }
            rows["ada"]?[3] = .text(" " + text)
        }
        let taken = try await queue.take(1, dueAt: MigrationTime(millisecondsSince1970: .max)) { row in
            var row = row
            row.copied = 7
            return row
        }
        #expect(taken.map(\.copied) == [7])
    }

    @Test func databaseThatNeverReplacesIsReported() async throws {
        let table = Table()
        let forgetful = SQLBackfillQueue { statement, values in
            statement.hasPrefix("SELECT") ? table.run(statement, values) : []
        }
        let error = await #expect(throws: BackfillError.self) { try await forgetful.request("grace") }
        #expect(error?.message.contains("‘grace’ was not the same in 100 attempts") == true)
    }

    @Test(arguments: [
        [Value.text("ada")], [.text("ada"), .text("{}"), .text("1")], [.integer(1), .text(""), .integer(1)],
    ])
    func rowOfAnotherFormIsReported(row: [Value]) async {
        let queue = SQLBackfillQueue { _, _ in [row] }
        let error = await #expect(throws: BackfillError.self) { try await queue.user("ada") }
        #expect(error?.message.hasPrefix("The database returned a row with other columns") == true)
        await #expect(throws: BackfillError.self) { try await queue.counts() }
        await #expect(throws: BackfillError.self) { try await queue.users(in: .failed, after: nil, limit: 1) }
    }
}
