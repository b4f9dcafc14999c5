import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// The command `toggles report`.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
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

    @OptionGroup var options: ProjectOptions

    @Option(
        help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["html"])
    )
    var html: String

    @Option(help: "The title. Default: the application's name.")
    var title: String?

    @Flag(inversion: .prefixedNo, help: "Include the linter's findings.")
    var findings = true

    func run() throws {
        let reading = try ProjectReading(options, environment: ProcessEnvironment.current)
        let project = reading.project
        let text = HTMLReport(
            project,
            modules: ModuleNames.names(of: project.manifestFiles.map { reading.folder.absolute($0.path) }),
            findings: findings ? Linter(project).run().findings : nil,
            title: title ?? project.manifest.application ?? project.manifest.namespace,
            notes: reading.notes
        )
        .text
        if html == "-" {
            ToolOutput.write(document: text.utf8)
        } else {
            try ToolFiles.write(Array(text.utf8), to: html)
            ToolOutput.print("Wrote \(html)")
        }
    }
}
