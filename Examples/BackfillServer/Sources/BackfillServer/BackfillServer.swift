import Foundation
import MigrationTesting
import StoreMigration

/// Moves the notes of many users from one database to another.
///
///     BackfillServer FOLDER add USERS NOTES    adds users with notes, whose dual writes begin
///     BackfillServer FOLDER damage USER        damages a note of a user
///     BackfillServer FOLDER run [RATE]         copies all users who wait, and writes backfill.json
///     BackfillServer FOLDER report             counts the users by phase
///     BackfillServer FOLDER list PHASE         lists the users in a phase
///     BackfillServer FOLDER retry              lets failed users wait again
///     BackfillServer FOLDER tally              counts the copied notes
///     BackfillServer FOLDER check              checks the queue's implementation
///     BackfillServer FOLDER device URL USER [NOTES]
///                                              uploads a user's notes to server.py, until they are copied
///     BackfillServer FOLDER status             prints backfill.json, which server.py writes, too
@main
struct BackfillServer {
    let folder: String
    let queue: SQLBackfillQueue
    let old: NoteStore
    let new: NoteStore

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2 else {
            print(
                """
                usage: BackfillServer FOLDER add USERS NOTES|damage USER|run [RATE]|report|list PHASE|retry|tally|check|\
                device URL USER [NOTES]|status
                """
            )
            exit(2)
        }
        do {
            try await BackfillServer(folder: arguments[0]).run(arguments[1], Array(arguments.dropFirst(2)))
        } catch {
            print(error)
            exit(1)
        }
    }

    init(folder: String) throws {
        self.folder = folder
        queue = try Self.queue(path: "\(folder)/queue.db")
        old = try NoteStore(path: "\(folder)/old.db")
        new = try NoteStore(path: "\(folder)/new.db")
    }

    /// Opens the queue of users, which is a table in a database.
    private static func queue(path: String) throws -> SQLBackfillQueue {
        let database = try Database(path: path, SQLBackfillQueue.schema(for: .sqlite))
        return SQLBackfillQueue { try database.run($0, $1) }
    }

    func run(_ command: String, _ arguments: [String]) async throws {
        let numbers = arguments.compactMap { Int($0) }
        switch command {
        case "add" where numbers.count == 2: try await add(users: numbers[0], notes: numbers[1])
        case "damage" where arguments.count == 1:
            let note = Note(id: 0, modified: MigrationTime(millisecondsSince1970: 0), text: "")
            try old.add([(arguments[0], note)])
        case "run": try await copy(rate: numbers.first)
        case "report": print(try await queue.report())
        case "list" where arguments.count == 1:
            guard let phase = QueuedUser.Phase(rawValue: arguments[0]) else {
                print("There is no phase \(arguments[0]).")
                exit(2)
            }
            for user in try await queue.users(in: phase, after: nil, limit: 10) {
                let failure = user.failure.map { ", \(user.attempts) attempts, most recently \($0)" } ?? ""
                print("\(user.user): \(user.copied) copied\(failure)")
            }
        case "retry": print("\(try await queue.retryFailed()) users wait again")
        case "tally":
            let (wanted, found) = (try old.tally(), try new.tally())
            print("\(found.count) of \(wanted.count) notes copied, \(found.repeated) of them twice")
        case "check":
            try await BackfillQueueConformance(
                makePlace: { "\(folder)/check-\(UInt64.random(in: .min ... .max)).db" },
                open: { try Self.queue(path: $0) }
            ).check()
            print("the queue conforms")
        case "device" where arguments.count >= 2:
            let device = Device(folder: folder, store: old, server: arguments[0], user: arguments[1])
            try await device.run(notes: numbers.last)
        case "status": print(try BackfillReportFile(path: "\(folder)/backfill.json").read())
        default:
            print("Unknown command \(command), or wrong arguments.")
            exit(2)
        }
    }

    private func add(users: Int, notes: Int) async throws {
        let first = try await queue.counts().values.reduce(0, +)
        let now = MigrationTime(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000))
        for number in first..<first + users {
            let user = "user \(number)"
            try old.add(
                (1...max(1, notes)).map { (user, Note(id: Int64($0), modified: now, text: "note \($0) of \(user)")) }
            )
            // Elsewhere, a `Migration` with `dualWrites: queue` does this when the user first writes to both stores.
            try await queue.update(user) { state in
                var state = state
                state.new = now
                return state
            }
        }
        print("added \(users) users")
    }

    private func copy(rate: Int?) async throws {
        let backfill = Backfill(
            from: old,
            to: new,
            dualWrites: queue,
            options: BackfillOptions(batchSize: 10, recordsPerSecond: rate)
        )
        let runner = BackfillRunner(
            queue,
            running: backfill,
            options: BackfillRunnerOptions(
                concurrency: 4,
                // Short, so that users of a killed process are soon taken again.
                lease: .seconds(2),
                maximumAttempts: 3,
                retryDelay: .milliseconds(100)
            ),
            reportFile: BackfillReportFile(path: "\(folder)/backfill.json")
        )
        let report = try await runner.run { _ in
        } onFailure: { user, error in
            // The report file can't be written, a row is damaged, or a copy failed.
            FileHandle.standardError.write(Data("\(user ?? "queue"): \(error)\n".utf8))
        }
        print(report)
    }
}
