import ToggleBase

/// The bytes of a compiled project, in memory or in a file that is read in blocks on demand.
///
/// The file stays open, so the blocks belong to the content that was checked, even if the file is replaced.
final class CompiledFile: Sendable {
    private enum Content: Sendable {
        case bytes([UInt8])
        case descriptor(Int32)
    }

    /// A block of the file.
    private struct Block: Sendable {
        let number: Int
        let bytes: [UInt8]
        /// The number of the last access to the block.
        var lastUse: Int
    }

    /// The most recently used blocks.
    private struct Blocks: Sendable {
        private var blocks: [Block] = []
        private var readings = 0

        /// Returns a block, and reads it if it is not cached.
        mutating func block(_ number: Int, read: () -> [UInt8]) -> [UInt8] {
            readings += 1
            // Fully associative, because records and their texts are in different blocks, which would compete for the
            // same slots.
            if let index = blocks.firstIndex(where: { $0.number == number }) {
                blocks[index].lastUse = readings
                return blocks[index].bytes
            }
            if blocks.count == CompiledFile.blockCount,
                let oldest = blocks.indices.min(by: { blocks[$0].lastUse < blocks[$1].lastUse })
            {
                blocks.remove(at: oldest)
            }
            let bytes = read()
            blocks.append(Block(number: number, bytes: bytes, lastUse: readings))
            return bytes
        }
    }

    private static let blockSize = 1 << 14
    private static let blockCount = 16
    private static let files = POSIXFileSystem()

    private let content: Content
    /// The size in bytes.
    let count: Int
    private let blocks = Mutex(Blocks())

    init(_ bytes: [UInt8]) {
        content = .bytes(bytes)
        count = bytes.count
    }

    /// Opens a file; returns `nil` if this fails, or the file is larger than any compiled project or belongs to another user.
    init?(path: String) {
        guard let descriptor = try? Self.files.openForReading(path) else { return nil }
        guard let status = try? Self.files.status(ofDescriptor: descriptor), status.kind == .file,
            status.isOwnedByCurrentUser, (0...CompiledProject.maximumSize).contains(status.size)
        else {
            try? Self.files.close(descriptor)
            return nil
        }
        content = .descriptor(descriptor)
        count = status.size
    }

    deinit {
        if case .descriptor(let descriptor) = content { try? Self.files.close(descriptor) }
    }

    /// Reads some of the bytes, which aren't kept; returns `nil` if the range exceeds the file.
    func read(_ range: Range<Int>) -> [UInt8]? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        switch content {
        case .bytes(let bytes): return Array(bytes[range])
        case .descriptor(let descriptor):
            let result = Self.read(descriptor, range)
            // The file may have been truncated in the meantime.
            return result.count == range.count ? result : nil
        }
    }

    /// Returns some of the bytes, or `nil` if the range exceeds the file.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        switch content {
        case .bytes(let bytes): return Array(bytes[range])
        case .descriptor(let descriptor):
            let result = blocks.withLock { blocks in
                var result: [UInt8] = []
                result.reserveCapacity(range.count)
                var position = range.lowerBound
                while position < range.upperBound {
                    let number = position / Self.blockSize
                    let start = number * Self.blockSize
                    let block = blocks.block(number) {
                        Self.read(descriptor, start..<min(count, start + Self.blockSize))
                    }
                    let end = min(range.upperBound - start, block.count)
                    guard position - start < end else { break }
                    result += block[position - start..<end]
                    position = start + end
                }
                return result
            }
            return result.count == range.count ? result : nil
        }
    }

    private static func read(_ descriptor: Int32, _ range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            while filled < range.count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled..<range.count])
                let count = try? files.read(
                    descriptor,
                    at: range.lowerBound + filled,
                    into: UnsafeMutableRawBufferPointer(rest)
                )
                guard let count, count > 0 else { return }
                filled += count
            }
        }
    }
}
