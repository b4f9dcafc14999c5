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
    /// What it is called where nobody says otherwise.
    package static let name = "toggles.yaml"
    /// The largest manifest that is read, in bytes.
    package static let maximumSize = 1 << 30

    /// Its path.
    package let path: String

    /// The manifest at a path.
    package init(path: String) {
        self.path = path
    }

    /// The manifest of this folder or the nearest one above it in the repository that has one, or `nil`.
    package static func find() -> ManifestFile? {
        var path = name
        // Deeper than any path can be.
        for _ in 0..<256 {
            if access(path, F_OK) == 0 { return ManifestFile(path: path) }
            let folder = String(path.dropLast(name.count))
            // Above the repository, there are other people's projects.
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

    /// Whether there is something at the path.
    package var exists: Bool { access(path, F_OK) == 0 }

    /// The digest and the size of what it says now.
    package func content() throws(FileReading.Failure) -> (digest: ContentDigest, size: Int) {
        try FileReading.digest(path: path, limit: Self.maximumSize)
    }
}
