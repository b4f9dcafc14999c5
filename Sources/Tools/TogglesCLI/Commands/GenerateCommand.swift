import ArgumentParser
import ToggleManifest
import ToggleTool

/// The command `toggles generate`.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes a Swift file with the typed keys, for projects that commit it.",
        discussion: """
            The build plugin GenerateToggles does the same in every build. A file that is
            already up to date isn't written again. With --check, the exit code is 1 if the
            file is out of date.

            EXAMPLES
              toggles generate --output Sources/App/Toggles.swift
              toggles generate --output Sources/App/Toggles.swift --check
              toggles generate                      # prints it
            """
    )

    @OptionGroup var manifest: ManifestOptions

    @Option(name: .shortAndLong, help: "The file to write. Default: standard output.", completion: .file())
    var output: String?

    @Flag(help: "Report whether the file is up to date, without writing it.")
    var check = false

    func validate() throws {
        if check, output == nil { throw ValidationError("--check needs --output, the file to check.") }
    }

    func run() throws {
        let path = try manifest.selection.file().path
        let bytes = try ToolFiles.readProjectFile(path)
        let outcome = GeneratorPipeline.run(manifest: bytes, path: path)
        for diagnostic in outcome.diagnostics { ToolOutput.printError(lines: diagnostic.description) }
        guard let source = outcome.source else { throw ToolError.findings }
        guard let output, output != "-" else {
            ToolOutput.write(document: source.text.utf8)
            return
        }
        if check {
            guard ToolFiles.exists(output), try ToolFiles.read(output) == Array(source.text.utf8) else {
                ToolOutput.print("\(output) is out of date; run `toggles generate --output \(output)`")
                throw ToolError.findings
            }
            ToolOutput.print("\(output) is up to date")
            return
        }
        try ToolFiles.requireNoManifest(output, manifest: path)
        let isWritten = try GeneratorFiles.write(source.text, to: output)
        ToolOutput.print(isWritten ? "Wrote \(output)" : "\(output) is up to date")
    }
}
