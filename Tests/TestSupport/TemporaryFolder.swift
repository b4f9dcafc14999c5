import Foundation

/// A temporary folder for a test, which is deleted when this object is released.
package final class TemporaryFolder: Sendable {
    /// The absolute path, without symbolic links.
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("toggles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        // Without symbolic links, so that tests can compare paths in messages.
        path = url.resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of a file or folder in this folder.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the text of a file, decoded as UTF-8.
    package func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
    }

    /// Writes a file in place, so an existing file keeps its identity, and creates missing folders.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
        return path(name)
    }

    /// Writes a file in place, and creates missing folders.
    package func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(fileURLWithPath: path(name))
        if name.contains("/") {
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Data(bytes).write(to: url, options: [])
    }

    /// Creates a folder and its missing parents.
    package func createFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    /// Creates a symbolic link.
    package func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// Renames a file or folder, and replaces an existing one.
    package func rename(_ name: String, to newName: String) throws {
        guard Foundation.rename(path(name), path(newName)) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    /// Removes a file or folder.
    package func remove(_ name: String, ifPresent: Bool = false) throws {
        if ifPresent, !FileManager.default.fileExists(atPath: path(name)) { return }
        try FileManager.default.removeItem(atPath: path(name))
    }

    /// Returns the sorted names in this folder, or in a folder in it.
    package func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }

    /// Returns the sorted names of files other than locks, or none if the folder doesn't exist.
    package func files(_ folder: String = "") -> [String] {
        ((try? names(folder)) ?? []).filter { !$0.hasSuffix(".lock") }
    }

    /// Returns the permissions of a file.
    package func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}
