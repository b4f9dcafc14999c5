import Foundation
import ToggleBase
import ToggleTool

/// The file that a mirror replaces, which a web server serves.
struct MirroredFile: Sendable {
    let path: String

    private static var files: POSIXFileSystem { POSIXFileSystem() }

    /// The status of the file; `nil` if it doesn't exist.
    var status: FileStatus? { try? Self.files.status(ofPath: FileWriting.target(of: path)) }

    /// Returns the content; `nil` if there is no file.
    func content(limit: Int) throws(FileFailure) -> [UInt8]? {
        do throws(FileFailure) {
            return try FileReading.bytes(path: path, limit: limit)
        } catch {
            guard error.error == .noSuchFileOrDirectory else { throw error }
            return nil
        }
    }

    /// Replaces the file, durably and as a whole.
    ///
    /// Web servers make entity tags from the size and the time of a file in whole seconds, so the time always moves to
    /// another second, if need be to one in the future.
    func replace(with bytes: [UInt8]) throws {
        try ToolFiles.requireNoManifest(path)
        let target = FileWriting.target(of: path)
        let temporary = try FileWriting.temporary(bytes, path: path, target: target)
        do {
            if let old = try? Self.files.status(ofPath: target).modified,
                let new = try? Self.files.status(ofPath: temporary).modified, new / 1_000_000_000 <= old / 1_000_000_000
            {
                let next = Date(timeIntervalSince1970: TimeInterval(old / 1_000_000_000 + 1))
                try FileManager.default.setAttributes([.modificationDate: next], ofItemAtPath: temporary)
            }
            try Self.files.rename(temporary, to: target)
        } catch {
            FileWriting.remove(temporary)
            throw FileFailure(path: path, reason: (error as? SystemError)?.message ?? error.localizedDescription)
        }
        _ = FileWriting.synchronizeFolder(ofFile: target)
    }
}
