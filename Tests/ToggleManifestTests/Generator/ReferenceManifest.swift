import Foundation
import ToggleManifest

/// The manifest of the reference.
enum ReferenceManifest {
    /// Returns the content of the file.
    static func bytes() throws -> [UInt8] {
        Array(try Data(contentsOf: ReferenceTextTests.folder.appending(path: "toggles.yaml")))
    }

    /// Returns the parsed manifest.
    static func read() throws -> Manifest? {
        Manifest.parse(try bytes(), path: "toggles.yaml").manifest
    }
}
