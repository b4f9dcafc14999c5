import Foundation
import ToggleManifest

/// The manifest of the reference.
enum ReferenceManifest {
    /// Its bytes.
    static func bytes() throws -> [UInt8] {
        Array(try Data(contentsOf: ReferenceTextTests.folder.appending(path: "toggles.yaml")))
    }

    /// What it says.
    static func read() throws -> Manifest? {
        Manifest.parse(try bytes(), path: "toggles.yaml").manifest
    }
}
