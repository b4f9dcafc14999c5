import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process that is waited for by its identifier.
///
/// Foundation's `Process` notices an end by a descriptor that every other child inherits too, so that as long as one of
/// them runs on nobody notices the end of the others; and it hands down which signals are blocked, so that a server that
/// it started cannot be asked to end.
struct ChildProcess {
    private let identifier: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: Its arguments.
    ///   - environment: The whole of its environment.
    ///   - folder: The folder that it is run in.
    ///   - input: The file that it reads.
    ///   - output: The file to write its output to; it must exist.
    ///   - error: The file to write its complaints to; it must exist.
    /// - Throws: When it cannot be started.
    init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        in folder: String,
        input: String = "/dev/null",
        output: String = "/dev/null",
        error: String = "/dev/null"
    ) throws {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, error, O_WRONLY, 0)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        // Not every system lets a process begin in another folder.
        let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder, path]
        var words = (shell + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var identifier: pid_t = 0
        let failure = posix_spawn(&identifier, "/bin/sh", &actions, &attributes, &words, &variables)
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EINVAL) }
        self.identifier = identifier
    }

    /// Ends it and waits until it has ended.
    func end() {
        kill(identifier, SIGTERM)
        wait()
    }

    /// Waits until it has ended.
    ///
    /// To be called once.
    ///
    /// - Returns: The exit code, or -1 when a signal ended it.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
    }
}
