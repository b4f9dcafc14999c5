import FeatureToggles
import Foundation
import StoreMigration

/// A list of books whose store changes.
///
///     Bookshelf FOLDER add TITLE
///     Bookshelf FOLDER list
///     Bookshelf FOLDER open TITLE
///     Bookshelf FOLDER backfill
///     Bookshelf FOLDER replay [--apply]
///
/// `--toggle book_store=shadow` sets the stage.
@main
struct Bookshelf {
    let old: TextShelf
    let new: JSONShelf
    let migration: Migration
    let dualWrites: FileDualWriteStore
    let journal: MigrationJournal

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 2, let folder = arguments.first else {
            print("usage: Bookshelf FOLDER add TITLE|list|open TITLE|backfill|replay [--toggle book_store=STAGE]")
            exit(2)
        }
        let rest = arguments.dropFirst()
        do {
            try await Bookshelf(folder: URL(filePath: folder)).run(rest.first ?? "", rest.dropFirst().first ?? "")
        } catch {
            print(error)
            exit(1)
        }
    }

    init(folder: URL) {
        let client = ToggleClient(
            registries: [AppToggles.registry],
            overrides: OverrideSources(
                arguments: CommandLine.arguments,
                localDefaultsPath: folder.appending(path: "toggles.json").path
            )
        )
        old = TextShelf(url: folder.appending(path: "books.txt"))
        new = JSONShelf(url: folder.appending(path: "books.json"))
        dualWrites = FileDualWriteStore(path: folder.appending(path: "dual-writes.json").path)
        journal = MigrationJournal(path: folder.appending(path: "books.journal").path)
        migration = Migration(
            .bookStore,
            toggles: client,
            dualWrites: dualWrites,
            // The books belong to the device, not to a signed-in user.
            user: Migration.deviceUser,
            journal: journal,
            summaryFile: MigrationSummaryFile(beside: client)
        )
    }

    private var backfill: Backfill<TextShelf, JSONShelf> { Backfill(from: old, to: new, dualWrites: dualWrites) }

    func run(_ command: String, _ title: String) async throws {
        // Only these closures deal with both stores.
        switch command {
        case "add":
            let now = MigrationTime(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1_000))
            // Validate first: if only one store accepted the title, the stores would differ.
            let book = Book(title: try Book.title(title), modified: now)
            try await migration.write("add", record: title, dated: now, content: .payload(encoding: book)) { [old] in
                try old.add(book)
            } new: { [new] in
                // A misspelled field in the file would count as half-written.
                try await JSONShelf.validator.write(book) { try new.add($0) }
            }
            print("\(migration.summary.stage): added \(title)")
        case "list":
            // The stores differ in their order, so compare the sorted books.
            let sorted = { @Sendable (books: [Book]) in books.sorted { $0.title < $1.title } }
            let books = try await migration.read("list") { [old] in
                sorted(try old.books())
            } new: { [new] in
                sorted(try new.books())
            }
            print("\(migration.summary.stage): \(books.map(\.title).joined(separator: ", "))")
            if migration.summary.checked > 0 { print(migration.summary.agreement) }
            for difference in migration.summary.differences { print("  old \(difference.old), new \(difference.new)") }
        case "open":
            guard let book = try old.books().first(where: { $0.title == title }) else {
                throw ShelfError("There is no book \(title).")
            }
            // So that the new store has it, even if the backfill hasn't reached it yet.
            let isCopied = try await backfill.copyNow(book, of: migration.user())
            print("\(book.title)\(isCopied ? ", copied at once" : "")")
        case "backfill":
            print(try await backfill.run(migration.user()))
        case "replay":
            let replay = MigrationReplay(journal, old: old, new: new)
            print(try await title == "--apply" ? replay.run() : replay.plan())
        default:
            print("Unknown command \(command); use add, list, open, backfill, or replay.")
        }
        migration.flushSummary()
    }
}
