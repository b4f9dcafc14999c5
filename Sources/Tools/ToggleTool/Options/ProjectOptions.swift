package import ArgumentParser
package import ToggleBase

/// The options that select a project.
package struct ProjectOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        parsing: .singleValue,
        help: "A manifest. May be repeated. Default: all manifests of the application in this project.",
        completion: .file(extensions: ["yaml", "yml"])
    )
    package var manifest: [String] = []

    @Option(help: "The application, if the project contains several.", completion: .applications)
    package var application: String?

    @Option(
        help: """
            The root of the project, whose files are searched. Default: the repository that contains the manifests, \
            or the outermost folder around them without manifests of other applications.
            """,
        completion: .directory
    )
    package var root: String?

    @Option(
        help: "The remote document. Default: the one that a manifest names.",
        completion: .file(extensions: ["json"])
    )
    package var document: String?

    @OptionGroup package var localDefaults: LocalDefaultsOptions

    @Option(help: "The date to use as today, as YYYY-MM-DD. Default: today.", transform: DateArgument.read)
    package var date: CalendarDate?

    @Option(help: "The file in which to cache the results for sources. Default: one in the user's cache folder.")
    package var cache: String?

    @Flag(help: "Read all sources again instead of using the cache.")
    package var noCache = false

    package init() {}
}
