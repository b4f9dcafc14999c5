import ArgumentParser
import Dispatch
import FeatureToggles
import StoreMigration
import ToggleBase
import ToggleManifest
import ToggleTool

/// The command `toggles migrate-store replay`.
struct MigrateStoreReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Compares stores with the journal of a migration, and restores what they lack.",
        discussion: """
            JOURNAL is the newest file of the app's journal; older ones next to it are
            read, too. A store is a JSON file with the app's records, or an export of them:
            an array of records, each with its key in a member, or an object with the
            records by their keys. Each record contains the time of its last change, so
            that no newer one is replaced. Stores that only the app can open are restored
            by the app, with MigrationReplay of the library StoreMigration.

            Without --apply, nothing is written. A record is restored from the journal, or
            from the other store if the journal has only its digest or an older version.
            Quit the app before you use --apply, because it may otherwise overwrite the
            file.

            EXAMPLES
              toggles migrate-store replay books.journal --old old.json --new new.json
              toggles migrate-store replay books.journal --new books.json --member books
              toggles migrate-store replay books.journal --new books.json --apply

            EXIT CODES
              0  the stores contain everything, or it was restored
              1  a store lacks records that were not restored
              2  wrong usage, or a file that cannot be read or written
            """
    )

    /// The maximum number of records that are shown for each store.
    private static let maximumLines = 100

    @Argument(help: "The journal.", completion: .file())
    var journal: String

    @Option(help: "The old store, a JSON file.", completion: .file(extensions: ["json"]))
    var old: String?

    @Option(help: "The new store, a JSON file.", completion: .file(extensions: ["json"]))
    var new: String?

    @Option(help: "The member of the stores that contains the records. (default: the whole file)")
    var member: String?

    @Option(help: "The member of a record in an array that contains its key.")
    var key = "id"

    @Option(help: "The member of a record that contains its time, in milliseconds since 1970.")
    var modified = "modified"

    @Option(help: "The targeting key of the user whose records to restore. (default: all users)")
    var user: String?

    @Flag(help: "Restore the records.")
    var apply = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if old == nil, new == nil {
            throw ValidationError("Name at least one store: --old FILE, --new FILE, or both.")
        }
    }

    func run() throws {
        let entries = MigrationJournal(path: journal)
        // The newest file is missing if the app was killed right after it had renamed it.
        let stores = [old, new].compactMap(\.self)
        if let path = entries.exists ? stores.first(where: { !ToolFiles.exists($0) }) : journal {
            throw ToolError.usage("Cannot read ‘\(path)’: the file does not exist.")
        }
        if let old, let new, Self.isSameFile(old, new) {
            throw ToolError.usage("‘\(old)’ and ‘\(new)’ are the same file. Name it once, as --old or --new.")
        }
        let report: ReplayReport
        do {
            let newest = try newestTime(of: entries)
            // In one batch, because each one reads the whole files.
            let replay = MigrationReplay(
                entries,
                old: old.map { store($0, newest) },
                new: new.map { store($0, newest) },
                user: user,
                batchSize: .max
            )
            // Also before restoring, because then either both files can be written, or none is.
            let plan = try Self.wait { try await replay.plan() }
            if apply { try refuseReadOnly(plan) }
            report = try apply ? Self.wait { try await replay.run() } : plan
        } catch let error as FileWriting.Failure {
            throw ToolError.usage(error.description.sentence)
        } catch let error as MigrationJournalError {
            throw ToolError.usage(error.description)
        } catch let error as JSONRecordFileError {
            throw ToolError.usage(error.description)
        }
        if report.writes == 0 {
            let users = user.map { " of the user ‘\(MigrationSummary.cut($0))’" } ?? ""
            throw ToolError.usage("‘\(journal)’ contains no writes\(users).")
        }
        if json { ToolOutput.print(json: Self.json(report)) } else { print(report) }
        if !report.isComplete { throw ToolError.findings }
    }

    /// Returns whether two paths name the same file, possibly through links.
    private static func isSameFile(_ left: String, _ right: String) -> Bool {
        let files = POSIXFileSystem()
        guard let first = try? files.status(ofTarget: left), let second = try? files.status(ofTarget: right) else {
            return false
        }
        return first.identity == second.identity
    }

    /// Throws an error if a file is read-only although records are to be restored in it.
    private func refuseReadOnly(_ plan: ReplayReport) throws(FileWriting.Failure) {
        for (origin, path) in [(MigrationOrigin.old, old), (.new, new)] {
            guard let path, plan.findings.contains(where: { $0.store == origin && $0.origin != nil }) else { continue }
            try FileWriting.refuseReadOnly(path)
        }
    }

    private func store(_ path: String, _ newest: MigrationTime) -> JSONRecordFile {
        JSONRecordFile(path: path, layout: .init(records: member, key: key, modified: modified), newest: newest)
    }

    /// Returns the newest time of a journal.
    ///
    /// - Throws: An error if the journal has no entries, because nothing would then seem to be missing.
    private func newestTime(of journal: MigrationJournal) throws -> MigrationTime {
        let (entries, unreadableLines) = try journal.readNow()
        if let newest = entries.map(\.time).max() { return newest }
        let problem =
            switch unreadableLines {
            case 0: "‘\(self.journal)’ is empty."
            case 1: "The only line of ‘\(self.journal)’ is not an entry of a journal."
            default:
                "‘\(self.journal)’ is not a journal: none of its \(unreadableLines) lines is an entry of a journal."
            }
        throw ToolError.usage(problem)
    }

    /// Waits for an asynchronous result; the main thread has nothing else to do.
    private static func wait<Value: Sendable>(
        for body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let isOver = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Value, any Error>?>(nil)
        Task.detached {
            do {
                let value = try await body()
                result.withLock { $0 = .success(value) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            isOver.signal()
        }
        isOver.wait()
        // Never `nil`, because the task has ended.
        guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
        return try outcome.get()
    }

    // MARK: Output

    private func print(_ report: ReplayReport) {
        var line = "\(journal): \(Self.counted(report.writes, "write")) of \(Self.counted(report.records, "record"))"
        if report.unreadableLines > 0 { line += ", \(Self.counted(report.unreadableLines, "unreadable line"))" }
        ToolOutput.print(line)
        let remaining = Set(report.remaining)
        for (origin, path) in [(MigrationOrigin.old, old), (.new, new)] {
            guard let path else { continue }
            let findings = report.findings.filter { $0.store == origin }
            guard !findings.isEmpty else {
                ToolOutput.print("\(path): nothing is missing")
                continue
            }
            ToolOutput.print("\(path): \(Self.counted(findings.count, "record")) to restore")
            for finding in findings.prefix(Self.maximumLines) {
                ToolOutput.print(Self.line(finding, isRemaining: remaining.contains(finding), isApplied: apply))
            }
            if findings.count > Self.maximumLines {
                ToolOutput.print("  and \(findings.count - Self.maximumLines) more")
            }
        }
        if report.newer > 0 {
            ToolOutput.print("Left unchanged: \(Self.counted(report.newer, "record")) newer than the journal.")
        }
        if apply, !report.findings.isEmpty {
            let rest = report.remaining.isEmpty ? "." : ", \(report.remaining.count) not."
            ToolOutput.print("\(Self.counted(report.restored, "record")) restored\(rest)")
        } else if report.findings.count > report.remaining.count {
            ToolOutput.print("Nothing was written. Add --apply to restore the records.")
        }
    }

    private static func line(_ finding: ReplayReport.Finding, isRemaining: Bool, isApplied: Bool) -> String {
        let start = "  \(MigrationSummary.cut(finding.record))  \(finding.problem.rawValue)"
        guard let origin = finding.origin else {
            return "\(start), can't be restored: neither the journal nor the other store contains it"
        }
        return "\(start), from the \(origin.rawValue)\(isApplied && isRemaining ? ", not restored" : "")"
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    private static func json(_ report: ReplayReport) -> JSONValue {
        func json(_ findings: [ReplayReport.Finding]) -> JSONValue {
            .array(
                findings.map { finding in
                    var object: JSONObject = [
                        "store": .string(finding.store.rawValue), "record": .string(finding.record),
                        "time": JSONValue(whole: finding.time.millisecondsSince1970),
                        "problem": .string(finding.problem.rawValue),
                    ]
                    object["from"] = finding.origin.map { .string($0.rawValue) } ?? .null
                    return .object(object)
                }
            )
        }
        return [
            "writes": .integer(report.writes), "records": .integer(report.records),
            "unreadable_lines": .integer(report.unreadableLines), "newer": .integer(report.newer),
            "findings": json(report.findings), "restored": .integer(report.restored),
            "remaining": json(report.remaining),
        ]
    }
}
