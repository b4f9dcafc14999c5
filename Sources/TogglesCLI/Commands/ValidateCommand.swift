import ArgumentParser
import ToggleLint
import ToggleManifest
import ToggleTool

/// The command `toggles validate`.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Reports every problem in the manifest, with its line.",
        discussion: """
            The exit code is 1 if there are errors. This includes errors in the linter's
            settings under ‘lint:’, although builds ignore those.

            EXAMPLES
              toggles validate
              toggles validate --manifest Sources/Search/toggles.yaml
            """
    )

    @OptionGroup var manifest: ManifestOptions

    func run() throws {
        let (path, bytes) = try manifest.read()
        let result = Manifest.parse(bytes, path: path)
        let diagnostics = result.diagnostics + LintConfiguration.read(result.manifest?.lint, path: path).1
        for diagnostic in diagnostics { ToolOutput.print(lines: result.rendering(of: diagnostic)) }
        guard let manifest = result.manifest, diagnostics.allSatisfy({ $0.severity != .error }) else {
            let count = diagnostics.filter { $0.severity == .error }.count
            ToolOutput.print("\(path): \(count.counted("error"))")
            throw ToolError.findings
        }
        let count = manifest.toggles.count
        ToolOutput.print("\(path): \(count.counted("toggle")), no errors")
    }
}
