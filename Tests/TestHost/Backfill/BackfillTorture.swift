import StoreMigration

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Copies notes from one file store to another, for tests that kill it in the meantime.
///
///     test-host backfill make FOLDER COUNT    creates an old store, and a user whose dual writes have begun
///     test-host backfill run FOLDER COUNT     copies into a new store until it is done or killed
///     test-host backfill verify FOLDER COUNT  compares the new store with the old one
///     test-host backfill check FOLDER COUNT   checks that the file store conforms
///     test-host backfill write FOLDER COUNT   writes notes to two stores and a journal until it is killed
///     test-host backfill replay FOLDER COUNT  restores what the two stores lack, and compares them
///     test-host backfill save FOLDER COUNT    writes notes to one store, and to another through a queue, until it is killed
///     test-host backfill deliver FOLDER COUNT delivers what waits in the queue, and compares the stores
///     test-host backfill users FOLDER COUNT   creates a queue of users who wait
///     test-host backfill work FOLDER COUNT    copies the users of the queue until none waits, or until it is killed
///     test-host backfill hold FOLDER COUNT    begins to copy, prints a line, and waits until it is killed
///     test-host backfill tally FOLDER COUNT   counts the users and records that were lost or copied twice
struct BackfillTorture {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 4, let count = Int64(arguments[3]) else {
            fail(
                """
                usage: test-host backfill make|run|verify|check|write|replay|save|deliver|users|work|hold|tally FOLDER COUNT
                """
            )
        }
        let folder = arguments[2]
        if arguments[1] == "check" {
            do {
                try await NoteFile.checkConformance(in: folder)
                print("the store conforms")
            } catch {
                print(error)
                exit(1)
            }
            return
        }
        let runner = RunnerTorture(folder: folder, count: Int(count))
        switch arguments[1] {
        case "write":
            let notes = try JournaledNotes(folder: folder, count: count)
            if try await !notes.replay().isEqual { try await notes.make() }
            print("ready")
            fflush(nil)
            try await notes.writeForever()
        case "replay":
            let (restored, isEqual) = try await JournaledNotes(folder: folder, count: count).replay()
            print("\(restored) \(isEqual ? "equal" : "different")")
            return
        case "save":
            let notes = try SynchronousNotes(folder: folder, count: count)
            print("ready")
            fflush(nil)
            try notes.writeForever()
        case "deliver":
            let (waiting, isEqual) = try await SynchronousNotes(folder: folder, count: count).deliver()
            print("\(waiting) \(isEqual ? "equal" : "different")")
            return
        case "users": return try runner.makeUsers()
        case "work": return try await runner.work()
        case "hold": return try await runner.work(isHeld: true)
        case "tally": return try runner.tally()
        default: break
        }
        let dualWrites = FileDualWriteStore(path: "\(folder)/dual-writes.json")
        let old = try NoteFile(path: "\(folder)/old")
        switch arguments[1] {
        case "make":
            try old.write((0..<count).map { Note(number: $0, of: count) })
            try await dualWrites.update("ada") { _ in
                DualWriteState(old: .beginning, new: MigrationTime(millisecondsSince1970: 1_800_000_000_000))
            }
        case "run":
            let new = try NoteFile(path: "\(folder)/new")
            let options = BackfillOptions(batchSize: 50)
            print(try await Backfill(from: old, to: new, dualWrites: dualWrites, options: options).run("ada"))
        default:
            let copied = try NoteFile(path: "\(folder)/new").allNotes()
            let wanted = Set(try old.allNotes())
            let found = Set(copied)
            let lost = wanted.subtracting(found).count
            print("\(found.count) of \(wanted.count), \(lost) lost, \(copied.count - found.count) twice")
        }
    }
}
