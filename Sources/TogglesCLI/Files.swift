import FeatureToggles
import FeatureTogglesRemote
import ToggleCompanions
import ToggleManifest

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Files and the environment, as commands need them.
enum Files {
    /// The environment of this process.
    static let environment = ProcessEnvironment.current

    /// The bytes of a file.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read.
    static func read(_ path: String) throws -> [UInt8] {
        do {
            return try FileReading.bytes(path: path, limit: 1 << 30)
        } catch {
            throw CommandFailure.usage("\(error.description).")
        }
    }

    /// The bytes of a document on this machine.
    ///
    /// - Parameter address: A path or a `file:` URL.
    /// - Returns: Its text.
    /// - Throws: ``CommandFailure`` when it cannot be read, and for what would have to be fetched.
    static func readDocument(_ address: String) throws -> [UInt8] {
        if exists(address) { return try read(address) }
        let place: RemoteAddress
        do {
            place = try RemoteAddress(address)
        } catch {
            throw CommandFailure.usage("\(error).")
        }
        guard case .file(let path) = place else {
            throw CommandFailure.usage(
                "‘\(address)’ is no file. Fetch it first, with `toggles fetch \(address) --raw > FILE`."
            )
        }
        return try read(path)
    }

    /// Calls a closure while no other command edits files in the folders of these.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - body: Reads and edits them.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``CommandFailure`` when a file cannot be written or was changed meanwhile.
    static func editing<Result>(_ paths: [String], _ body: () throws -> Result) throws -> Result {
        do {
            return try EditingLock.withLock(on: paths, body)
        } catch let error as FileWriting.Failure {
            throw CommandFailure.usage("\(error.description).")
        }
    }

    /// The bytes of standard input, up to its end.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read, or is larger than any document.
    static func readStandardInput() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let size = chunk.count
            let count = chunk.withUnsafeMutableBytes { buffer in
                #if canImport(Darwin)
                Darwin.read(STDIN_FILENO, buffer.baseAddress, size)
                #elseif canImport(Glibc)
                Glibc.read(STDIN_FILENO, buffer.baseAddress, size)
                #else
                Musl.read(STDIN_FILENO, buffer.baseAddress, size)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                throw CommandFailure.usage("Cannot read standard input: \(String(cString: strerror(errno))).")
            }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            if bytes.count > 1 << 30 { throw CommandFailure.usage("Standard input is larger than \(1 << 30) bytes.") }
        }
    }

    /// Whether there is something at a path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Today, where this machine is.
    static var today: CalendarDate? { SystemTime.today }

    /// Now, in seconds since 1970.
    static var secondsSince1970: Int64 { Int64(time(nil)) }

    /// The name of the current folder.
    static var folderName: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path).split(separator: "/").last.map(String.init)
    }
}
