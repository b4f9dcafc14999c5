import FeatureToggles

/// Remembers which exposures were reported, in a fixed amount of memory and without a lock.
///
/// A set of 64-bit hashes in buckets of eight. A full bucket forgets one of its hashes for each new one.
struct ExposureFilter: ~Copyable {
    private static let bucketSize = 8

    private let cells: UnsafeMutableRawPointer
    private let bucketMask: UInt64

    /// Creates an empty filter.
    ///
    /// - Parameter capacity: How many hashes it can hold; is rounded up to a power of two, 8 at least.
    init(capacity: Int) {
        var buckets = 1
        while buckets * Self.bucketSize < capacity { buckets *= 2 }
        bucketMask = UInt64(buckets - 1)
        cells = .allocate(byteCount: buckets * Self.bucketSize * UnsafeAtomicWord.size, alignment: 64)
        cells.initializeMemory(as: UInt64.self, repeating: 0, count: buckets * Self.bucketSize)
    }

    deinit {
        cells.deallocate()
    }

    /// Whether a hash is there.
    @inline(__always)
    func contains(_ hash: UInt64) -> Bool {
        let (bucket, value) = place(of: hash)
        for index in 0..<Self.bucketSize where Self.cell(index, of: bucket).load(ordering: .relaxed) == value {
            return true
        }
        return false
    }

    /// Adds a hash.
    ///
    /// - Returns: Whether it was not there: of several threads that add one at once, one is told so.
    func insert(_ hash: UInt64) -> Bool {
        let (bucket, value) = place(of: hash)
        for index in 0..<Self.bucketSize {
            let found = Self.cell(index, of: bucket).compareExchange(expected: 0, desired: value)
            if found == 0 { return true }
            if found == value { return false }
        }
        // Which one is forgotten depends on the hash, so that two that come again and again need not evict each other.
        let victim = Self.cell(Int(truncatingIfNeeded: value >> 61), of: bucket)
        return victim.exchange(value) != value
    }

    /// Forgets a hash.
    func remove(_ hash: UInt64) {
        let (bucket, value) = place(of: hash)
        for index in 0..<Self.bucketSize {
            _ = Self.cell(index, of: bucket).compareExchange(expected: value, desired: 0)
        }
    }

    @inline(__always)
    private func place(of hash: UInt64) -> (bucket: UnsafeMutableRawPointer, value: UInt64) {
        // 0 stands for an empty cell.
        let offset = Int(truncatingIfNeeded: hash & bucketMask) * Self.bucketSize * UnsafeAtomicWord.size
        return (cells + offset, hash == 0 ? 1 : hash)
    }

    @inline(__always)
    private static func cell(_ index: Int, of bucket: UnsafeMutableRawPointer) -> UnsafeAtomicWord {
        UnsafeAtomicWord(at: bucket + index * UnsafeAtomicWord.size)
    }
}

// The cells are only touched through UnsafeAtomicWord, and freed when the last owner is gone.
extension ExposureFilter: @unchecked Sendable {}
