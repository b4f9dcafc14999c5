package import ToggleLint

/// A declaration of flags that was found in existing sources.
package struct DiscoveredDeclaration: Sendable, Hashable {
    /// Why a declaration is not imported.
    package enum Omission: Sendable, Hashable {
        /// It repeats the flags of another one, by its type: a mock, a generated mirror, a menu, a remote enum.
        case repeats(String, role: String)
        /// Settings of users.
        case settings
        /// It is in tests, or declares too few flags; the reason is a noun phrase for people.
        case other(String)
    }

    /// A way in which the flags are read.
    package struct ReadForm: Sendable, Hashable {
        /// The form for people: `isEnabled(_:)`, `flags[\.x]`, `x.isEnabled`.
        package var text: String
        /// The number of reads.
        package var count: Int
        /// The number of files with such reads.
        package var files: Int
    }

    /// The declaration, as the manifest's `lint: sources:` describes it. Several files may declare its flags.
    package var source: LintConfiguration.DeclarationSource
    /// The flags, with their defaults where the code shows them.
    package var flags: [DeclaredFlag]
    /// The declarations that look like flags, but are settings of users; left out unless all are asked for.
    package var settings: [DeclaredFlag] = []
    /// The ways in which the flags are read, the most frequent first.
    package var reads: [ReadForm] = []
    /// The names of flags whose value is the same constant in every build, and that constant.
    package var constants: [String: Bool] = [:]
    /// Where the default values are written, for people: `DefaultFlags.isEnabled(_:)`; `nil` if in the declaration.
    package var defaultsPlace: String?
    /// Why it isn't imported; `nil` if it is.
    package var omission: Omission?
    /// The word for its flags in the summary: `case`, `property`, `attribute`, `key`.
    package var unit = "flag"
}

/// Finds the flags of existing sources without being told where they are declared.
package struct FlagDiscovery: Sendable {
    /// What was found.
    package struct Report: Sendable {
        /// The declarations, the best first; left out ones at the end.
        package var declarations: [DiscoveredDeclaration] = []
        /// The number of read files by language: `Swift`, `Objective-C`.
        package var fileCounts: [String: Int] = [:]
        /// Expressions that hide reads of more than 20% of the flags, with what to set.
        package var hidden: [String] = []
    }

    package init() {}

    /// Returns the declarations of flags in the files of a project.
    ///
    /// - Parameter files: All files, with paths relative to the root, that may declare or read flags.
    package func report(on files: [(path: String, bytes: [UInt8])]) -> Report {
        Report()
    }
}
