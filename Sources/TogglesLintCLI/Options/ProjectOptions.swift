import ArgumentParser
import ToggleTool

/// The options that select a project.
struct ProjectOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "The manifest. Default: toggles.yaml in this folder or one above it.",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var manifest: String?

    @Option(
        help: """
            The root of the project, to which paths are relative. Default: the nearest folder at or above the manifest \
            with a Package.swift, an Xcode project or a repository, else the folder of the manifest.
            """,
        completion: .directory
    )
    var root: String?

    @Option(
        help: "The remote document. Default: the one that ‘lint:’ in the manifest names.",
        completion: .file(extensions: ["json"])
    )
    var document: String?

    @Option(
        help: "The local defaults file. Default: the application's, if there is one.",
        completion: .file(extensions: ["json"])
    )
    var defaults: String?

    @Option(help: "The date to use as today, as YYYY-MM-DD. Default: today.")
    var date: DateArgument?

    @Option(help: "The file that caches the results for sources. Default: one in the user's cache folder.")
    var cache: String?

    @Flag(help: "Read all sources again, and don't use the cache.")
    var noCache = false
}
