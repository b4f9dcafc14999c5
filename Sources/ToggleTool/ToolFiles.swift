package import FeatureToggles
import ToggleManifest

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Files, the environment, and the clock, with errors as commands report them.
package enum ToolFiles {
    /// The maximum size of a file that is read, in bytes.
    package static let maximumSize = 1 << 30

    /// The environment of this process.
    package static let environment = ProcessEnvironment.current

    /// Reads a file.
    ///
    /// - Throws: ``ToolError`` if it can't be read, or is larger than the limit.
    package static func read(_ path: String, limit: Int = maximumSize) throws -> [UInt8] {
        do {
            return try FileReading.bytes(path: path, limit: limit)
        } catch {
            throw ToolError.usage(error.description.sentence)
        }
    }

    /// Reads a local document.
    ///
    /// - Parameter address: A path or a `file:` URL.
    /// - Returns: Its content.
    /// - Throws: ``ToolError`` if it can't be read, or isn't a local file.
    package static func readDocument(_ address: String) throws -> [UInt8] {
        if exists(address) { return try read(address) }
        guard case .file(let path) = try RemoteAddress(address) else {
            throw ToolError.usage(
                "‘\(address)’ is not a file. Fetch it first, with `toggles fetch \(address) --raw > FILE`."
            )
        }
        return try read(path)
    }

    /// Calls a closure while other commands wait to edit files in the same folders.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - body: Reads and edits the files.
    /// - Returns: The result of the closure.
    /// - Throws: The closure's error, or ``ToolError`` if a file can't be written or has changed in the meantime.
    package static func editing<Result>(_ paths: [String], _ body: () throws -> Result) throws -> Result {
        do {
            return try EditingLock.withLock(on: paths, body)
        } catch let error as FileWriting.Failure {
            throw ToolError.usage(error.description.sentence)
        }
    }

    /// Reads standard input up to its end.
    ///
    /// - Throws: ``ToolError`` if it can't be read, or is larger than the limit.
    package static func readStandardInput(limit: Int = maximumSize) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = readChunk(&chunk)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ToolError.usage("Cannot read standard input: \(String(cString: strerror(errno))).")
            }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else {
                throw ToolError.usage("Standard input is larger than \(limit) bytes.")
            }
        }
    }

    /// Replaces a file as a whole.
    ///
    /// - Throws: ``ToolError`` if it can't be written.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        do {
            try FileWriting.replace(bytes, path: path)
        } catch {
            throw ToolError.usage(error.description.sentence)
        }
    }

    /// Appends text to a file.
    ///
    /// - Throws: ``ToolError`` if it can't be written.
    package static func append(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ToolError.usage("Cannot write ‘\(path)’: \(String(cString: strerror(errno))).")
        }
        defer { _ = close(descriptor) }
        if let number = FileWriting.write(Array(text.utf8), to: descriptor) {
            throw ToolError.usage("Cannot write ‘\(path)’: \(String(cString: strerror(number))).")
        }
    }

    /// Whether a file or folder exists.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The date in the time zone of this machine.
    package static var today: CalendarDate? { SystemTime.today }

    /// The time in seconds since 1970.
    package static var secondsSince1970: Int64 { Int64(time(nil)) }

    /// The name of the current folder.
    package static var folderName: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path).split(separator: "/").last.map(String.init)
    }
}

extension String {
    /// The text as a sentence: with a capital letter and a full stop.
    package var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}

/// Reads from standard input into a buffer; inside of ``ToolFiles``, its own `read` hides the system's function.
private func readChunk(_ chunk: inout [UInt8]) -> Int {
    chunk.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
}
