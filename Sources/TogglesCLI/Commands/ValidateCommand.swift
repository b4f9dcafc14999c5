import ArgumentParser
import ToggleManifest

/// The command `toggles validate`.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Reports every problem of the manifest, with its line.",
        discussion: """
            Exits with 1 when there are errors.

            EXAMPLES
              toggles validate
              toggles validate --manifest Sources/Search/toggles.yaml
            """
    )

    @OptionGroup var manifest: ManifestOptions

    func run() throws {
        let (path, bytes) = try manifest.read()
        let result = Manifest.parse(bytes, path: path)
        for diagnostic in result.diagnostics { Console.print(result.rendering(of: diagnostic)) }
        guard let manifest = result.manifest else {
            let count = result.diagnostics.filter { $0.severity == .error }.count
            Console.print("\(path): \(count) \(count == 1 ? "error" : "errors")")
            throw CommandFailure.findings
        }
        let count = manifest.toggles.count
        Console.print("\(path): \(count) \(count == 1 ? "toggle" : "toggles"), no errors")
    }
}
