import FeatureToggles
import Synchronization

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
        var number: Int
        var bytes: [UInt8]
    }

    private static let blockSize = 1 << 14
    private static let blockCount = 16

    private let content: Content
    /// The size in bytes.
    let count: Int
    /// What was read last, each block in the place that its number gives.
    private let blocks: Mutex<[Block?]>

    init(_ bytes: [UInt8]) {
        content = .bytes(bytes)
        count = bytes.count
        blocks = Mutex([])
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
        blocks = Mutex(Array(repeating: nil, count: Self.blockCount))
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
                    let place = number % Self.blockCount
                    if blocks[place]?.number != number {
                        let bytes = Self.read(descriptor, start..<min(count, start + Self.blockSize))
                        blocks[place] = Block(number: number, bytes: bytes)
                    }
                    guard let block = blocks[place] else { break }
                    let end = min(range.upperBound - start, block.bytes.count)
                    guard position - start < end else { break }
                    result += block.bytes[position - start..<end]
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
