import ArgumentParser
import FeatureToggles
import ToggleManifest

/// Which manifest a command works on.
struct ManifestOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "The manifest. Default: toggles.yaml in this folder or one above it.",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var manifest: String?

    /// The manifest's path and bytes.
    ///
    /// - Throws: ``CommandFailure`` when there is none or it cannot be read.
    func read() throws -> (path: String, bytes: [UInt8]) {
        guard let path = manifest ?? Files.findUpward("toggles.yaml") else {
            throw CommandFailure.usage(
                "There is no toggles.yaml in this folder or one above it. `toggles init` writes one."
            )
        }
        return (path, try Files.read(path))
    }

    /// The parsed manifest.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read or has errors, which are printed.
    func load() throws -> (path: String, manifest: Manifest) {
        let (path, bytes) = try read()
        let result = Manifest.parse(bytes, path: path)
        guard let manifest = result.manifest else {
            for diagnostic in result.diagnostics { Console.printError(diagnostic.description) }
            let command = self.manifest.map { "toggles validate --manifest \($0)" } ?? "toggles validate"
            throw CommandFailure.usage("The manifest has errors; `\(command)` shows them with their lines.")
        }
        return (path, manifest)
    }
}
