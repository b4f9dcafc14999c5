import FeatureToggles
import ToggleManifest

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Standard output, standard error, and files that are written.
enum LintOutput {
    /// Whether standard output is a terminal that wants colours.
    static func hasColors(_ environment: [String: String]) -> Bool {
        isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Prints a text on standard output as it is.
    static func write(_ text: String) {
        // A reader that went away, as `head` does, is no reason to complain.
        guard let number = FileWriting.write(Array(text.utf8), to: STDOUT_FILENO), number != EPIPE else { return }
        printError("Cannot write the output: \(String(cString: strerror(number))).")
        exit(.usage)
    }

    /// Prints a text and a line end on standard error; nothing when the text is empty.
    ///
    /// What a terminal would take for commands is shown as U+FFFD.
    static func printError(_ text: String) {
        guard !text.isEmpty else { return }
        _ = FileWriting.write(Array((text.printable + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes a file as a whole.
    ///
    /// - Throws: ``LintFailure`` when it cannot be written.
    static func write(_ text: String, toFile path: String) throws {
        do {
            try FileWriting.replace(Array(text.utf8), path: path)
        } catch {
            throw LintFailure.usage("\(error.description.prefix(1).uppercased() + error.description.dropFirst()).")
        }
    }

    /// Writes behind what is in a file.
    ///
    /// - Throws: ``LintFailure`` when it cannot be written.
    static func append(_ text: String, toFile path: String) throws {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw LintFailure.usage("Cannot write ‘\(path)’: \(String(cString: strerror(errno))).")
        }
        defer { _ = close(descriptor) }
        if let number = FileWriting.write(Array(text.utf8), to: descriptor) {
            throw LintFailure.usage("Cannot write ‘\(path)’: \(String(cString: strerror(number))).")
        }
    }

    /// Ends the process.
    static func exit(_ code: LintFailure.Code) -> Never {
        #if canImport(Darwin)
        Darwin.exit(code.rawValue)
        #elseif canImport(Glibc)
        Glibc.exit(code.rawValue)
        #else
        Musl.exit(code.rawValue)
        #endif
    }
}
