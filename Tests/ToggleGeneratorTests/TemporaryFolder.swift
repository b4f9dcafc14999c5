import Foundation

/// A folder for one test, removed when it is deallocated.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "generator-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the path of a file in the folder.
    func path(_ name: String) -> String {
        url.appending(path: name).path(percentEncoded: false)
    }

    /// Writes a file, and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: url.appending(path: name))
        return path(name)
    }

    /// Returns the text of a file, or `nil` if it doesn't exist.
    func text(_ name: String) -> String? {
        try? String(contentsOf: url.appending(path: name), encoding: .utf8)
    }

    /// Returns the names of the files, sorted.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false)).sorted()
    }
}
