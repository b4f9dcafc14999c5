import FeatureToggles
import ToggleManifest

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Standard output and standard error.
enum Console {
    /// Prints a text and a line end on standard output.
    static func print(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }

    /// Prints a text on standard output as it is.
    static func write(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    /// Prints bytes on standard output as they are.
    static func write(_ bytes: [UInt8]) {
        write(bytes, to: STDOUT_FILENO)
    }

    /// Prints a text and a line end on standard error; nothing when the text is empty.
    ///
    /// Much of it was written by others: what a terminal would take for commands is shown as U+FFFD.
    static func printError(_ text: String) {
        if !text.isEmpty { write(printable(text) + "\n", to: STDERR_FILENO) }
    }

    /// A text without what moves a cursor, hides text or reorders it; lines and tabs stay.
    static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(scalar != "\n" && scalar != "\t" && scalar.isUnprintable ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }

    /// Ends the process.
    static func exit(_ code: CommandFailure.Code) -> Never {
        #if canImport(Darwin)
        Darwin.exit(code.rawValue)
        #elseif canImport(Glibc)
        Glibc.exit(code.rawValue)
        #else
        Musl.exit(code.rawValue)
        #endif
    }

    /// Whether standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The number of columns of the terminal, or `nil` when there is none.
    static var columns: Int? {
        var size = winsize()
        guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        write(Array(text.utf8), to: descriptor)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        // A reader that went away, as `head` does, is no reason to complain.
        guard let number = FileWriting.write(bytes, to: descriptor), number != EPIPE else { return }
        if descriptor == STDOUT_FILENO {
            printError("Cannot write the output: \(String(cString: strerror(number))).")
        }
        exit(.usage)
    }
}
