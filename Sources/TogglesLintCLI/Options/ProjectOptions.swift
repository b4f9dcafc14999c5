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
            The root of the project, which paths are relative to. Default: the folder of the manifest, or the nearest \
            one above it with a Package.swift, an Xcode project or a repository.
            """,
        completion: .directory
    )
    var root: String?

    @Option(
        help: "The remote document. Default: what the manifest says, ‘lint: { document: … }’.",
        completion: .file(extensions: ["json"])
    )
    var document: String?

    @Option(
        help: "The local defaults file. Default: the application's, if there is one.",
        completion: .file(extensions: ["json"])
    )
    var defaults: String?

    @Option(help: "The day as of which everything is judged, YYYY-MM-DD. Default: today.")
    var date: DateArgument?

    @Option(help: "The file that remembers what sources said. Default: one in the folder for caches.")
    var cache: String?

    @Flag(help: "Read every source anew, and remember nothing.")
    var noCache = false
}
