package import ToggleBase

/// Serializes commands that edit the same files, so that each one reads what the previous one wrote.
///
/// The lock is `flock` on the folders of the files. It leaves no lock files beside files that are kept in git, and a
/// folder keeps its identity while a file in it is replaced. Text editors don't take the lock;
/// ``FileWriting/replace(_:willReplace:)`` detects their changes.
package enum EditingLock {
    /// The time to wait for other commands.
    package static let timeout = Duration.seconds(30)

    /// Calls a closure while no other command edits files in the same folders.
    ///
    /// It doesn't wait on file systems without locks, or for folders that can't be opened.
    ///
    /// - Parameters:
    ///   - paths: The files, which need not exist. Calls for files in the same folder must not be nested.
    ///   - timeout: The time to wait for other commands.
    ///   - fileSystem: The file system.
    ///   - body: A closure that reads and edits the files.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure, or ``FileFailure`` if other commands don't finish in time.
    package static func withLock<Result>(
        on paths: [String],
        timeout: Duration = Self.timeout,
        fileSystem: any FileSystem = POSIXFileSystem(),
        _ body: () throws -> Result
    ) throws -> Result {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { try? fileSystem.unlock(descriptor) } }
        // Always lock in the same order, so that two commands never wait for each other.
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
                    throw FileFailure(
                        path: paths.first ?? "",
                        reason: """
                            other commands have been editing files in its folder for \(timeout). Nothing was changed; wait \
                            until they finish, or stop the one that hangs
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

    /// Returns whether the lock was taken, or isn't supported.
    private static func isLocked(_ descriptor: Int32, _ fileSystem: any FileSystem) throws -> Bool {
        do throws(SystemError) {
            return try fileSystem.tryLock(descriptor)
        } catch {
            // Network file systems that lock only files open for writing, or don't lock at all.
            return true
        }
    }
}
