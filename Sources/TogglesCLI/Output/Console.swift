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
    /// Prints a line on standard output.
    ///
    /// Much of it was written by others: what could command the terminal is shown as U+FFFD, a line break as a space.
    static func print(_ line: String) { print(styled: line.printableLine) }

    /// Prints a text of several lines on standard output, made safe as in ``print(_:)``.
    static func print(lines text: String) { print(styled: text.printable) }

    /// Prints a line on standard output whose parts are safe already, and which may be coloured.
    static func print(styled line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// Prints a value as JSON on standard output, with escapes for what could command the terminal.
    static func print(json value: JSONValue, isPretty: Bool = true) {
        print(styled: JSONWriter(isPretty ? .pretty : .compact).text(value).printableJSON)
    }

    /// Prints lines of JSON on standard output, with escapes for what could command the terminal.
    static func write(json bytes: [UInt8]) {
        // All that needs an escape begins with such a byte, and most lines have none.
        guard bytes.contains(where: { $0 >= 0x7F }) else { return write(bytes, to: STDOUT_FILENO) }
        write(String(decoding: bytes, as: UTF8.self).printableJSON, to: STDOUT_FILENO)
    }

    /// Prints a text on standard output as it is.
    static func write(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    /// Prints a text and a line end on standard error, made safe as in ``print(lines:)``; nothing when the text is empty.
    static func printError(_ text: String) {
        if !text.isEmpty { write(text.printable + "\n", to: STDERR_FILENO) }
    }

    /// Prints a warning of one line on standard error.
    static func warn(_ sentence: String) { printError("warning: \(sentence.printableLine)") }

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
