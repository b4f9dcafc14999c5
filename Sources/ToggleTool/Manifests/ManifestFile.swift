package import FeatureToggles

/// A file `toggles.yaml`.
package struct ManifestFile: Hashable, Sendable {
    /// The default name.
    package static let name = "toggles.yaml"
    /// The largest manifest that is read, in bytes.
    package static let maximumSize = 1 << 30

    /// The path.
    package let path: String

    /// Creates a reference to the manifest at a path.
    package init(path: String) {
        self.path = path
    }

    /// The digest and the size of its current content.
    package func content() throws(FileReading.Failure) -> (digest: ContentDigest, size: Int) {
        try FileReading.digest(path: path, limit: Self.maximumSize)
    }
}

extension ToolError {
    /// The error of a command that needs a manifest and finds none.
    package static let noManifest = usage(
        "There is no toggles.yaml in this folder, in one above it, or elsewhere in this project. `toggles init` writes one."
    )
}
