import ToggleBase
import ToggleTool

/// The documents that are signed and verified, and the dates in them.
enum SigningFiles {
    /// Reads a file, or standard input if the path is `-`.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        path == "-" ? try ToolFiles.readStandardInput(limit: limit) : try ToolFiles.read(path, limit: limit)
    }

    /// Replaces a file, or writes to standard output if there is no path.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The file.
    ///   - input: The file that was read, which must stay unchanged.
    /// - Throws: ``ToolError`` if the file can't be written, is the input, or contains a key.
    static func write(_ bytes: [UInt8], to path: String?, input: String) throws {
        guard let path else { return ToolOutput.write(document: bytes) }
        guard PathText.resolved(path) != PathText.resolved(input) else {
            throw ToolError.usage("‘\(path)’ is the input, which must stay unchanged; write another --output.")
        }
        guard try !hasKey(path) else {
            throw ToolError.usage("‘\(path)’ contains a key, and keys are never replaced; write another --output.")
        }
        try ToolFiles.write(bytes, to: path)
    }

    /// Whether a file contains a private or public key of any kind.
    ///
    /// - Throws: ``ToolError`` if it can't be read, because it might be one.
    private static func hasKey(_ path: String) throws -> Bool {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(path: path, limit: 1 << 16)
        } catch {
            // It doesn't exist, is larger than a key, or isn't a file.
            guard let reason = error.error, ![.noSuchFileOrDirectory, .invalidArgument].contains(reason) else {
                return false
            }
            throw ToolError.usage(
                "\("\(error)".sentence.dropLast()), and it might contain a key; write another --output."
            )
        }
        return String(decoding: bytes, as: UTF8.self).contains(" KEY-----")
    }

    /// Formats a time in UTC.
    ///
    /// - Parameter seconds: The seconds since 1970.
    /// - Returns: The date and time.
    static func date(_ seconds: Int64) -> String {
        guard let date = CalendarDate(secondsSince1970: seconds) else { return "\(seconds) seconds after 1970" }
        return "\(date) \(SystemTime.clock(seconds)) UTC"
    }
}
