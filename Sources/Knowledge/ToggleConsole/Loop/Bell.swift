#if OVERRIDES
import CNCurses

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Wakes a thread that is waiting for input, from any other thread.
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

    /// Ends a wait.
    func ring() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    /// Waits until the bell rings or input is available.
    func wait(alsoForInput: Bool) -> (bell: Bool, input: Bool) {
        let files = alsoForInput ? [reading, STDIN_FILENO] : [reading]
        let waited = cn_wait(files, Int32(files.count), false, -1)
        let found = waited.ready | waited.gone
        // If waiting for input fails, reading it reports its end.
        let isUnusable = waited.error != 0 && waited.error != EINTR
        return (found & 1 != 0, found & 2 != 0 || alsoForInput && isUnusable)
    }

    /// Resets the bell.
    func silence() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) > 0 {}
    }
}
#endif
