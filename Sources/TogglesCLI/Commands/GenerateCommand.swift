import ArgumentParser
import ToggleManifest
import ToggleTool

/// The command `toggles generate`.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the typed keys as a Swift file, for projects that commit it.",
        discussion: """
            The build plugin GenerateToggles does the same at every build. A file that is up to date is not written.
            With --check, nothing is written, and the exit code is 1 if the file is out of date.

            EXAMPLES
              toggles generate --output Sources/App/Toggles.swift
              toggles generate --output Sources/App/Toggles.swift --check
              toggles generate                      print it
            """
    )

    @OptionGroup var manifest: ManifestOptions

    @Option(name: .shortAndLong, help: "The file to write. Default: standard output.", completion: .file())
    var output: String?

    @Flag(help: "Write nothing; report whether the file is up to date.")
    var check = false

    func validate() throws {
        if check, output == nil { throw ValidationError("--check needs --output, the file to check.") }
    }

    func run() throws {
        let (path, bytes) = try manifest.read()
        let outcome = GeneratorPipeline.run(manifest: bytes, path: path)
        for diagnostic in outcome.diagnostics { ToolOutput.printError(diagnostic.description) }
        guard let source = outcome.source else { throw ToolError.findings }
        guard let output, output != "-" else {
            ToolOutput.write(source.text)
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
        do {
            let isWritten = try GeneratorFiles.write(source.text, to: output)
            ToolOutput.print(isWritten ? "Wrote \(output)" : "\(output) is up to date")
        } catch {
            throw ToolError.usage("\(error)")
        }
    }
}
