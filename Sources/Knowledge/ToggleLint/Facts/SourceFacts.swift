package import ToggleBase
package import ToggleManifest

/// The facts about a project's toggles from its Swift sources and scripts.
package struct SourceFacts: Sendable {
    /// All uses, ordered by path and place.
    package var uses: [ToggleUse]
    /// The comments that suppress findings.
    package var suppressions: [CodeSuppression]
    /// The toggles in existing declarations, in the order of the sources; see ``LintConfiguration/sources``.
    ///
    /// A declared flag without a key in the manifest is untracked; a toggle without its declaration is a leftover.
    package var declared: [DeclaredFlag]
    /// The files that can't be read or parsed.
    ///
    /// Their readable parts are searched as text; names in them are possible uses.
    package var unparsed: [Diagnostic]
    /// The paths of the files and folders among them that couldn't be searched at all.
    ///
    /// If there are any, no toggle is reported as certainly unused.
    package var unsearched: Set<String> = []
    /// The number of scanned files.
    package var fileCount: Int
    /// The paths of the files with uses or suppressions.
    package var paths: Set<String>
    /// The flags of existing declarations for which production code always returns the same value, by key.
    package var constants: [String: Constant] = [:]
    /// The base names of the calls that a toggle is passed to, and of the functions that take one.
    package var calls: Set<String> = []
    /// The paths and globs in the configuration that match nothing, as sentences without a full stop.
    package var unmatched: [String] = []

    /// The value that a flag has in every build.
    package struct Constant: Sendable, Hashable {
        package var value: Bool
        /// The file with the value, relative to the root of the project.
        package var path: String
        /// The range of the value, or of the flag's name.
        package var range: SourceRange
        /// The day on which the line was last changed; `nil` if it is unknown.
        package var since: CalendarDate?

        package init(value: Bool, path: String, range: SourceRange, since: CalendarDate? = nil) {
            self.value = value
            self.path = path
            self.range = range
            self.since = since
        }
    }

    /// Creates facts.
    package init(
        uses: [ToggleUse] = [],
        suppressions: [CodeSuppression] = [],
        declared: [DeclaredFlag] = [],
        unparsed: [Diagnostic] = [],
        fileCount: Int = 0,
        paths: Set<String> = []
    ) {
        self.uses = uses
        self.suppressions = suppressions
        self.declared = declared
        self.unparsed = unparsed
        self.fileCount = fileCount
        self.paths = paths
    }
}

/// A comment `// toggles:ignore RULE - reason`, which applies to its own line, or to the next one if it is alone on its
/// line.
package struct CodeSuppression: Sendable, Hashable {
    /// The rules in the comment, where they are separated by commas; empty if there are none.
    ///
    /// A comment with a ``misspelling`` suppresses none of them.
    package var rules: [String]
    /// The reason after the hyphen; `nil` if there is none.
    package var reason: String?
    /// The spelling of a misspelled `toggles:ignore`, which suppresses nothing; `nil` if it is correct.
    package var misspelling: String?
    /// The file, relative to the root of the project.
    package var path: String
    /// The range of the comment.
    package var range: SourceRange
    /// The lines to which it applies, from 1.
    package var lines: ClosedRange<Int>

    package init(
        rules: [String],
        reason: String?,
        misspelling: String? = nil,
        path: String,
        range: SourceRange,
        lines: ClosedRange<Int>
    ) {
        self.rules = rules
        self.reason = reason
        self.misspelling = misspelling
        self.path = path
        self.range = range
        self.lines = lines
    }
}
