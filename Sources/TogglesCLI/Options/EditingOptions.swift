import ArgumentParser
import FeatureToggles
import ToggleDocuments
import ToggleLint
import ToggleManifest

/// How a command that changes files is told what to do with them.
struct EditingOptions: ParsableArguments {
    @Flag(help: "Show what would change, and write nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("The day to take for today, as YYYY-MM-DD.", visibility: .hidden))
    var today: DateArgument?

    /// Today, or the day that was asked for.
    ///
    /// - Throws: ``CommandFailure`` when the clock has no date.
    func day() throws -> CalendarDate {
        guard let day = today?.date ?? Files.today else {
            throw CommandFailure.usage("The clock of this machine has no date.")
        }
        return day
    }

    /// Makes a change, and says what was done and what is left.
    ///
    /// Git takes it back: nothing else is kept. Other commands wait meanwhile; what an editor saves meanwhile stays, and the
    /// change is refused.
    ///
    /// - Parameters:
    ///   - manifest: The manifest that is changed.
    ///   - document: Answers the remote document that is changed with it, if there is one.
    ///   - make: Makes the change.
    /// - Throws: ``CommandFailure`` when it is refused or a file cannot be written; then no file is changed.
    func carryOut(
        _ manifest: ManifestOptions,
        document: (_ manifest: LifecycleChange.File) throws -> LifecycleChange.File? = { _ in nil },
        _ make: (_ manifest: LifecycleChange.File, _ document: LifecycleChange.File?) throws -> LifecycleChange
    ) throws {
        let path = try manifest.path()
        // The manifest may name the document, which has to be known before either is read for good.
        let paths = [path] + (try document(Self.file(path)).map { [$0.path] } ?? [])
        let change = try Files.editing(paths) {
            let file = try Self.file(path)
            let change = try Self.telling { try make(file, document(file)) }
            for warning in change.warnings { Console.warn(warning) }
            // The document first: a parameter that no app reads yet does no harm.
            if !dryRun { try FileWriting.replace(change.edits.reversed()) }
            return change
        }
        if dryRun {
            Console.write(change.edits.map { Self.printable(diff: $0.diff) }.joined())
            return
        }
        for line in change.done { Console.print(line) }
        let left = Self.mentions(of: change) + change.left
        guard !left.isEmpty else { return }
        Console.print(lines: "\nLeft to do:")
        for line in left { Console.print(lines: "  - \(line)") }
    }

    /// Makes a change, with refusals told as commands tell them.
    private static func telling(_ make: () throws -> LifecycleChange) throws -> LifecycleChange {
        do {
            return try make()
        } catch let error as ManifestEditingError {
            // Those of a refused edit have the lines of a text that was never written; the message says what they say.
            if error.code == .invalidManifest {
                for diagnostic in error.diagnostics { Console.printError(diagnostic.description) }
            }
            throw CommandFailure.usage("\(error.message).")
        } catch let error as LifecycleError {
            throw CommandFailure.usage("\(sentence(error.description))")
        } catch let error as DocumentEditor.Refusal {
            throw CommandFailure.usage("\(error.description).")
        }
    }

    /// A file that a change may need.
    static func file(_ path: String) throws -> LifecycleChange.File {
        LifecycleChange.File(path: path, bytes: try Files.read(path))
    }

    /// The remote document: the one that is named, else the one that the manifest names to the linter, if it is there.
    static func document(
        _ path: String?,
        manifest: LifecycleChange.File
    ) throws -> LifecycleChange.File? {
        if let path { return try file(path) }
        let section = Manifest.parse(manifest.bytes, path: manifest.path).manifest?.lint
        guard let name = LintConfiguration.read(section, path: manifest.path).0.document else { return nil }
        // It is relative to the root of the project, which is the manifest's folder or one above it.
        var folder = PathText.folder(of: PathText.resolved(manifest.path))
        for _ in 0..<256 {
            let path = PathText.joined(folder, name)
            if let bytes = try? Files.read(path) {
                let here = PathText.resolved(".") + "/"
                return LifecycleChange.File(
                    path: path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path,
                    bytes: bytes
                )
            }
            guard folder != "/", (try? FileReading.digest(path: folder + "/.git/HEAD", limit: 1 << 20)) == nil else {
                return nil
            }
            folder = PathText.folder(of: folder)
        }
        return nil
    }

    /// A diff as `git apply` takes it, with line ends as they are, and without what a terminal would take for commands.
    private static func printable(diff: String) -> String {
        diff.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            let isWindows = line.last == 0x0D
            return String(Substring(isWindows ? line.dropLast() : line)).printable + (isWindows ? "\r" : "")
        }
        .joined(separator: "\n")
    }

    /// Where a toggle is read, by its name, when it changes how that has to look.
    private static func mentions(of change: LifecycleChange) -> [String] {
        guard change.changesType, let manifest = change.edits.first?.path,
            let place = try? GitRepository(at: PathText.folder(of: manifest)),
            // Code lies beside the folder of the manifest as well as below it.
            let repository = try? GitRepository(at: place.topLevel),
            let mentions = try? repository.mentions(of: change.before.swiftName)
        else { return [] }
        let name = "`\(change.before.swiftName)`"
        guard !mentions.isEmpty else {
            return ["look for code that reads it: no Swift file of the repository names \(name)"]
        }
        let shown = mentions.prefix(20).map { "      \($0.path):\($0.line): \($0.text.prefix(100))" }
        let more = mentions.count > 20 ? ["      and \(mentions.count - 20) more"] : []
        let title = "look at the lines that name \(name); `toggles lint` knows which of them mean the toggle:"
        return [([title] + shown.map(\.printable) + more).joined(separator: "\n")]
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
