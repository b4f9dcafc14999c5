import FeatureToggles
import ToggleBase

/// A file `toggles.yaml`.
package struct ManifestFile: Hashable, Sendable {
    /// The default name.
    package static let name = "toggles.yaml"
    /// The largest manifest that is read, in bytes.
    package static let maximumSize = 1 << 30

    /// The path.
    package let path: String
    /// The absolute path without symbolic links, if it is known.
    private let knownRealPath: String?

    /// Creates a reference to the manifest at a path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - realPath: The absolute path without symbolic links, if it is known.
    package init(path: String, realPath: String? = nil) {
        self.path = path
        knownRealPath = realPath
    }

    /// The absolute path without symbolic links.
    package var realPath: String { knownRealPath ?? PathText.resolved(path) }

    /// A file in the working folder, or the nearest one above it, whose name is almost that of a manifest.
    package static var misnamed: String? {
        let folders = PathText.components(PathText.resolved("."))
        let places = (0...folders.count).reversed().map { "/" + folders.prefix($0).joined(separator: "/") }
        return places.lazy.flatMap { place in
            ["toggles.yml", "toggle.yaml", "toggle.yml"].map { PathText.joined(place, $0) }
        }
        .first(where: FileReading.exists).map { PathText.relative($0, to: PathText.resolved(".")) }
    }

    /// Returns whether two files have the same path.
    package static func == (left: ManifestFile, right: ManifestFile) -> Bool { left.path == right.path }

    /// Hashes the path.
    package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

extension ToolError {
    /// The error of a command that needs a manifest and finds none.
    package static var noManifest: ToolError {
        if let other = ManifestFile.misnamed {
            return usage("There is no toggles.yaml, but a file ‘\(other)’. Rename it to toggles.yaml.")
        }
        return usage(
            "There is no toggles.yaml in this folder, in one above it, or elsewhere in this project. `toggles init` writes one."
        )
    }
}
