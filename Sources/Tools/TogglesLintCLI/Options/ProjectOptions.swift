import ArgumentParser
import ToggleBase
import ToggleTool

/// The options that select a project.
struct ProjectOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        parsing: .singleValue,
        help: "A manifest. May be repeated. Default: all manifests of the application in this project.",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var manifest: [String] = []

    @Option(help: "The application, if the project contains several.")
    var application: String?

    @Option(
        help: """
            The root of the project, whose files are searched. Default: the nearest folder that contains all \
            manifests and has a Package.swift, an Xcode project, or a repository, or else the folder of the manifest.
            """,
        completion: .directory
    )
    var root: String?

    @Option(
        help: "The remote document. Default: the one under ‘lint:’ in a manifest.",
        completion: .file(extensions: ["json"])
    )
    var document: String?

    @OptionGroup var localDefaults: LocalDefaultsOptions

    @Option(help: "The date to use as today, as YYYY-MM-DD. Default: today.", transform: DateArgument.read)
    var date: CalendarDate?

    @Option(help: "The file in which to cache the results for sources. Default: one in the user's cache folder.")
    var cache: String?

    @Flag(help: "Read all sources again instead of using the cache.")
    var noCache = false
}
