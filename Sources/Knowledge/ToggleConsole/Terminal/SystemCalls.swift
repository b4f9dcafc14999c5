import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The console's system calls, apart from those for the terminal's screen.
enum SystemCalls {
    /// Sends a signal to this thread.
    static func send(_ signal: Int32) { raise(signal) }

    /// Restores the default action of SIGQUIT.
    static func restoreQuit() { signal(SIGQUIT, SIG_DFL) }

    /// Stops this process until it is continued.
    static func stop() { raise(SIGTSTP) }

    /// Prints text to standard output, ignoring errors such as that of a reader that has exited.
    static func print(_ text: String) {
        StandardStream.output.write(Array(text.utf8))
    }

    /// Reads the available bytes of standard input.
    ///
    /// - Returns: Whether more input may follow.
    static func readInput(into bytes: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(STDIN_FILENO, &chunk, chunk.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        bytes += chunk.prefix(count)
        return count > 0
    }

    /// The home folder from the environment, or `nil` if it is not an absolute path.
    static var home: String? { ProcessEnvironment.value("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// Whether standard input and standard output are a terminal.
    static var hasTerminal: Bool { StandardStream.input.isTerminal && StandardStream.output.isTerminal }

    /// Writes a new temporary file that only this user can read.
    ///
    /// - Parameters:
    ///   - text: The content.
    ///   - suffix: The end of the file's name.
    /// - Returns: The path.
    /// - Throws: ``ConsoleError`` if the file can't be written.
    static func writeTemporaryFile(_ text: String, suffix: String) throws(ConsoleError) -> String {
        let folder = ProcessEnvironment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var name = Array("\(folder)/toggles-XXXXXX\(suffix)".utf8CString)
        let descriptor = mkstemps(&name, Int32(suffix.utf8.count))
        guard descriptor >= 0 else {
            throw ConsoleError("The editor's file cannot be created in \(folder): \(SystemError.last.message).")
        }
        defer { close(descriptor) }
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if let error = FileWriting.write(Array(text.utf8), to: descriptor) {
            unlink(path)
            throw ConsoleError("‘\(path)’ cannot be written: \(error.message).")
        }
        return path
    }
}
