package import SystemBase

/// Lets commands that edit the same files take turns, so that each of them reads what the one before it wrote.
///
/// The lock is `flock` on the folders of the files: nothing is left beside files that are kept in git, and a folder stays
/// the same while a file in it is replaced. Editors do not ask for it; ``FileWriting/replace(_:willReplace:)`` notices them.
package enum EditingLock {
    /// How long to wait for other commands.
    package static let timeout = Duration.seconds(30)

    /// Calls a closure while no other command edits files in the same folders.
    ///
    /// File systems without locks, and folders that cannot be opened, are not waited for.
    ///
    /// - Parameters:
    ///   - paths: The files, which need not exist. Closures do not nest for files in the same folder.
    ///   - timeout: How long to wait for other commands.
    ///   - fileSystem: The file system.
    ///   - body: Reads and edits the files.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``FileWriting/Failure`` when other commands do not come to an end.
    package static func withLock<Result>(
        on paths: [String],
        timeout: Duration = Self.timeout,
        fileSystem: any FileSystem = POSIXFileSystem(),
        _ body: () throws -> Result
    ) throws -> Result {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { try? fileSystem.close(descriptor) } }
        // Always in the same order, so that two commands never wait for each other.
        var folders: [FileStatus.Identity: Int32] = [:]
        for path in paths {
            guard let descriptor = try? fileSystem.openFolder(PathText.folder(of: FileWriting.target(of: path))) else {
                continue
            }
            descriptors.append(descriptor)
            if let status = try? fileSystem.status(ofDescriptor: descriptor) { folders[status.identity] = descriptor }
        }
        let order = folders.sorted { ($0.key.device, $0.key.inode) < ($1.key.device, $1.key.inode) }
        var waited = Duration.zero
        for (_, descriptor) in order {
            var pause = Duration.microseconds(200)
            while try !isLocked(descriptor, fileSystem) {
                guard waited < timeout else {
                    throw FileWriting.Failure(
                        path: paths.first ?? "",
                        reason: """
                            other commands have been editing files in its folder for \(timeout). Nothing was changed; wait \
                            until they are done, or end the one that hangs
                            """
                    )
                }
                fileSystem.pause(for: pause)
                waited += pause
                pause = min(pause * 2, .milliseconds(5))
            }
        }
        return try body()
    }

    /// Whether the lock was taken, or can't exist.
    private static func isLocked(_ descriptor: Int32, _ fileSystem: any FileSystem) throws -> Bool {
        do throws(SystemError) {
            return try fileSystem.tryLock(descriptor)
        } catch {
            // Network file systems that lock only files open for writing, or don't lock at all.
            return true
        }
    }
}
