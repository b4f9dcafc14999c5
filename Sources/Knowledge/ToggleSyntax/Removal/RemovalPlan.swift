package import ToggleManifest

/// The changes that remove a toggle, and what is left to a person.
package struct RemovalPlan: Sendable, Hashable {
    /// How much of a removal a command can do.
    package enum Verdict: String, Sendable, Hashable, Codable {
        /// Everything is removed.
        case safe
        /// Everything is removed, but a person should read some of it.
        case caution
        /// The code at some place keeps the toggle alive.
        case blocked
    }

    /// A file with its content before and after.
    package struct File: Sendable, Hashable {
        /// The path, relative to the root of the project.
        package var path: String
        package var old: [UInt8]
        /// The content afterwards; `nil` if the file is to be deleted, because nothing is left in it.
        package var new: [UInt8]?

        package init(path: String, old: [UInt8], new: [UInt8]?) {
            self.path = path
            self.old = old
            self.new = new
        }
    }

    /// A place that a person should look at.
    package struct Remark: Sendable, Hashable {
        /// What the place means for the removal.
        package enum Kind: String, Sendable, Hashable, Codable {
            /// The code is not changed and still needs the toggle.
            case blocks
            /// The code is changed, and a person should read the result.
            case read
            /// The code or text is not changed, still mentions the toggle, and compiles without it.
            case mention
            /// Only the removed side used this declaration; `--deep` removes it if that can be proven.
            case unused
        }

        package var kind: Kind
        /// The file, relative to the root of the project.
        package var path: String
        /// The range in the old content.
        package var range: SourceRange
        /// What is there and what to do, as a sentence without a full stop.
        package var reason: String

        package init(kind: Kind, path: String, range: SourceRange, reason: String) {
            self.kind = kind
            self.path = path
            self.range = range
            self.reason = reason
        }
    }

    /// The changed files, ordered by path.
    package var files: [File] = []
    /// The places to look at, ordered by path and place.
    package var remarks: [Remark] = []

    package init(files: [File] = [], remarks: [Remark] = []) {
        self.files = files
        self.remarks = remarks
    }

    /// How much of the removal is done.
    package var verdict: Verdict {
        if remarks.contains(where: { $0.kind == .blocks }) { return .blocked }
        return remarks.isEmpty ? .safe : .caution
    }
}
