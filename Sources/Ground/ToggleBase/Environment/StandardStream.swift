/// The standard streams of this process, by their descriptors.
package enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// Reads the next bytes, and returns their number, 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try POSIXFileSystem().read(rawValue, into: buffer)
    }

    /// Reads all bytes up to the end, at most one more than the limit.
    package func bytes(limit: Int) throws(SystemError) -> [UInt8] {
        try POSIXFileSystem().bytes(of: rawValue, expected: 1 << 16, limit: limit)
    }

    /// Writes all bytes.
    ///
    /// - Parameter bytes: The bytes to write.
    /// - Returns: `nil`, or the error of the call that failed.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> SystemError? { FileWriting.write(bytes, to: rawValue) }

    /// Whether the stream is a terminal.
    package var isTerminal: Bool { POSIXFileSystem.isTerminal(rawValue) }
}
