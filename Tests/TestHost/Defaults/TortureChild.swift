#if OVERRIDES
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A running writer and its reports.
struct TortureChild {
    let process: pid_t
    private let output: Int32
    private var unfinishedLine: [UInt8] = []
    private(set) var lines: [String] = []

    init?(program: String, arguments: [String]) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        // No other child process may keep the writing end open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawn(&process, program, &actions, nil, &words, nil) == 0 else {
            close(ends[0])
            return nil
        }
        self.process = process
        output = ends[0]
    }

    /// Reads the reports so far.
    ///
    /// - Returns: Whether the writer has closed its end.
    @discardableResult
    mutating func drain() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(output, &buffer, buffer.count)
            if count == 0 { return true }
            guard count > 0 else { return false }
            for byte in buffer[..<count] {
                if byte == UInt8(ascii: "\n") {
                    lines.append(String(decoding: unfinishedLine, as: UTF8.self))
                    unfinishedLine = []
                } else {
                    unfinishedLine.append(byte)
                }
            }
        }
    }

    mutating func takeLines() -> [String] {
        defer { lines = [] }
        return lines
    }

    /// Kills the writer, and reads its last reports.
    mutating func end() {
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        drain()
        close(output)
    }
}
#endif
