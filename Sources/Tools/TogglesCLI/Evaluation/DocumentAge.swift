import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// How long ago a document was last changed, according to git.
///
/// Dates of files aren't used, because a checkout in CI gives all files the current one.
struct DocumentAge {
    /// The day of the last change; `nil` for changes that aren't committed yet.
    let day: CalendarDate?
    /// The number of days since then.
    let days: Int
    /// What to do about an old document, besides replacing it.
    private let hint: String

    /// Determines the age of a document.
    ///
    /// - Parameters:
    ///   - path: The document.
    ///   - now: The time in seconds since 1970.
    ///   - isCompared: Whether the document differs from the published one.
    /// - Throws: ``ToolError`` if git doesn't track the document, or the history is incomplete.
    init(of path: String, now: Int64, isCompared: Bool) throws {
        hint = isCompared ? "" : ", or pass the current one with --published if it is the same"
        let resolved = PathText.resolved(path)
        let name = PathText.name(of: resolved)
        let isTracked: Bool
        let last: FileRevision?
        do throws(GitError) {
            let repository = try GitRepository(at: PathText.folder(of: resolved))
            isTracked = try repository.isTracked(name)
            last = try repository.isModified(name) ? nil : repository.revisions(of: name).last
        } catch {
            throw ToolError.usage("The age of \(path) is unknown: \(error.description).")
        }
        guard isTracked else {
            throw ToolError.usage("The age of \(path) is unknown, because git doesn't track it. Commit it\(hint).")
        }
        guard let last else {
            (day, days) = (nil, 0)
            return
        }
        if last.isBoundary {
            throw ToolError.usage(
                """
                The age of \(path) is unknown, because this clone is shallow. Fetch all of its history, for example with \
                `git fetch --unshallow` or fetch-depth: 0.
                """
            )
        }
        day = last.commit.day
        days = Int(max(0, now - Int64(last.commit.seconds)) / 86_400)
    }

    /// Returns an error if the document is too old.
    ///
    /// - Parameters:
    ///   - maximum: The maximum age in days.
    ///   - path: The path for the error.
    /// - Returns: The error, or `nil` if the document is recent enough.
    func diagnostic(maximum: Int, path: String) -> Diagnostic? {
        guard days > maximum, let day else { return nil }
        let start = SourceLocation(line: 1, column: 1, offset: 0)
        return Diagnostic(
            .error,
            path: path,
            range: SourceRange(start: start, end: start),
            message: """
                the document was last changed on \(day), \(days.counted("day")) ago; replace it with the current one, \
                because at most \(maximum.counted("day")) are allowed\(hint)
                """
        )
    }
}
