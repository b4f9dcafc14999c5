package import ToggleBase
package import ToggleManifest

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Standard output and standard error.
///
/// People read ``TerminalText``, which contains no control sequences of others; programs read JSON and documents.
package enum ToolOutput {
    /// Prints a line on standard output.
    package static func print(_ line: TerminalText) { write("\(line)\n") }

    /// Prints a text of any origin on standard output, which keeps its line breaks.
    package static func print(lines text: String) { print(TerminalText(lines: text)) }

    /// Prints a table, as ``Table/lines(style:flexible:optional:columns:)`` describes it, for the terminal.
    package static func print(_ table: Table, flexible: Int, optional: [Int] = [], columns: Int? = ToolOutput.columns) {
        for line in table.lines(style: TextStyle(), flexible: flexible, optional: optional, columns: columns) {
            print(line)
        }
    }

    /// Prints a value as JSON on standard output, with escapes for control characters.
    package static func print(json value: JSONValue, isPretty: Bool = true) {
        write(JSONWriter(isPretty ? .pretty : .compact).text(value).printableJSON + "\n", to: .output)
    }

    /// Prints lines of JSON on standard output, with escapes for control characters.
    package static func write(json bytes: [UInt8]) {
        // Most lines contain none of the bytes with which characters that need an escape begin.
        guard bytes.contains(where: { $0 >= 0x7F }) else { return write(bytes, to: .output) }
        write(String(decoding: bytes, as: UTF8.self).printableJSON, to: .output)
    }

    /// Prints a text on standard output, without a line break at its end.
    package static func write(_ text: TerminalText) { write(text.description, to: .output) }

    /// Prints a document on standard output: unchanged, or on a terminal with U+FFFD for control characters.
    package static func write(document: some Sequence<UInt8>) {
        let bytes = Array(document)
        if isTerminal {
            write(TerminalText(lines: String(decoding: bytes, as: UTF8.self)))
        } else {
            write(bytes, to: .output)
        }
    }

    /// Prints a diff on standard output: unchanged, or on a terminal without control characters.
    package static func write(diff: [UInt8]) {
        if isTerminal { write(printable(diff: diff)) } else { write(diff, to: .output) }
    }

    /// Returns a diff for `git apply`, with unchanged line endings and without control characters.
    package static func printable(diff: [UInt8]) -> TerminalText {
        diff.split(separator: 0x0A, omittingEmptySubsequences: false).map { line -> TerminalText in
            let isWindows = line.last == 0x0D
            let text = TerminalText(lines: String(decoding: isWindows ? line.dropLast() : line, as: UTF8.self))
            return isWindows ? "\(text)\r" : text
        }
        .joined(separator: "\n")
    }

    /// Prints a line on standard error.
    package static func printError(_ line: TerminalText) { write("\(line)\n", to: .error) }

    /// Prints lines of any origin on standard error, whose severities are colored; nothing if the text is empty.
    package static func printError(lines text: String) {
        let style = TextStyle.standardError
        if text.isEmpty { return }
        for line in text.printable.split(separator: "\n", omittingEmptySubsequences: false) {
            printError(style.severityColored(String(line)))
        }
    }

    /// Prints why a command failed on standard error; nothing if the text is empty.
    package static func printFailure(_ text: String) {
        let style = TextStyle.standardError
        guard style.isEnabled, !text.isEmpty else { return printError(lines: text) }
        // Further lines are details, such as a list of choices.
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        printError(style.red(String(lines[0])))
        if lines.count > 1 { printError(TerminalText(lines: lines[1])) }
    }

    /// Prints a warning of one line on standard error.
    package static func warn(_ sentence: TerminalText) {
        printError("\(TextStyle.standardError.yellow("warning:")) \(sentence)")
    }

    /// Prints a note of one line on standard error.
    package static func note(_ sentence: TerminalText) {
        printError("\(TextStyle.standardError.faint("note:")) \(sentence)")
    }

    /// Asks whether to change something, on the terminal.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - advice: Which option answers it, for a command without a terminal.
    /// - Throws: ``ToolError`` unless the user agrees.
    package static func confirm(_ question: TerminalText, otherwise advice: String) throws(ToolError) {
        guard canAsk else {
            throw ToolError.usage("Nothing was changed: \(advice)")
        }
        guard ["y", "yes"].contains(try answer(to: "\(question) [y/N]").lowercased()) else {
            throw ToolError.usage("Nothing was changed.")
        }
    }

    /// Whether there is a terminal on which to ask.
    package static var canAsk: Bool { StandardStream.input.isTerminal && isTerminal }

    /// Asks for a value on the terminal, again until it is valid.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - expected: What an answer must be, after “Write”.
    ///   - read: Reads an answer without surrounding spaces; returns `nil` if it isn't valid.
    /// - Returns: The value.
    /// - Throws: ``ToolError`` if the input ends.
    package static func ask<Value>(
        _ question: String,
        expecting expected: String,
        _ read: (String) -> Value?
    ) throws(ToolError) -> Value {
        while true {
            let text = String(
                try answer(to: "\(question)").drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
            )
            if let value = read(text) { return value }
            print(text.isEmpty ? "Write \(expected)." : "‘\(text)’ can't be used. Write \(expected).")
        }
    }

    /// Asks a question, and returns the line that follows it.
    private static func answer(to question: TerminalText) throws(ToolError) -> String {
        write("\(question) ")
        if let line = readLine() { return line }
        // Ctrl-D answers without ending the line.
        write("\n")
        throw ToolError.usage("Nothing was changed.")
    }

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

    /// Never prints a secret from now on, such as a token that a server sends back: neither as it is, nor as it is
    /// written in JSON, in a URL, or in Base64.
    ///
    /// - Parameter secret: The secret.
    package static func hide(_ secret: String) {
        // A replacement of single letters would only make the rest unreadable.
        guard secret.utf8.count >= 4 else { return }
        let forms: Set = [
            secret, String(JSONWriter().text(.string(secret)).dropFirst().dropLast()), Base64.text(Array(secret.utf8)),
            percentEncoded(secret, uppercase: true), percentEncoded(secret, uppercase: false),
        ]
        for form in forms { show("(hidden)", insteadOf: form) }
    }

    private static func percentEncoded(_ text: String, uppercase: Bool) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            let isUnreserved = scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber)
            if isUnreserved || "-._~".unicodeScalars.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: uppercase))"
            }
        }
    }

    /// Returns a text with the paths of originals instead of those of copies, and without secrets.
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
        let text = shown(text)
        write(Array((stream == .error ? text.withoutUserInfo : text).utf8), to: stream)
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
