import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A state file of a running app, written by a test; it is valid until it is released.
final class WrittenState {
    private let lock: Int32

    /// Writes a state file next to the local defaults file of a shop.
    init(_ text: String, in shop: Shop) throws {
        let folder = "\(shop.path)/home/defaults.state"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        for (name, text) in [("7-a.json", text), ("7-a.lock", "")] {
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            try #require(
                FileManager.default.createFile(
                    atPath: "\(folder)/\(name)",
                    contents: Data(text.utf8),
                    attributes: attributes
                )
            )
        }
        lock = open("\(folder)/7-a.lock", O_RDWR | O_CLOEXEC)
        try #require(flock(lock, LOCK_EX) == 0)
    }

    deinit {
        close(lock)
    }
}
