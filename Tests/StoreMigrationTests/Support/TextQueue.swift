import ToggleBase

@testable import StoreMigration

/// A backfill queue in memory that stores its rows as text, like a table of a database.
final class TextQueue: BackfillQueue {
    private struct Row {
        var phase: QueuedUser.Phase
        var due: MigrationTime
        var activity: MigrationTime
        var text: String

        init(_ user: QueuedUser) {
            (phase, due, activity, text) = (user.phase, user.due, user.activity, user.text)
        }
    }

    private let rows = Mutex<[String: Row]>([:])

    /// Replaces the text of a row, but not its columns, as a person does who edits the table.
    func setText(_ text: String, of user: String) { rows.withLock { $0[user]?.text = text } }

    func text(of user: String) -> String? { rows.withLock { $0[user]?.text } }

    private static func read(_ user: String, _ row: Row) -> QueuedUser {
        QueuedUser(user, text: row.text, activity: row.activity)
    }

    func change(
        _ user: String,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> QueuedUser {
        try rows.withLock { rows in
            let before = rows[user].map { Self.read(user, $0) } ?? QueuedUser(user)
            if let damage = before.damage { throw damage }
            let after = change(before)
            if after != before { rows[user] = Row(after) }
            return after
        }
    }

    func take(
        _ limit: Int,
        dueAt now: MigrationTime,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> [QueuedUser] {
        rows.withLock { rows in
            let due = rows.filter { ($0.value.phase == .waiting || $0.value.phase == .running) && $0.value.due <= now }
            return Self.sorted(due).prefix(limit).map { user, row in
                let after = change(Self.read(user, row))
                rows[user] = Row(after)
                return after
            }
        }
    }

    func users(in phase: QueuedUser.Phase, after last: QueuedUser?, limit: Int) async throws -> [QueuedUser] {
        rows.withLock { rows in
            let found = rows.filter { $0.value.phase == phase }
            let rest = Self.sorted(found).drop { user, row in
                guard let last else { return false }
                return row.activity == last.activity ? user <= last.user : row.activity > last.activity
            }
            return rest.prefix(limit).map { Self.read($0, $1) }
        }
    }

    func counts() async throws -> [QueuedUser.Phase: Int] {
        rows.withLock { rows in rows.values.reduce(into: [:]) { $0[$1.phase, default: 0] += 1 } }
    }

    private static func sorted(_ rows: [String: Row]) -> [(key: String, value: Row)] {
        rows.sorted {
            $0.value.activity == $1.value.activity ? $0.key < $1.key : $0.value.activity > $1.value.activity
        }
    }
}
