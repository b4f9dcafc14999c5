import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Removes files when the process exits through `exit` or the end of `main`, but not when it is killed or traps.
enum CleanExit {
    private struct Files: Sendable {
        var paths: Set<String> = []
        /// The process that registered the files; a child created by `fork` must not remove its parent's files.
        var process: pid_t?
    }

    private static let files = Mutex(Files())

    /// Registers a file for removal at exit.
    static func add(_ path: String) {
        let isFirst = files.withLock { files in
            defer { files.process = getpid() }
            files.paths.insert(path)
            return files.process == nil
        }
        if isFirst { atexit { CleanExit.removeAll() } }
    }

    /// Unregisters a file.
    static func remove(_ path: String) {
        files.withLock { _ = $0.paths.remove(path) }
    }

    private static func removeAll() {
        // Don't wait for the lock: its holder is gone or no longer matters, and waiting could hang the exit.
        files.withLockIfAvailable { files in
            guard files.process == getpid() else { return }
            for path in files.paths { unlink(path) }
        }
    }
}
