#if OVERRIDES
import ToggleBase
import CNCurses

/// The user's editor, for long texts.
struct ExternalEditor: Sendable {
    /// The maximum size of an edited text in bytes.
    static let limit = 1 << 20

    /// An edited text, and the file that contains it until the text is stored.
    struct Edited: Hashable, Sendable {
        var text: String
        var path: String
    }

    /// The shell command that starts the editor.
    var command: String

    /// Returns the editor from `VISUAL` or `EDITOR`, otherwise `vi`.
    static func preferred(variable: (String) -> String?) -> ExternalEditor {
        let names = ["VISUAL", "EDITOR"]
        let command = names.lazy.compactMap(variable).first { $0.contains { !$0.isWhitespace } }
        return ExternalEditor(command: command ?? "vi")
    }

    /// Opens a text in the editor, in the process's terminal.
    ///
    /// A line break is added at the end, as editors do, and removed afterward. If the edited text can't be used, its
    /// file is kept and named in the error.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - fileExtension: The extension of a new file.
    ///   - file: The file that contains the text, if it was edited before; `nil` for a new file.
    /// - Returns: The edited text and its file, which the caller deletes, or the error.
    func edit(_ text: String, fileExtension: String, in file: String? = nil) -> Result<Edited, ConsoleError> {
        do throws(ConsoleError) {
            if let file, (try? FileReading.bytes(path: file, limit: Self.limit)) != nil {
                return .success(try editAgain(text, file))
            }
            return .success(try editFile(text, fileExtension))
        } catch {
            return .failure(error)
        }
    }

    private func editAgain(_ text: String, _ path: String) throws(ConsoleError) -> Edited {
        do throws(ConsoleError) {
            return Edited(text: try edited(path, from: text), path: path)
        } catch {
            throw ConsoleError("\(error.description) Your text is in \(path).")
        }
    }

    private func editFile(_ text: String, _ fileExtension: String) throws(ConsoleError) -> Edited {
        let isPlain = fileExtension.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let suffix = isPlain && !fileExtension.isEmpty ? ".\(fileExtension)" : ""
        let original = Array((text + "\n").utf8)
        let path = try SystemCalls.writeTemporaryFile(text + "\n", suffix: suffix)
        do throws(ConsoleError) {
            return Edited(text: try edited(path, from: text), path: path)
        } catch {
            guard Self.isChanged(path, from: original) else {
                FileWriting.remove(path)
                throw error
            }
            throw ConsoleError("\(error.description) Your text is in \(path).")
        }
    }

    /// Returns whether a file's content differs from the original.
    private static func isChanged(_ path: String, from original: [UInt8]) -> Bool {
        do {
            return try FileReading.bytes(path: path, limit: original.count) != original
        } catch {
            return error.error != .noSuchFileOrDirectory
        }
    }

    private func edited(_ path: String, from text: String) throws(ConsoleError) -> String {
        let status = cn_run(command + " \"$1\"", path)
        guard status == 0 else {
            if status < 0 {
                throw ConsoleError("The shell cannot be started: \(SystemError.last.message).")
            }
            throw ConsoleError(
                status == 127
                    ? "There is no editor ‘\(command)’. Set VISUAL or EDITOR to one; nothing was changed."
                    : "The editor ‘\(command)’ exited with status \(status); nothing was changed."
            )
        }
        var bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(path: path, limit: Self.limit)
        } catch {
            throw ConsoleError("\(error.description); nothing was changed.")
        }
        if bytes.last == 0x0A {
            bytes.removeLast()
            // The editor wrote a CRLF line break.
            if bytes.last == 0x0D, text.utf8.last != 0x0D { bytes.removeLast() }
        }
        guard let text = String(wellFormed: bytes) else {
            throw ConsoleError("The edited text is not UTF-8; nothing was changed.")
        }
        return text
    }
}
#endif
