import ArgumentParser
import ToggleManifest
import ToggleTool

/// The command `toggles generate`.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes a Swift file with the typed keys, for projects that commit it, or a Kotlin file for Android.",
        discussion: """
            The build plugin GenerateToggles does the same in every build. A file that is
            already up to date isn't written again. With --check, the exit code is 1 if the
            file is out of date.

            The Kotlin file reads the flags of the same remote document through
            OpenFeature's SDK. Release toggles aren't in it, because they aren't in the
            document.

            EXAMPLES
              toggles generate --output Sources/App/Toggles.swift
              toggles generate --output Sources/App/Toggles.swift --check
              toggles generate                      # prints it
              toggles generate --language kotlin --package com.example --output Toggles.kt
            """
    )

    @OptionGroup var manifest: ManifestOptions

    @Option(name: .shortAndLong, help: "The file to write. Default: standard output.", completion: .file())
    var output: String?

    @Option(help: "swift or kotlin.")
    var language = Language.swift

    @Option(help: "The package of the Kotlin file.")
    var package: String?

    @Flag(help: "Report whether the file is up to date, without writing it.")
    var check = false

    /// The language of the generated file.
    enum Language: String, ExpressibleByArgument, CaseIterable {
        case swift, kotlin
    }

    func validate() throws {
        if package != nil, language != .kotlin { throw ValidationError("--package needs --language kotlin.") }
        if let package, !KotlinSource.isPackage(package) {
            throw ValidationError("--package must be a name such as com.example, of letters, digits, and ‘_’.")
        }
        if check, output == nil { throw ValidationError("--check needs --output, the file to check.") }
    }

    func run() throws {
        let path = try manifest.selection.file().path
        let bytes = try ToolFiles.readProjectFile(path)
        let outcome = GeneratorPipeline.run(manifest: bytes, path: path)
        for diagnostic in outcome.diagnostics { ToolOutput.printError(lines: diagnostic.description) }
        guard let source = outcome.source else { throw ToolError.findings }
        let text = try language == .kotlin ? kotlin(bytes, path) : source.text
        guard let output, output != "-" else {
            ToolOutput.write(document: text.utf8)
            return
        }
        if check {
            guard ToolFiles.exists(output), try ToolFiles.read(output) == Array(text.utf8) else {
                let options =
                    language == .kotlin ? " --language kotlin" + (package.map { " --package \($0)" } ?? "") : ""
                ToolOutput.print("\(output) is out of date; run `toggles generate\(options) --output \(output)`")
                throw ToolError.findings
            }
            ToolOutput.print("\(output) is up to date")
            return
        }
        try ToolFiles.requireNoManifest(output, manifest: path)
        let isWritten = try GeneratorFiles.write(text, to: output)
        ToolOutput.print(isWritten ? "Wrote \(output)" : "\(output) is up to date")
    }

    /// Returns the Kotlin source of a manifest, which is valid.
    private func kotlin(_ bytes: [UInt8], _ path: String) throws -> String {
        guard let manifest = Manifest.parse(bytes, path: path).manifest else { throw ToolError.findings }
        do throws(KotlinSourceError) {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return try KotlinSource(manifest, package: package, fileName: name).text
        } catch {
            let start = error.location.start
            throw ToolError.usage("\(path):\(start.line):\(start.column): \(error.description)")
        }
    }
}
