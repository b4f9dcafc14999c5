package import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs another program without a shell, with limits for its time and its output.
///
/// The program and those that it starts form a process group. If it's terminated, or a signal ends this process, so are
/// they, unless they have left the group. Those that go on after the program has ended by itself are left alone.
package struct ChildProcess: Sendable {
    /// The way in which a program ended.
    package enum Ending: Sendable, Equatable {
        /// It exited with this code.
        case exited(Int32)
        /// It was terminated by this signal.
        case signalled(Int32)
        /// It was terminated because it took too long.
        case timedOut
        /// It was terminated because the reader of its output needed no more, or because it was cancelled.
        case stopped
    }

    /// The path of the program, or its name, which is looked up in `PATH`.
    package var program: String
    /// Its arguments, without its name.
    package var arguments: [String]
    /// Its environment.
    package var environment: [String: String]
    /// Its standard input.
    package var input: [UInt8]
    /// The time limit in seconds, excluding the time that the reader of its output takes.
    package var seconds: Int
    /// Whether to terminate the program, asked at least ten times a second; `nil` if it can't be cancelled.
    package var isCancelled: (@Sendable () -> Bool)?
    /// A monotonic clock in milliseconds.
    package var clock: @Sendable () -> Int64 = { ChildProcess.uptime }

    /// The number of bytes of standard error that are kept.
    private static let errorLimit = 1 << 14

    /// Creates a process without starting it.
    package init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = ProcessEnvironment.current,
        input: [UInt8] = [],
        seconds: Int = 60
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.input = input
        self.seconds = seconds
    }

    /// Runs the program until it ends.
    ///
    /// - Parameter take: Receives chunks of standard output, and returns whether to continue.
    /// - Returns: How the program ended, and the beginning of its standard error.
    /// - Throws: The system's error if it did not start.
    package func run(
        _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(SystemError) -> (ending: Ending, standardError: String) {
        let standardInput = try Self.file(holding: input)
        defer { _ = close(standardInput) }
        var output: [Int32] = [-1, -1]
        var error: [Int32] = [-1, -1]
        defer { for descriptor in output + error where descriptor >= 0 { _ = close(descriptor) } }
        guard Self.openPipe(&output), Self.openPipe(&error) else { throw SystemError(errno) }
        let group = Mutex<pid_t?>(nil)
        // The signal of Ctrl-C reaches only the group of this process.
        let number = EndingSignals.add { if let group = group.withLock(\.self) { _ = kill(-group, SIGTERM) } }
        defer { EndingSignals.remove(number) }
        let child = try start(input: standardInput, output: output[1], error: error[1])
        group.withLock { $0 = child }
        _ = close(output[1])
        _ = close(error[1])
        (output[1], error[1]) = (-1, -1)

        var standardError: [UInt8] = []
        let ending = pump(child, output[0], error[0], take) { piece in
            if standardError.count < Self.errorLimit {
                standardError += piece.prefix(Self.errorLimit - standardError.count)
            }
        }
        return (ending, String(decoding: standardError, as: UTF8.self))
    }

    /// Runs the program until it ends, and collects its output.
    ///
    /// - Parameter limit: The limit for the output in bytes; the program is terminated if it prints more.
    /// - Returns: How the program ended, its output, and the beginning of its standard error.
    /// - Throws: The system's error if it did not start.
    package func output(
        limit: Int
    ) throws(SystemError) -> (ending: Ending, output: [UInt8], standardError: String) {
        var output: [UInt8] = []
        let (ending, standardError) = try run { piece in
            output += piece
            return output.count <= limit
        }
        return (ending, output, standardError)
    }

    // MARK: - Starting

    #if os(tvOS) || os(watchOS)
    // These systems have no child processes, but a build of the whole package includes this file.
    private func start(input: Int32, output: Int32, error: Int32) throws(SystemError) -> pid_t {
        throw SystemError(ENOTSUP)
    }
    #else
    private func start(input: Int32, output: Int32, error: Int32) throws(SystemError) -> pid_t {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { variables.forEach { free($0) } }
        var child: pid_t = 0
        let result = posix_spawnp(&child, program, &actions, &attributes, &words, &variables)
        guard result == 0 else { throw SystemError(result) }
        return child
    }
    #endif

    /// Opens a pipe from the second descriptor to the first one, which other children do not inherit.
    private static func openPipe(_ descriptors: inout [Int32]) -> Bool {
        #if canImport(Glibc)
        // A single call, because another thread might start a child meanwhile; `pipe2` is not visible from Swift.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        return socketpair(AF_UNIX, kind, 0, &descriptors) == 0
        #else
        guard pipe(&descriptors) == 0 else { return false }
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return true
        #endif
    }

    /// Opens an unnamed file with these bytes, which never blocks the writer, unlike a pipe.
    private static func file(holding bytes: [UInt8]) throws(SystemError) -> Int32 {
        guard !bytes.isEmpty else {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw SystemError(errno) }
            return descriptor
        }
        let folder = ProcessEnvironment.current["TMPDIR"] ?? "/tmp"
        var template = Array(PathText.joined(folder, "toggles-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw SystemError(errno) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if let error = FileWriting.write(bytes, to: descriptor) {
            _ = close(descriptor)
            throw error
        }
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }

    // MARK: - Reading

    /// The milliseconds of the monotonic clock.
    private static var uptime: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// Reads two pipes until the program has ended, and both are empty.
    ///
    /// A program can close its output and go on, and others that it started can keep the pipes open after its end, so
    /// neither says anything about the other.
    private func pump(
        _ child: pid_t,
        _ output: Int32,
        _ error: Int32,
        _ take: (UnsafeRawBufferPointer) -> Bool,
        _ takeError: (UnsafeRawBufferPointer) -> Void
    ) -> Ending {
        var rest = Int64(seconds) * 1_000
        var polls = [output, error].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { buffer.deallocate() }
        var ending: Ending?
        func stop(_ early: Ending) -> Ending {
            if ending == nil {
                _ = kill(-child, SIGKILL)
                _ = Self.ending(of: child, waits: true)
            }
            return early
        }
        // Most programs end right after they close their output.
        var pause: UInt32 = 50
        while true {
            ending = ending ?? Self.ending(of: child)
            let isOpen = polls.contains { $0.fd >= 0 }
            if let ending, !isOpen { return ending }
            guard rest > 0 else { return stop(.timedOut) }
            if isCancelled?() == true { return stop(.stopped) }
            let start = clock()
            var ready: Int32 = 0
            if isOpen {
                ready = poll(&polls, nfds_t(polls.count), ending == nil ? Int32(min(rest, 100)) : 0)
            } else {
                _ = usleep(pause)
                pause = min(2 * pause, 100_000)
            }
            rest -= clock() - start
            if ready < 0, errno != EINTR { polls.indices.forEach { polls[$0].fd = -1 } }
            if ready == 0, let ending { return ending }
            guard ready > 0 else { continue }
            for index in polls.indices where polls[index].fd >= 0 && polls[index].revents != 0 {
                let count = read(polls[index].fd, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    polls[index].fd = -1
                    continue
                }
                let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                if index == 0 {
                    guard take(piece) else { return stop(.stopped) }
                } else {
                    takeError(piece)
                }
            }
        }
    }

    /// Returns how a program ended, or `nil` if it runs.
    private static func ending(of child: pid_t, waits: Bool = false) -> Ending? {
        var status: Int32 = 0
        var result: pid_t
        repeat { result = waitpid(child, &status, waits ? 0 : WNOHANG) } while result < 0 && errno == EINTR
        if result == 0 { return nil }
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F)
    }
}
