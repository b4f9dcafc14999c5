#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Removing folders with everything in them.
extension POSIXFileSystem {
    /// The maximum depth of the folders that are removed, each of which is open meanwhile.
    private static let maximumDepth = 32

    /// Removes a folder with everything in it, if it belongs to the current user and no other user can access it.
    ///
    /// Anything else with this name stays: a link, a folder of another user, and a folder that other users could
    /// change meanwhile. Each name is removed from a folder that is open, and no link is followed, so a folder that is
    /// exchanged for a link doesn't lead to other files.
    ///
    /// - Parameter path: The path of the folder.
    package func removePrivateFolder(_ path: String) {
        guard let parent = try? openFolder(PathText.folder(of: path)) else { return }
        defer { try? close(parent) }
        removeFolder(PathText.name(of: path), in: parent, depth: 0)
    }

    private func removeFolder(_ name: String, in parent: Int32, depth: Int) {
        let flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW
        guard depth < Self.maximumDepth,
            let descriptor = try? Self.repeating({ openat(parent, name, flags) })
        else { return }
        defer { try? close(descriptor) }
        guard let status = try? status(ofDescriptor: descriptor), status.isOwnedByCurrentUser,
            depth > 0 || status.mode & 0o077 == 0,
            let listing = try? Self.repeating({ openat(descriptor, ".", flags) })
        else { return }
        for entry in (try? entries(ofOpenFolder: listing)) ?? [] where unlinkat(descriptor, entry.name, 0) != 0 {
            removeFolder(entry.name, in: descriptor, depth: depth + 1)
        }
        unlinkat(parent, name, AT_REMOVEDIR)
    }
}
