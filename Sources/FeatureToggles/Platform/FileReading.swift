#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads whole files.
package enum FileReading {
    /// Why a file could not be read.
    package struct Failure: Error, CustomStringConvertible {
        /// The file.
        package let path: String
        /// The number of the system's error, or `nil` when the file was too large.
        package let number: Int32?
        /// Why, in the system's words.
        package let reason: String

        /// A sentence that says what and where.
        package var description: String { "cannot read ‘\(path)’: \(reason)" }
    }

    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: How many bytes it may have.
    /// - Returns: All of them.
    /// - Throws: ``Failure`` when there is no such file, it may not be read, or it is larger than the limit.
    package static func bytes(path: String, limit: Int) throws(Failure) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe would wait for somebody who writes into it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path) }
        defer { _ = close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(path: path, number: EINVAL, reason: "it is not a file")
        }
        var bytes: [UInt8] = []
        // As many bytes as the file has now, and one more to see whether it grew.
        var wanted = min(max(0, Int(clamping: status.st_size)), limit) + 1
        while true {
            var count = 0
            let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
                #if canImport(Darwin)
                count = Darwin.read(descriptor, buffer.baseAddress, wanted)
                #elseif canImport(Glibc)
                count = Glibc.read(descriptor, buffer.baseAddress, wanted)
                #else
                count = Musl.read(descriptor, buffer.baseAddress, wanted)
                #endif
                initialized = max(0, count)
            }
            if count == 0 { return bytes }
            if count < 0 {
                guard errno == EINTR else { throw failure(path) }
                continue
            }
            bytes = bytes.isEmpty ? part : bytes + part
            guard bytes.count <= limit else {
                throw Failure(path: path, number: nil, reason: "it is larger than \(limit) bytes")
            }
            wanted = 1 << 16
        }
    }

    private static func failure(_ path: String) -> Failure {
        let number = errno
        return Failure(path: path, number: number, reason: String(cString: strerror(number)))
    }
}

extension FileReading.Failure {
    /// The code that a remote source gives such a failure.
    var remoteCode: RemoteSourceError.Code {
        switch number {
        case nil: .tooLarge
        case ENOENT: .notFound
        default: .unreachable
        }
    }
}
