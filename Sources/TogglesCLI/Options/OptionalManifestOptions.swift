import ArgumentParser
import FeatureToggles
import ToggleTool

/// The manifest with which a document is compared, if there is one.
struct OptionalManifestOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "The manifest. Default: toggles.yaml in this folder or one above it, if there is one.",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var manifest: String?

    @Flag(help: "Ignore the manifest.")
    var alone = false

    /// Returns the toggles, if there is a manifest.
    ///
    /// - Throws: ``ToolError`` if it can't be read.
    func registry() throws -> ToggleRegistry? {
        if alone { return nil }
        guard let path = manifest ?? ManifestFile.find()?.path else { return nil }
        var options = ManifestOptions()
        options.manifest = path
        return try options.loadRegistry()
    }
}
