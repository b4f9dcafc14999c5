package import FeatureToggles

/// The file `toggles.yaml`.
package struct ManifestFile: Sendable {
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

    /// Returns the manifest that an option names, or else the one that ``find()`` finds.
    ///
    /// - Parameter option: The path, or `nil`.
    /// - Returns: The manifest, which may not exist if the option names it.
    /// - Throws: ``ToolError`` if there is none.
    package static func named(_ option: String?) throws -> ManifestFile {
        if let option { return ManifestFile(path: option) }
        guard let file = find() else {
            throw ToolError.usage(
                "There is no toggles.yaml in this folder or one above it. `toggles init` writes one."
            )
        }
        return file
    }

    /// The manifest of this folder or the nearest one above it in the repository that has one, or `nil`.
    package static func find() -> ManifestFile? {
        let files = POSIXFileSystem()
        var path = name
        // No real path is deeper.
        for _ in 0..<256 {
            if FileReading.exists(path) { return ManifestFile(path: path) }
            let folder = String(path.dropLast(name.count))
            // Files above the repository belong to other projects.
            guard !FileReading.exists(folder + ".git") else { return nil }
            guard let here = try? files.status(ofTarget: folder.isEmpty ? "." : folder),
                let above = try? files.status(ofTarget: folder + ".."), here.identity != above.identity
            else { return nil }
            path = folder + "../" + name
        }
        return nil
    }

    /// The digest and the size of its current content.
    package func content() throws(FileReading.Failure) -> (digest: ContentDigest, size: Int) {
        try FileReading.digest(path: path, limit: Self.maximumSize)
    }
}
