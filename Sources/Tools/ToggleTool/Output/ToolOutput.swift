package import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Standard output and standard error, without control sequences from untrusted text.
package enum ToolOutput {
    /// Prints a line on standard output.
    ///
    /// Control characters become U+FFFD and line breaks become spaces, because input files can contain them.
    package static func print(_ line: String) { print(styled: line.printableLine) }

    /// Prints several lines on standard output, with U+FFFD for control characters.
    package static func print(lines text: String) { print(styled: text.printable) }

    /// Prints a line whose parts are escaped already, and which can contain colors.
    package static func print(styled line: String) { write(line + "\n", to: .output) }

    /// Prints a value as JSON on standard output, with escapes for control characters.
    package static func print(json value: JSONValue, isPretty: Bool = true) {
        print(styled: JSONWriter(isPretty ? .pretty : .compact).text(value).printableJSON)
    }

    /// Prints lines of JSON on standard output, with escapes for control characters.
    package static func write(json bytes: [UInt8]) {
        // Most lines contain none of the bytes with which characters that need an escape begin.
        guard bytes.contains(where: { $0 >= 0x7F }) else { return write(bytes, to: .output) }
        write(String(decoding: bytes, as: UTF8.self).printableJSON, to: .output)
    }

    /// Prints a text on standard output, unchanged.
    package static func write(_ text: String) { write(text, to: .output) }

    /// Prints a document on standard output: unchanged, or on a terminal with U+FFFD for control characters.
    package static func write(document: [UInt8]) {
        if isTerminal {
            write(String(decoding: document, as: UTF8.self).printable)
        } else {
            write(document, to: .output)
        }
    }

    /// Prints several lines on standard error, escaped as in ``print(lines:)``; nothing if the text is empty.
    package static func printError(_ text: String) {
        if text.isEmpty { return }
        let style = TextStyle.standardError
        let lines = text.printable.split(separator: "\n", omittingEmptySubsequences: false)
        write(lines.map { style.severityColored(String($0)) }.joined(separator: "\n") + "\n", to: .error)
    }

    /// Prints a line on standard error whose parts are escaped already, and which can contain colors.
    package static func printError(styled line: String) { write(line + "\n", to: .error) }

    /// Prints why a command failed on standard error; nothing if the text is empty.
    package static func printFailure(_ text: String) {
        let style = TextStyle.standardError
        guard style.isEnabled, !text.isEmpty else { return printError(text) }
        // Further lines are details, such as a list of choices.
        let lines = text.printable.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        printError(styled: ([style.red(String(lines[0]))] + lines.dropFirst().map(String.init)).joined(separator: "\n"))
    }

    /// Prints a warning of one line on standard error.
    package static func warn(_ sentence: String) { printError("warning: \(sentence.printableLine)") }

    /// The paths of copies that people have no use for, with the paths of the originals, the newest first.
    private static let originals = Mutex<[(copy: String, original: String)]>([])

    /// Shows the path of an original instead of that of its copy from now on.
    ///
    /// - Parameters:
    ///   - original: The path of the original, or its beginning.
    ///   - copy: The path of the copy, or its beginning.
    package static func show(_ original: String, insteadOf copy: String) {
        originals.withLock { $0.insert((copy, original), at: 0) }
    }

    /// Returns a text with the paths of originals instead of those of copies.
    package static func shown(_ text: String) -> String {
        originals.withLock(\.self).reduce(text) { text, path in
            var (result, rest) = ("", text[...])
            while let range = rest.range(ofBytes: path.copy) {
                result += rest[..<range.lowerBound]
                result += path.original
                rest = rest[range.upperBound...]
            }
            return result + rest
        }
    }

    /// Ends the process.
    package static func exit(_ code: ToolError.Code) -> Never { ProcessEnvironment.exit(code: code.rawValue) }

    /// Whether standard output is a terminal.
    package static var isTerminal: Bool { StandardStream.output.isTerminal }

    /// The number of columns of the terminal, or `nil` if there is none.
    package static var columns: Int? {
        var size = winsize()
        guard isTerminal, ioctl(StandardStream.output.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    private static func write(_ text: String, to stream: StandardStream) {
        write(Array(shown(text).utf8), to: stream)
    }

    private static func write(_ bytes: [UInt8], to stream: StandardStream) {
        // A reader that closes the pipe early, such as `head`, is not an error.
        guard let error = stream.write(bytes), error != .brokenPipe else { return }
        if stream == .output {
            printError("Cannot write the output: \(error.message).")
        }
        exit(.usage)
    }
}
