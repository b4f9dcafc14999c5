import StoreMigration

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Copies notes between SQLite and a file store, and prints the results.
///
///     backfill make FOLDER COUNT                creates the old stores, and a user whose dual writes have begun
///     backfill to-file|to-sqlite FOLDER BATCH   copies from the old store of one kind to the new store of the other
///     backfill verify FOLDER                    compares the new stores with the old ones
///     backfill check FOLDER                     checks that both kinds of stores conform
@main
struct BackfillTool {
    private static let user = "ada"

    let folder: String
    let dualWrites: FileDualWriteStore

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            printLine("usage: backfill make|to-file|to-sqlite|verify|check FOLDER [COUNT|BATCH]")
            exit(2)
        }
        let tool = BackfillTool(
            folder: arguments[2],
            dualWrites: FileDualWriteStore(path: "\(arguments[2])/dual-writes.json")
        )
        let number = arguments.count > 3 ? Int(arguments[3]) ?? 1_000 : 1_000
        switch arguments[1] {
        case "make": try await tool.make(Int64(number))
        case "to-file": try await tool.copyToFile(number)
        case "to-sqlite": try await tool.copyToSQLite(number)
        case "check":
            do {
                try await NoteFile.checkConformance(in: tool.folder)
                try await NoteDatabase.checkConformance(in: tool.folder)
                printLine("both kinds of stores conform")
            } catch {
                printLine("\(error)")
                exit(1)
            }
        default: try tool.verify()
        }
    }

    /// Prints a line without buffering, even to a pipe.
    private static func printLine(_ line: String) {
        print(line)
        fflush(nil)
    }

    private func oldDatabase() throws -> NoteDatabase { try NoteDatabase(path: "\(folder)/old.sqlite") }
    private func newDatabase() throws -> NoteDatabase { try NoteDatabase(path: "\(folder)/new.sqlite") }
    private func oldFile() throws -> NoteFile { try NoteFile(path: "\(folder)/old.notes") }
    private func newFile() throws -> NoteFile { try NoteFile(path: "\(folder)/new.notes") }

    private func make(_ count: Int64) async throws {
        let (database, file) = (try oldDatabase(), try oldFile())
        for start in stride(from: Int64(0), to: count, by: 10_000) {
            let notes = (start..<min(count, start + 10_000)).map { Note(number: $0, of: count) }
            try database.write(notes)
            try file.write(notes)
        }
        try await dualWrites.update(Self.user) { _ in
            DualWriteState(old: .beginning, new: MigrationTime(millisecondsSince1970: 1_800_000_000_000))
        }
    }

    // MARK: Copying

    private func copyToFile(_ batchSize: Int) async throws {
        let backfill = Backfill(
            from: try oldDatabase(),
            to: try newFile(),
            dualWrites: dualWrites,
            options: BackfillOptions(batchSize: batchSize)
        )
        Self.printLine("ready")
        try await Self.run(backfill)
    }

    private func copyToSQLite(_ batchSize: Int) async throws {
        let source = try oldFile()
        let backfill = Backfill(
            from: source,
            to: try newDatabase(),
            dualWrites: dualWrites,
            options: BackfillOptions(batchSize: batchSize)
        )
        // A file store reads all of its notes before the first page.
        try source.load()
        Self.printLine("ready")
        try await Self.run(backfill)
    }

    /// Copies, and prints the progress after each thousand records.
    private static func run(_ backfill: Backfill<some BackfillSource<Note>, some BackfillDestination<Note>>)
        async throws
    {
        var last: BackfillProgress?
        let status = try await backfill.run(user) { progress in
            if progress.copiedInRun / 1_000 > (last?.copiedInRun ?? 0) / 1_000 { printLine("\(progress.copiedInRun)") }
            last = progress
        }
        report(status, last)
    }

    private static func report(_ status: BackfillStatus, _ last: BackfillProgress?) {
        guard let last else { return printLine("\(status), there was nothing to copy") }
        printLine("\(status), \(last.copiedInRun) in this run, \(Int(last.recordsPerSecond)) a second")
    }

    // MARK: Verifying

    private func verify() throws {
        let wanted = Set(try oldFile().allNotes())
        var copies: [Note: Int] = [:]
        for note in try newFile().allNotes() { copies[note, default: 0] += 1 }
        let isFileCorrect = check("SQLite to the file store", copies.map { ($0.key, $0.value) }, wanted)
        let isDatabaseCorrect = check("the file store to SQLite", try newDatabase().allNotes(), wanted)
        if !isFileCorrect || !isDatabaseCorrect { exit(1) }
    }

    /// Prints how the found notes differ from the expected ones, and returns whether they are equal.
    private func check(_ name: String, _ found: [(note: Note, copies: Int)], _ wanted: Set<Note>) -> Bool {
        let lost = wanted.subtracting(found.map(\.note)).count
        let twice = found.reduce(0) { $0 + max(0, $1.copies - 1) }
        let unknown = found.count { !wanted.contains($0.note) }
        Self.printLine(
            "\(name): \(found.count) of \(wanted.count), \(lost) lost, \(twice) copied twice, "
                + "\(unknown) unexpected"
        )
        return lost + twice + unknown == 0 && !found.isEmpty
    }
}
