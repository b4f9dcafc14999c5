import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// Runs the command `toggles report`.
extension ReportArguments: RunnableArguments {
    package func run() throws {
        let reading = try ProjectReading(options, usage: usage, environment: ProcessEnvironment.current)
        let project = reading.project
        let text = HTMLReport(
            project,
            modules: ModuleNames.names(of: project.manifestFiles.map { reading.folder.absolute($0.path) }),
            findings: Linter(project).run().findings,
            listsFindings: findings,
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
