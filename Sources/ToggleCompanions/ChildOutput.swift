package import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs another command and takes what it prints.
package enum ChildOutput {
    /// What is taken of either stream, in bytes.
    private static let limit = 1 << 21

    /// Runs a command and waits until it ends.
    ///
    /// - Parameter arguments: The path of the executable and its arguments.
    /// - Returns: What it wrote, and its exit code; 255 when a signal ended it.
    /// - Throws: ``RemoteSourceError`` when it cannot be started.
    package static func run(
        _ arguments: [String]
    ) throws(RemoteSourceError) -> (output: [UInt8], error: [UInt8], status: Int32) {
        var output: [Int32] = [-1, -1]
        var error: [Int32] = [-1, -1]
        guard pipe(&output) == 0, pipe(&error) == 0 else { throw failure(errno) }
        defer { for descriptor in output + error where descriptor >= 0 { _ = close(descriptor) } }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, error[1], STDERR_FILENO)
        for descriptor in output + error { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var words = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        let result = posix_spawn(&child, arguments.first ?? "", &actions, nil, &words, environ)
        guard result == 0 else { throw failure(result) }
        for index in [1] {
            _ = close(output[index])
            _ = close(error[index])
            output[index] = -1
            error[index] = -1
        }
        let texts = read(output[0], error[0])
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return (texts.0, texts.1, status & 0x7F == 0 ? (status >> 8) & 0xFF : 255)
    }

    /// Everything from two pipes, so that neither fills up while the other is read.
    private static func read(_ first: Int32, _ second: Int32) -> ([UInt8], [UInt8]) {
        var texts: [[UInt8]] = [[], []]
        var polls = [first, second].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while polls.contains(where: { $0.fd >= 0 }) {
            guard poll(&polls, nfds_t(polls.count), -1) >= 0 || errno == EINTR else { break }
            for index in polls.indices where polls[index].fd >= 0 && polls[index].revents != 0 {
                let size = buffer.count
                let descriptor = polls[index].fd
                let count = buffer.withUnsafeMutableBytes { bytes in
                    #if canImport(Darwin)
                    Darwin.read(descriptor, bytes.baseAddress, size)
                    #elseif canImport(Glibc)
                    Glibc.read(descriptor, bytes.baseAddress, size)
                    #else
                    Musl.read(descriptor, bytes.baseAddress, size)
                    #endif
                }
                if count < 0, errno == EINTR { continue }
                if count <= 0 {
                    polls[index].fd = -1
                } else if texts[index].count < limit {
                    texts[index] += buffer[..<count]
                }
            }
        }
        return (texts[0], texts[1])
    }

    private static func failure(_ number: Int32) -> RemoteSourceError {
        RemoteSourceError(.unreachable, "a companion of toggles cannot be run: \(String(cString: strerror(number)))")
    }
}
