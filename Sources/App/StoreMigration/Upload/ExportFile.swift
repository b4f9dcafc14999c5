import ToggleBase

/// The file with the export of a user's old store.
struct ExportFile: Sendable {
    /// The path of the file.
    let path: String
    private let files = POSIXFileSystem()

    init(path: String) {
        self.path = path
    }

    /// Returns the digest and size of the file, or `nil` if it can't be read.
    func digest() -> (text: String, size: Int)? {
        var digest = SHA256()
        var size = 0
        do {
            try read { bytes in
                digest.add(bytes)
                size += bytes.count
            }
        } catch {
            return nil
        }
        return (digest.text, size)
    }

    /// Opens the file.
    func reader() throws(BackfillError) -> Reader { try Reader(path: path) }

    /// Removes the file, if it exists.
    func remove() {
        try? files.remove(path)
    }

    private func read(_ body: ([UInt8]) -> Void) throws(BackfillError) {
        let reader = try reader()
        defer { reader.close() }
        var offset = 0
        while true {
            let bytes = try reader.bytes(at: offset, 1 << 16)
            if bytes.isEmpty { return }
            body(bytes)
            offset += bytes.count
        }
    }

    /// The open file.
    struct Reader: Sendable {
        private let path: String
        private let descriptor: Int32

        fileprivate init(path: String) throws(BackfillError) {
            self.path = path
            do throws(SystemError) {
                descriptor = try POSIXFileSystem().openForReading(path)
            } catch {
                throw BackfillError(.upload, "\(path) cannot be read: \(error.message).\(error.fileAdvice)")
            }
        }

        /// Returns the bytes at an offset: fewer at the end of the file, and none after it.
        func bytes(at offset: Int, _ count: Int) throws(BackfillError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            var filled = 0
            do throws(SystemError) {
                while filled < count {
                    let read = try bytes.withUnsafeMutableBytes { buffer in
                        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                        return Result { () throws(SystemError) in
                            try POSIXFileSystem().read(descriptor, at: offset + filled, into: rest)
                        }
                    }.get()
                    if read == 0 { break }
                    filled += read
                }
            } catch {
                throw BackfillError(.upload, "\(path) cannot be read: \(error.message).\(error.fileAdvice)")
            }
            return Array(bytes.prefix(filled))
        }

        func close() {
            try? POSIXFileSystem().close(descriptor)
        }
    }
}

extension BackfillError.Code {
    /// An export can't be read, or a server violates the requirements of ``BackfillUploader``.
    public static let upload = BackfillError.Code(rawValue: "upload")
}
