import Foundation

/// A folder of one test, gone with it.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "generator-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String {
        url.appending(path: name).path(percentEncoded: false)
    }

    /// Writes a file, and answers its path.
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: url.appending(path: name))
        return path(name)
    }

    /// The text of a file, or `nil` when there is none.
    func text(_ name: String) -> String? {
        try? String(contentsOf: url.appending(path: name), encoding: .utf8)
    }

    /// The names of the files, sorted.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false)).sorted()
    }
}
