#if !RELEASE || InternalBuild
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Wakes a thread that waits for input, from any other.
final class Bell: Sendable {
    private let reading: Int32
    private let writing: Int32

    init() throws(ConsoleError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system("make a pipe", errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Makes a wait end.
    func ring() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    /// Waits until it rings, or there is input.
    func wait(alsoForInput: Bool) -> (bell: Bool, input: Bool) {
        var files = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        if alsoForInput { files.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
        guard poll(&files, nfds_t(files.count), -1) > 0 else { return (false, false) }
        return (files[0].revents != 0, alsoForInput && files[1].revents != 0)
    }

    /// Takes back that it rang.
    func silence() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) > 0 {}
    }
}
#endif
