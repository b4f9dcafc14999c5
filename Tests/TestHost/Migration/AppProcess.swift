#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An app that migrates its data, in a process of its own.
struct AppProcess {
    private let process: pid_t

    /// Starts this program as an app; `nil` if this isn't possible.
    init?(_ program: String, _ arguments: [String]) {
        var process: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = ([program, "migration"] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        guard posix_spawn(&process, program, nil, nil, &words, nil) == 0 else { return nil }
        self.process = process
    }

    func kill() {
        #if canImport(Darwin)
        Darwin.kill(process, SIGKILL)
        #elseif canImport(Glibc)
        Glibc.kill(process, SIGKILL)
        #elseif canImport(Musl)
        Musl.kill(process, SIGKILL)
        #endif
    }

    /// Waits for the end of the process, and returns whether it was killed.
    @discardableResult
    func wait() -> Bool {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == SIGKILL
    }
}
