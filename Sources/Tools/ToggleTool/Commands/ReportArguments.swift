package import ArgumentParser

/// The arguments of `toggles report`.
package struct ReportArguments: CompanionArguments {
    package static let companion = Companion.lint
    package static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Writes a page with the toggles' ages, owners, and history.",
        discussion: """
            The page is a single file without scripts or external resources, so you can
            send it to people or keep it as an artifact of a CI run. It follows the light
            or dark appearance of the reader's system.

            EXAMPLES
              toggles report --html toggles.html
              toggles report --html toggles.html --date 2027-01-31 --title "Shop for iOS"
            """
    )

    @OptionGroup package var options: ProjectOptions

    @Option(
        help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["html"])
    )
    package var html: String

    @Option(
        help: "The counts of running apps, which `toggles usage merge` writes.",
        completion: .file(extensions: ["json"])
    )
    package var usage: String?

    @Option(help: "The title. Default: the application's name.")
    package var title: String?

    @Flag(inversion: .prefixedNo, help: "Include the linter's findings.")
    package var findings = true

    package init() {}
}
