import StoreMigration

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// backfill make FOLDER COUNT           makes the old stores, and a user whose dual writes have begun
// backfill to-file|to-sqlite FOLDER [BATCH]
//                                      copies from the old store of one kind into the new one of the other, until it is killed
// backfill verify FOLDER               says what the new stores have

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print("usage: backfill make|to-file|to-sqlite|verify FOLDER [COUNT|BATCH]")
    exit(2)
}
let folder = arguments[2]
let dualWrites = FileDualWriteStore(path: "\(folder)/dual-writes.json")
let oldDatabase = try NoteDatabase(path: "\(folder)/old.sqlite")
let oldFile = try NoteFile(path: "\(folder)/old.notes")

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

func copy<Source: BackfillSource, Destination: BackfillDestination>(
    _ source: Source,
    _ destination: Destination
) async throws where Source.Record == Note, Destination.Record == Note {
    let batchSize = arguments.count > 3 ? Int(arguments[3]) ?? 1_000 : 1_000
    let backfill = Backfill(
        from: source,
        to: destination,
        dualWrites: dualWrites,
        options: BackfillOptions(batchSize: batchSize)
    )
    var last: BackfillProgress?
    // Reads what there is to read, and says that it begins.
    _ = try await source.page(of: "ada", in: BackfillRange(from: nil, before: .beginning), after: nil, limit: 1)
    say("ready")
    let status = try await backfill.run("ada") { last = $0 }
    if let last { say("\(status), \(last.copiedInRun) in this run, \(Int(last.recordsPerSecond)) a second") }
}

/// Says what is there of what should be.
func verify(_ name: String, _ found: [(note: Note, copies: Int)]) throws {
    let wanted = Set(try oldFile.allNotes())
    let lost = wanted.subtracting(found.map(\.note)).count
    let twice = found.reduce(0) { $0 + max(0, $1.copies - 1) }
    let unknown = found.count { !wanted.contains($0.note) }
    print("\(name): \(found.count) of \(wanted.count)", terminator: ", ")
    print("\(lost) lost, \(twice) copied twice, \(unknown) that nobody wrote")
    if lost + twice + unknown > 0 || found.isEmpty { exit(1) }
}

switch arguments[1] {
case "make":
    let count = arguments.count > 3 ? Int64(arguments[3]) ?? 0 : 0
    for start in stride(from: Int64(0), to: count, by: 10_000) {
        let notes = (start..<min(count, start + 10_000)).map { Note(number: $0, of: count) }
        try oldDatabase.write(notes)
        try oldFile.write(notes)
    }
    try await dualWrites.update("ada") { _ in
        DualWriteState(old: .beginning, new: MigrationTime(millisecondsSince1970: 1_800_000_000_000))
    }
case "to-file": try await copy(oldDatabase, try NoteFile(path: "\(folder)/new.notes"))
case "to-sqlite": try await copy(oldFile, try NoteDatabase(path: "\(folder)/new.sqlite"))
default:
    var copies: [Note: Int] = [:]
    for note in try NoteFile(path: "\(folder)/new.notes").allNotes() { copies[note, default: 0] += 1 }
    try verify("SQLite to the file store", copies.map { ($0.key, $0.value) })
    try verify("the file store to SQLite", try NoteDatabase(path: "\(folder)/new.sqlite").allNotes())
}
