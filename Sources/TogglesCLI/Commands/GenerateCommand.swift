import ArgumentParser
import ToggleGenerator
import ToggleManifest

/// The command `toggles generate`.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the typed keys as a Swift file, for those who commit it.",
        discussion: """
            The build plugin GenerateToggles does the same at every build. A file that is up to date is left alone.
            With --check nothing is written, and an outdated file is a finding: exit code 1.

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
        for diagnostic in outcome.diagnostics { Console.printError(diagnostic.description) }
        guard let source = outcome.source else { throw CommandFailure.findings }
        guard let output, output != "-" else {
            Console.write(source.text)
            return
        }
        if check {
            guard Files.exists(output), try Files.read(output) == Array(source.text.utf8) else {
                Console.print("\(output) is out of date; run `toggles generate --output \(output)`")
                throw CommandFailure.findings
            }
            Console.print("\(output) is up to date")
            return
        }
        do {
            let isWritten = try GeneratorFiles.write(source.text, to: output)
            Console.print(isWritten ? "Wrote \(output)" : "\(output) is up to date")
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }
}
