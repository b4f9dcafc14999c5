import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A compiled manifest: bytes, or a file of which parts are read when they are wanted.
///
/// The file is held open, so the parts are those of the content that was checked, whatever replaces it.
final class CompiledFile: Sendable {
    private enum Content: Sendable {
        case bytes([UInt8])
        case descriptor(Int32)
    }

    /// A part of the file.
    private struct Block: Sendable {
        let number: Int
        let bytes: [UInt8]
        /// The reading that wanted it last.
        var lastUse: Int
    }

    /// What was read last.
    private struct Blocks: Sendable {
        private var blocks: [Block] = []
        private var readings = 0

        /// A part of the file, read if it is not here.
        mutating func block(_ number: Int, read: () -> [UInt8]) -> [UInt8] {
            readings += 1
            // Records and their texts lie in different parts, so places given by numbers would be fought for.
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

    private let content: Content
    /// The size in bytes.
    let count: Int
    private let blocks = Mutex(Blocks())

    init(_ bytes: [UInt8]) {
        content = .bytes(bytes)
        count = bytes.count
    }

    /// Opens a file; `nil` when that is not possible, or it is larger than any compiled manifest.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (0...CompiledManifest.maximumSize).contains(Int(clamping: status.st_size))
        else {
            close(descriptor)
            return nil
        }
        content = .descriptor(descriptor)
        count = Int(clamping: status.st_size)
    }

    deinit {
        if case .descriptor(let descriptor) = content { close(descriptor) }
    }

    /// All bytes; fewer when the file was made shorter meanwhile.
    func all() -> [UInt8] {
        switch content {
        case .bytes(let bytes): bytes
        case .descriptor(let descriptor): Self.read(descriptor, 0..<count)
        }
    }

    /// Some of the bytes, or `nil` when there are not so many.
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
            while filled < range.count, let start = buffer.baseAddress {
                let count = pread(descriptor, start + filled, range.count - filled, off_t(range.lowerBound + filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                filled += count
            }
        }
    }
}
