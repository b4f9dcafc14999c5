package import ToggleManifest

/// What the Swift sources and scripts of a project say about its toggles.
package struct SourceFacts: Sendable {
    /// Every use, in order of path and place.
    package var uses: [ToggleUse]
    /// Comments that tell the linter to be quiet.
    package var suppressions: [CodeSuppression]
    /// What other people's declarations declare, in the order of the sources; see ``LintConfiguration/sources``.
    ///
    /// One whose key is not in the manifest is not looked after, and a toggle whose declaration is gone is left over.
    package var declared: [DeclaredFlag]
    /// Files that do not parse, or cannot be read.
    ///
    /// What can be read of them is searched as text: the names in it are possible uses.
    package var unparsed: [Diagnostic]
    /// The files and folders among them that could not be searched at all, by path.
    ///
    /// No toggle is certainly unused then.
    package var unsearched: Set<String> = []
    /// How many files were looked at.
    package var fileCount: Int
    /// Lines of the files that findings are about can be read here: path to text, for those with uses.
    package var paths: Set<String>
    /// Paths and globs of the configuration that mean nothing that is there, as sentences without a full stop.
    package var unmatched: [String] = []

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

/// A comment `// toggles:ignore RULE - reason`, which is about its own line, or about the next one when it stands alone.
package struct CodeSuppression: Sendable, Hashable {
    /// The rules that are named, comma-separated in the comment; empty when none is.
    ///
    /// A comment with a ``misspelling`` suppresses none of them.
    package var rules: [String]
    /// The reason behind the hyphen; `nil` when there is none.
    package var reason: String?
    /// How `toggles:ignore` is written, when it is written wrongly and the comment suppresses nothing.
    package var misspelling: String?
    /// The file, relative to the root of the project.
    package var path: String
    /// Where the comment stands.
    package var range: SourceRange
    /// The lines it is about, from 1.
    package var lines: ClosedRange<Int>

    /// Creates a suppression.
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
