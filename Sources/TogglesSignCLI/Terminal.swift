import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Standard output, standard error, files and the clock.
enum Terminal {
    /// Prints lines; what could command the terminal is shown as U+FFFD.
    static func print(_ text: String) { write(Array((text.printable + "\n").utf8), to: STDOUT_FILENO) }

    /// Prints lines on standard error, made safe as in ``print(_:)``.
    static func printError(_ text: String) { write(Array((text.printable + "\n").utf8), to: STDERR_FILENO) }

    static func exit(_ code: Int32) -> Never {
        #if canImport(Darwin)
        Darwin.exit(code)
        #elseif canImport(Glibc)
        Glibc.exit(code)
        #else
        Musl.exit(code)
        #endif
    }

    /// Now, in seconds since 1970.
    static var now: Int64 { Int64(time(nil)) }

    /// A moment as people read it.
    ///
    /// - Parameter seconds: The seconds since 1970.
    /// - Returns: The date and time in UTC.
    static func date(_ seconds: Int64) -> String {
        var moment = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&moment, &parts) != nil else { return "\(seconds) seconds after 1970" }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return """
            \(Int(parts.tm_year) + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) \
            \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) UTC
            """
    }

    /// The bytes of a file, or of standard input when the path is `-`.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        guard path != "-" else { return try readInput(limit: limit) }
        do {
            return try FileReading.bytes(path: path, limit: limit)
        } catch {
            throw SignFailure.usage("\(error.description).")
        }
    }

    /// Writes a file as a whole, beside it first; or standard output when there is no path.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - path: The file.
    ///   - input: The file that was read for it, which stays.
    /// - Throws: ``SignFailure`` when it cannot be written, and when a key or the input is there.
    static func write(_ bytes: [UInt8], toFile path: String?, insteadOf input: String) throws {
        guard let path else {
            write(bytes, to: STDOUT_FILENO)
            return
        }
        guard PathText.resolved(path) != PathText.resolved(input) else {
            throw SignFailure.usage("‘\(path)’ is what was read, which stays as it is; write another --output.")
        }
        guard try !hasKey(path) else {
            throw SignFailure.usage("‘\(path)’ holds a key, and keys are never written over; write another --output.")
        }
        do {
            try FileWriting.replace(bytes, path: path)
        } catch {
            throw SignFailure.usage("Cannot write ‘\(path)’: \(error.reason).")
        }
    }

    /// Whether a file holds a private or public key, of whatever kind.
    ///
    /// - Throws: ``SignFailure`` when it cannot be looked at, so that it may be one.
    private static func hasKey(_ path: String) throws -> Bool {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(path: path, limit: 1 << 16)
        } catch {
            // There is none, or it is larger than a key, or no file.
            guard let number = error.number, ![ENOENT, EINVAL].contains(number) else { return false }
            throw SignFailure.usage("\(error.description), and it may hold a key; write another --output.")
        }
        return String(decoding: bytes, as: UTF8.self).contains(" KEY-----")
    }

    private static func readInput(limit: Int) throws -> [UInt8] {
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
            guard count >= 0 else {
                throw SignFailure.usage("Cannot read standard input: \(String(cString: strerror(errno))).")
            }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else {
                throw SignFailure.usage("Standard input has more than the \(limit) bytes allowed.")
            }
        }
    }

    @discardableResult
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        guard let number = FileWriting.write(bytes, to: descriptor) else { return true }
        // A reader that went away, as `head` does, is no reason to complain.
        if descriptor == STDOUT_FILENO, number != EPIPE { exit(2) }
        errno = number
        return false
    }
}
