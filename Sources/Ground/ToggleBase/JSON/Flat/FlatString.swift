/// A name with its hash, whose bytes another object owns.
///
/// Names are compared byte by byte, as in other flagd evaluators, so names that differ only in Unicode normalization
/// are different.
@usableFromInline
package struct FlatString: Equatable, BitwiseCopyable {
    /// The address of the bytes.
    @usableFromInline
    package let start: UnsafePointer<UInt8>?
    @usableFromInline
    let lengthAndMark: UInt32
    /// The hash, which is stable within a process.
    @usableFromInline
    package let hash: UInt32

    @inlinable
    static var mark: UInt32 { 1 << 31 }

    /// Creates a name of fewer than 2^31 bytes of UTF-8.
    @inlinable
    package init(_ bytes: UnsafeBufferPointer<UInt8>, isLong: Bool = false) {
        start = bytes.baseAddress
        lengthAndMark = UInt32(truncatingIfNeeded: bytes.count) & ~Self.mark | (isLong ? Self.mark : 0)
        hash = FlatBytes.hash(bytes)
    }

    /// Creates a name that is part of the program.
    package init(_ text: StaticString) {
        self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The number of bytes.
    @inlinable
    @inline(__always)
    package var count: Int { Int(lengthAndMark & ~Self.mark) }

    /// Whether the name is longer than the reader's limit.
    @inlinable
    package var isLong: Bool { lengthAndMark & Self.mark != 0 }

    /// The bytes.
    @inlinable
    @inline(__always)
    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: start == nil ? 0 : count) }

    /// The name as a `String`.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns whether two names have the same bytes.
    @inlinable
    @inline(__always)
    package static func == (left: FlatString, right: FlatString) -> Bool {
        left.hash == right.hash && FlatBytes.areEqual(left.bytes, right.bytes)
    }
}

/// Functions on bytes that another object owns.
@usableFromInline
package enum FlatBytes {
    /// Returns a hash that depends on every byte, computed eight bytes at a time.
    ///
    /// It differs between machines and must never be stored or sent.
    @inlinable
    @inline(__always)
    package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let factor: UInt64 = 0xD6E8_FEB8_6659_FD93
        let raw = UnsafeRawBufferPointer(bytes)
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: raw.count)
        var index = 0
        while index &+ 8 <= raw.count {
            hash = (hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* factor
            hash ^= hash >> 32
            index &+= 8
        }
        var tail: UInt64 = 0
        if index &+ 4 <= raw.count {
            tail = UInt64(raw.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            index &+= 4
        }
        while index < raw.count {
            tail = tail << 8 | UInt64(raw[index])
            index &+= 1
        }
        hash = (hash ^ tail) &* factor
        return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }

    /// Returns whether two buffers have the same bytes.
    @inlinable
    @inline(__always)
    package static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        left.count == right.count && haveSame(left, right, count: left.count)
    }

    /// Returns whether the first `count` bytes of two buffers, which must have that many, are the same.
    @inlinable
    @inline(__always)
    package static func haveSame(
        _ left: UnsafeBufferPointer<UInt8>,
        _ right: UnsafeBufferPointer<UInt8>,
        count: Int
    ) -> Bool {
        let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        var index = 0
        while index &+ 8 <= count {
            let a = left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if a != right.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
            index &+= 8
        }
        while index < count {
            if left[index] != right[index] { return false }
            index &+= 1
        }
        return true
    }

    /// Compares two buffers byte by byte, which for UTF-8 is the order of code points.
    ///
    /// - Returns: A number less than 0 if `left` comes first, 0 if both are equal, and a number greater than 0
    ///   otherwise.
    package static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        let shared = min(left.count, right.count)
        let (leftRaw, rightRaw) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        var index = 0
        while index &+ 8 <= shared {
            let one = leftRaw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let other = rightRaw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if one != other { return UInt64(bigEndian: one) < UInt64(bigEndian: other) ? -1 : 1 }
            index &+= 8
        }
        while index < shared {
            if left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
            index &+= 1
        }
        return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
    }

    /// Returns whether the needle occurs in the haystack.
    ///
    /// Each comparison with the needle costs one step of the budget, and one more for every 32 bytes. If the budget
    /// falls below zero, the result is `false`.
    ///
    /// - Complexity: O(*n*) in the haystack's length, with a rolling hash, unless the text was constructed to defeat
    ///   the hash.
    package static func contains(
        _ haystack: UnsafeBufferPointer<UInt8>,
        _ needle: UnsafeBufferPointer<UInt8>,
        budget: inout Int
    ) -> Bool {
        if needle.count > haystack.count { return false }
        if needle.isEmpty { return true }
        let base: UInt64 = 0x0100_0000_01B3
        var (wanted, found, leading) = (UInt64(0), UInt64(0), UInt64(1))
        for index in 0..<needle.count {
            wanted = wanted &* base &+ UInt64(needle[index])
            found = found &* base &+ UInt64(haystack[index])
            if index > 0 { leading = leading &* base }
        }
        var start = 0
        while true {
            if wanted == found {
                budget &-= 1 &+ needle.count >> 5
                guard budget >= 0 else { return false }
                if areEqual(UnsafeBufferPointer(rebasing: haystack[start..<start + needle.count]), needle) {
                    return true
                }
            }
            guard start + needle.count < haystack.count else { return false }
            found = (found &- leading &* UInt64(haystack[start])) &* base &+ UInt64(haystack[start + needle.count])
            start += 1
        }
    }
}
