import ArgumentParser
import FeatureToggles
import ToggleTool

/// The manifest whose toggles a document is compared with.
struct FollowingToggles: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "The manifest. Default: toggles.yaml in this folder or one above it, if there is one.",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var manifest: String?

    @Flag(help: "Ignore the manifest.")
    var alone = false

    /// The toggles, if there is a manifest.
    ///
    /// - Throws: ``ToolError`` when it cannot be read.
    func registry() throws -> ToggleRegistry? {
        if alone { return nil }
        guard let path = manifest ?? ManifestFile.find()?.path else { return nil }
        var options = ManifestOptions()
        options.manifest = path
        return try options.loadRegistry()
    }
}
