import Foundation

/// A file path in a temporary folder, which is deleted when this object is released.
final class TemporaryFile: Sendable {
    private let folder: URL
    let path: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "toggles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "flags.json").path(percentEncoded: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Replaces the file's content.
    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    }
}
