package import ToggleBase

/// A commit that changed a file.
package struct FileRevision: Sendable, Hashable {
    /// A commit.
    package struct Commit: Sendable, Hashable {
        /// The full identifier.
        package var identifier: String
        /// The committer's date, in UTC.
        package var day: CalendarDate
        /// The committer's time, in seconds since 1970.
        package var seconds: Int
        /// The author's name.
        package var author: String
        /// The first line of the message.
        package var subject: String

        /// Creates a commit.
        ///
        /// - Parameters:
        ///   - identifier: The full identifier.
        ///   - day: The committer's date, in UTC.
        ///   - seconds: The committer's time, in seconds since 1970; by default the beginning of the day.
        ///   - author: The author's name.
        ///   - subject: The first line of the message.
        package init(identifier: String, day: CalendarDate, seconds: Int? = nil, author: String, subject: String) {
            self.identifier = identifier
            self.day = day
            self.seconds = seconds ?? day.daysSince1970 * 86_400
            self.author = author
            self.subject = subject
        }
    }

    /// The commit.
    package var commit: Commit
    /// The identifier of the file's content; `nil` if the commit removed the file.
    package var blob: String?
    /// Whether older commits exist but are missing, so that the changes of this one are unknown.
    package var isBoundary: Bool

    /// Creates a revision.
    package init(commit: Commit, blob: String?, isBoundary: Bool) {
        self.commit = commit
        self.blob = blob
        self.isBoundary = isBoundary
    }
}
