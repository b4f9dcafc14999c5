import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the console asks of the system beyond the terminal.
enum SystemCalls {
    /// The reason why the last call failed.
    static var failure: Int32 { errno }

    /// Something is in use already.
    static let busy = EBUSY
    /// There is no such file.
    static let notFound = ENOENT
    /// Something is no file.
    static let notAFile = EINVAL
    /// There is nothing to read now.
    static let tryAgain = EAGAIN

    /// Sends a signal to this thread.
    static func send(_ signal: Int32) { raise(signal) }

    /// Lets SIGQUIT end the process as it does by default.
    static func restoreQuit() { signal(SIGQUIT, SIG_DFL) }

    /// Stops this process until it is continued.
    static func stop() { raise(SIGTSTP) }

    /// Prints a text on the standard output; who does not want it any more misses nothing.
    static func print(_ text: String) {
        _ = FileWriting.write(Array(text.utf8), to: STDOUT_FILENO)
    }

    /// Reads what the standard input has.
    ///
    /// - Returns: Whether there may be more.
    static func readInput(into bytes: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(STDIN_FILENO, &chunk, chunk.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        bytes += chunk.prefix(count)
        return count > 0
    }

    /// What a reason is called.
    static func sentence(_ failure: Int32) -> String { String(cString: strerror(failure)) }

    /// A variable of the environment.
    static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        return String(cString: value)
    }

    /// The home folder that the environment names; a relative path there counts as none.
    static var home: String? { variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// Whether input and output are a terminal.
    static var hasTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Writes a new file that only this user may read.
    ///
    /// - Parameters:
    ///   - text: What to write.
    ///   - suffix: How its name ends.
    /// - Returns: Its path.
    /// - Throws: ``ConsoleFailure`` when it cannot be written.
    static func writeTemporaryFile(_ text: String, suffix: String) throws(ConsoleFailure) -> String {
        let folder = variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var name = Array("\(folder)/toggles-XXXXXX\(suffix)".utf8CString)
        let descriptor = mkstemps(&name, Int32(suffix.utf8.count))
        guard descriptor >= 0 else {
            throw ConsoleFailure("No file for the editor can be made in \(folder): \(sentence(errno)).")
        }
        defer { close(descriptor) }
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if let reason = FileWriting.write(Array(text.utf8), to: descriptor) {
            unlink(path)
            throw ConsoleFailure("‘\(path)’ cannot be written: \(sentence(reason)).")
        }
        return path
    }

    static func remove(_ path: String) { unlink(path) }
}
