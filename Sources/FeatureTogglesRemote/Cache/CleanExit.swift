import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Removes files when the process exits by itself: by `exit` or the end of `main`, but not when it is killed or traps.
enum CleanExit {
    private struct Files: Sendable {
        var paths: Set<String> = []
        /// The process that registered them: a copy made by `fork` must not remove its parent's.
        var process: pid_t?
    }

    private static let files = Mutex(Files())

    /// Removes a file at exit.
    static func add(_ path: String) {
        let isFirst = files.withLock { files in
            defer { files.process = getpid() }
            files.paths.insert(path)
            return files.process == nil
        }
        if isFirst { atexit { CleanExit.removeAll() } }
    }

    /// Does not remove a file at exit any more.
    static func remove(_ path: String) {
        files.withLock { _ = $0.paths.remove(path) }
    }

    private static func removeAll() {
        // Whoever holds the lock at exit is gone or does not matter any more; waiting for it could hang the exit.
        files.withLockIfAvailable { files in
            guard files.process == getpid() else { return }
            for path in files.paths { unlink(path) }
        }
    }
}
