package import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
        var path = name
        // No real path is deeper.
        for _ in 0..<256 {
            if access(path, F_OK) == 0 { return ManifestFile(path: path) }
            let folder = String(path.dropLast(name.count))
            // Files above the repository belong to other projects.
            guard access(folder + ".git", F_OK) != 0 else { return nil }
            var here = stat()
            var above = stat()
            guard stat(folder.isEmpty ? "." : folder, &here) == 0, stat(folder + "..", &above) == 0,
                here.st_ino != above.st_ino || here.st_dev != above.st_dev
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
