import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// The command `toggles validate`.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Reports every problem in the manifests, with its line.",
        discussion: """
            The exit code is 1 if there are errors. This includes keys that two modules of
            the application declare differently, and errors in the linter's settings under
            ‘lint:’, even though builds ignore those settings.

            EXAMPLES
              toggles validate
              toggles validate --manifest Sources/Search/toggles.yaml
            """
    )

    @OptionGroup var manifest: ManifestOptions

    func run() throws {
        var valid: [SharedKeys.File] = []
        var results: [String: ManifestParseResult] = [:]
        var hasErrors = false
        for path in try manifest.selection.files().map(\.path) {
            let result = Manifest.parse(try ToolFiles.readProjectFile(path), path: path)
            results[path] = result
            let diagnostics = result.diagnostics + LintConfiguration.read(result.manifest?.lint, path: path).1
            for diagnostic in diagnostics { ToolOutput.print(lines: result.rendering(of: diagnostic)) }
            let count = diagnostics.count { $0.severity == .error }
            if let manifest = result.manifest { valid.append((path, manifest)) }
            hasErrors = hasErrors || result.manifest == nil || count > 0
            let toggles = result.manifest.map { "\($0.toggles.count.counted("toggle")), no errors" } ?? ""
            ToolOutput.print("\(path): \(count > 0 || toggles.isEmpty ? count.counted("error") : toggles)")
        }
        for diagnostic in SharedKeys.diagnostics(in: valid) {
            hasErrors = hasErrors || diagnostic.severity == .error
            ToolOutput.print(lines: results[diagnostic.path]?.rendering(of: diagnostic) ?? diagnostic.description)
        }
        if hasErrors { throw ToolError.findings }
    }
}
