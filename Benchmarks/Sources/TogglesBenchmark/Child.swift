import CMeasure

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process to measure.
struct Child {
    /// An error that prevents a measurement.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The path of the program, and its arguments.
    let arguments: [String]

    /// This program with other arguments.
    static func same(_ arguments: String...) -> Child {
        Child(arguments: [CommandLine.arguments[0]] + arguments)
    }

    /// Runs the process.
    ///
    /// - Returns: Its output, and the time from its start to its exit.
    func run() throws -> (output: String, milliseconds: Double) {
        let start = measure_nanoseconds()
        let output = try self.start().wait()
        return (output, Double(measure_nanoseconds() - start) / 1_000_000)
    }

    /// Starts the process.
    func start() throws -> Running {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(description: "cannot create a pipe") }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawn(&process, arguments[0], &actions, nil, &words, environ) == 0 else {
            close(ends[0])
            throw Failure(description: "cannot start \(arguments[0])")
        }
        return Running(name: arguments.joined(separator: " "), process: process, output: ends[0])
    }

    /// A running process.
    struct Running {
        fileprivate let name: String
        fileprivate let process: pid_t
        fileprivate let output: Int32

        /// Waits until the process ends.
        ///
        /// - Returns: Its output.
        func wait() throws -> String {
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(output, &buffer, buffer.count)
                guard count > 0 else { break }
                text += buffer[..<count]
            }
            close(output)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            guard status == 0 else { throw Failure(description: "\(name) ended with status \(status)") }
            return String(decoding: text, as: UTF8.self)
        }
    }
}
