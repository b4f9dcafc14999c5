import Foundation

/// A temporary folder, deleted when its last reference is released.
package final class StoreFolder: Sendable {
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "console-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of a file in the folder.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the names of all files except locks.
    package func names(_ folder: String = "") -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
        return names.filter { !$0.hasSuffix(".lock") }.sorted()
    }

    package func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        let url = URL(filePath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return path(name)
    }
}
