import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs another program without a shell, for a bounded time, and takes a bounded part of what it prints.
package struct ChildProcess: Sendable {
    /// How a program ended.
    package enum Ending: Sendable, Equatable {
        /// By itself, with this exit code.
        case exited(Int32)
        /// By a signal that it was not sent from here.
        case signalled(Int32)
        /// It was ended, since it took too long.
        case timedOut
        /// It was ended, since whoever reads its output had enough.
        case stopped
    }

    /// Why a program did not start.
    package struct StartFailure: Error, Sendable {
        /// The number of the system's error.
        package let number: Int32
        /// Why, in the system's words.
        package var reason: String { String(cString: strerror(number)) }
    }

    /// The name of the program, which is looked for in `PATH`, or its path.
    package var program: String
    /// Its arguments, without its name.
    package var arguments: [String]
    /// Its environment.
    package var environment: [String: String]
    /// What it reads from its standard input.
    package var input: [UInt8]
    /// For how many seconds it may keep whoever reads its output waiting.
    package var seconds: Int
    /// Milliseconds of a clock that nobody sets.
    package var clock: @Sendable () -> Int64 = { ChildProcess.uptime }

    /// How much of its complaints is kept, in bytes.
    private static let errorLimit = 1 << 14

    /// Creates a process that is not started yet.
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
    /// - Parameter take: Gets what it prints, piece by piece, and answers whether it wants more; the program is ended
    ///   when it does not. The time that this takes is not the program's.
    /// - Returns: How it ended, and the beginning of what it wrote to its standard error.
    /// - Throws: ``StartFailure`` when it did not start.
    package func run(
        _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(StartFailure) -> (ending: Ending, complaint: String) {
        let standardInput = try Self.file(holding: input)
        defer { _ = close(standardInput) }
        var output: [Int32] = [-1, -1]
        var error: [Int32] = [-1, -1]
        defer { for descriptor in output + error where descriptor >= 0 { _ = close(descriptor) } }
        guard Self.openPipe(&output), Self.openPipe(&error) else { throw StartFailure(number: errno) }
        let child = try start(input: standardInput, output: output[1], error: error[1])
        _ = close(output[1])
        _ = close(error[1])
        (output[1], error[1]) = (-1, -1)

        var complaint: [UInt8] = []
        let early = pump(output[0], error[0], take) { piece in
            if complaint.count < Self.errorLimit { complaint += piece.prefix(Self.errorLimit - complaint.count) }
        }
        if early != nil { _ = kill(child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let end: Ending = status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F)
        return (early ?? end, String(decoding: complaint, as: UTF8.self))
    }

    // MARK: - Starting

    #if os(tvOS) || os(watchOS)
    // There are no other processes there. The tools are not for these systems, but a build of the whole package has them.
    private func start(input: Int32, output: Int32, error: Int32) throws(StartFailure) -> pid_t {
        throw StartFailure(number: ENOTSUP)
    }
    #else
    private func start(input: Int32, output: Int32, error: Int32) throws(StartFailure) -> pid_t {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
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
        let result = posix_spawnp(&child, program, &actions, nil, &words, &variables)
        guard result == 0 else { throw StartFailure(number: result) }
        return child
    }
    #endif

    /// Opens a way from the second descriptor to the first one that other children do not get.
    private static func openPipe(_ descriptors: inout [Int32]) -> Bool {
        #if canImport(Glibc)
        // In one call, since another thread may start a child just now; `pipe2` is not visible from Swift.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        return socketpair(AF_UNIX, kind, 0, &descriptors) == 0
        #else
        guard pipe(&descriptors) == 0 else { return false }
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return true
        #endif
    }

    /// An open file without a name that holds bytes.
    ///
    /// Unlike a pipe it takes them all at once, whoever reads them or not.
    private static func file(holding bytes: [UInt8]) throws(StartFailure) -> Int32 {
        guard !bytes.isEmpty else {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw StartFailure(number: errno) }
            return descriptor
        }
        let folder = ProcessEnvironment.current["TMPDIR"] ?? "/tmp"
        var template = Array(PathText.joined(folder, "toggles-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw StartFailure(number: errno) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if let number = FileWriting.write(bytes, to: descriptor) {
            _ = close(descriptor)
            throw StartFailure(number: number)
        }
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }

    // MARK: - Reading

    /// Milliseconds of a clock that nobody sets.
    private static var uptime: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// Hands on everything from two pipes, so that neither fills up while the other is read.
    ///
    /// - Returns: Why it ended before both did, or `nil`.
    private func pump(
        _ output: Int32,
        _ error: Int32,
        _ take: (UnsafeRawBufferPointer) -> Bool,
        _ takeError: (UnsafeRawBufferPointer) -> Void
    ) -> Ending? {
        var rest = Int64(seconds) * 1_000
        var polls = [output, error].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { buffer.deallocate() }
        while polls.contains(where: { $0.fd >= 0 }) {
            guard rest > 0 else { return .timedOut }
            let start = clock()
            let ready = poll(&polls, nfds_t(polls.count), Int32(clamping: rest))
            rest -= clock() - start
            if ready < 0, errno != EINTR { return nil }
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
                    guard take(piece) else { return .stopped }
                } else {
                    takeError(piece)
                }
            }
        }
        return nil
    }
}
