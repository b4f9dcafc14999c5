package import ArgumentParser
import ToggleLint

/// The arguments of `toggles usage merge`.
package struct MergeUsageArguments: CompanionArguments {
    package static let companion = Companion.lint
    package static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Counts the messages of running apps in access logs.",
        discussion: """
            Reads the messages of UsageReport from the access logs of a server: in common
            or combined format, or as JSON lines, also compressed with gzip (.gz). A
            message has no keys, so the manifests of the app's versions name them: those of
            this checkout, and those at the tags of releases.

            Numbers of fewer than \(FieldUsage.minimum) installations are left out: a version with
            fewer on a day, and within the others, each number from 1 to \(FieldUsage.minimum - 1).

            EXAMPLES
              toggles usage merge access.log -o usage.json
              toggles usage merge logs/access.log logs/access.log.1.gz -o usage.json
              journalctl -u nginx -o cat | toggles usage merge - -o usage.json
              toggles lint --usage usage.json

            EXIT CODES
              0  success
              1  no message could be counted
              2  wrong usage, or a file that cannot be read or written
            """
    )

    @OptionGroup package var options: ProjectOptions

    @OptionGroup package var releases: ReleaseOptions

    @Argument(help: "The access logs; - is standard input.", completion: .file())
    package var logs: [String]

    @Option(
        name: .shortAndLong,
        help: "The file to write; - is standard output.",
        completion: .file(extensions: ["json"])
    )
    package var output: String

    package init() {}
}
