import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process that is awaited by its identifier.
///
/// Foundation's `Process` detects the end by a descriptor that all other children inherit, so it misses the end of a
/// process while another child runs. It also passes on which signals are blocked, so a server that it starts can't be
/// ended by a signal.
struct ChildProcess {
    /// The number of the process.
    let identifier: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: Its arguments.
    ///   - environment: Its whole environment.
    ///   - folder: The working directory.
    ///   - input: The file for its standard input.
    ///   - output: The file for its standard output; it must exist.
    ///   - error: The file for its standard error; it must exist.
    /// - Throws: An error if it can't be started.
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
        // A shell ignores SIGINT in the commands that it runs in the background, such as these tests.
        var ending = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, signal) }
        posix_spawnattr_setsigdefault(&attributes, &ending)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        // Not every system can start a process in another folder.
        let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder, path]
        var words = (shell + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var identifier: pid_t = 0
        let failure = posix_spawn(&identifier, "/bin/sh", &actions, &attributes, &words, &variables)
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EINVAL) }
        self.identifier = identifier
    }

    /// Terminates the process, and waits until it has ended.
    func end() {
        kill(identifier, SIGTERM)
        wait()
    }

    /// Waits until the process has ended.
    ///
    /// Call this only once.
    ///
    /// - Returns: The exit code, or -1 if a signal ended it.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
    }
}
