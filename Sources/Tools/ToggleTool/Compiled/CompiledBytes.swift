import ToggleBase

/// Reads bytes sequentially with bounds checks.
struct CompiledBytes {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var remaining: Int { bytes.count - position }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number? {
        guard remaining >= MemoryLayout<Number>.size else { return nil }
        defer { position += MemoryLayout<Number>.size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: type))
    }

    /// Reads a number of records, each of which takes at least `size` bytes.
    mutating func count(ofSize size: Int) -> Int? {
        guard let count = number(UInt32.self), Int(count) <= remaining / size else { return nil }
        return Int(count)
    }

    mutating func digest() -> ContentDigest? {
        guard let first = number(UInt64.self), let second = number(UInt64.self) else { return nil }
        return ContentDigest(first: first, second: second)
    }

    /// Skips a number of bytes, and returns their range.
    mutating func range(_ count: Int) -> Range<Int>? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        return position..<position + count
    }

    mutating func text() -> String? {
        guard let count = number(UInt32.self), let range = range(Int(count)) else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    mutating func signature() -> FileSignature? {
        guard let device = number(UInt64.self), let inode = number(UInt64.self), let size = number(Int64.self),
            let modified = number(Int64.self), let changed = number(Int64.self)
        else { return nil }
        return FileSignature(
            identity: FileStatus.Identity(device: device, inode: inode),
            size: size,
            modified: modified,
            changed: changed
        )
    }
}

extension FileSignature {
    /// The signature of no file.
    static let zero = FileSignature(
        identity: FileStatus.Identity(device: 0, inode: 0),
        size: 0,
        modified: 0,
        changed: 0
    )
}

extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    mutating func append(_ digest: ContentDigest) {
        append(littleEndian: digest.first)
        append(littleEndian: digest.second)
    }

    mutating func append(text: String) {
        append(littleEndian: UInt32(clamping: text.utf8.count))
        append(contentsOf: text.utf8)
    }

    mutating func append(_ signature: FileSignature) {
        append(littleEndian: signature.identity.device)
        append(littleEndian: signature.identity.inode)
        append(littleEndian: signature.size)
        append(littleEndian: signature.modified)
        append(littleEndian: signature.changed)
    }
}
