import Foundation

/// A folder of its own for a test, deleted when it is released.
package final class TemporaryFolder: Sendable {
    /// The absolute path, without links in it.
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("toggles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        // Without the links that lead to it, so that paths in messages can be compared.
        path = url.resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in the folder.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// What a file says, as UTF-8.
    package func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
    }

    /// Writes in place: an existing file keeps its identity.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
        return path(name)
    }

    /// Writes in place.
    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)), options: [])
    }

    /// Creates a folder, with those around it.
    package func createFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    /// Creates a symbolic link.
    package func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// Renames something, over what is there.
    package func rename(_ name: String, to newName: String) throws {
        guard Foundation.rename(path(name), path(newName)) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    /// Removes something.
    package func remove(_ name: String, ifPresent: Bool = false) throws {
        if ifPresent, !FileManager.default.fileExists(atPath: path(name)) { return }
        try FileManager.default.removeItem(atPath: path(name))
    }

    /// The names in the folder, or in one inside of it, sorted.
    package func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }

    /// The permissions of a file.
    package func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}
