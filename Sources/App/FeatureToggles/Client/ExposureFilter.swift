/// Remembers which exposures or evaluations were reported, in a fixed amount of memory and without a lock.
///
/// A set of 64-bit hashes in buckets of eight. Each new hash in a full bucket evicts another one.
package struct ExposureFilter: ~Copyable {
    private static let bucketSize = 8

    private let cells: UnsafeMutableRawPointer
    private let bucketMask: UInt64

    /// Creates an empty filter.
    ///
    /// - Parameter capacity: The number of hashes that the filter can hold, rounded up to a power of two of at least 8.
    package init(capacity: Int) {
        var buckets = 1
        while buckets * Self.bucketSize < capacity { buckets *= 2 }
        bucketMask = UInt64(buckets - 1)
        cells = .allocate(byteCount: buckets * Self.bucketSize * UnsafeAtomicWord.size, alignment: 64)
        cells.initializeMemory(as: UInt64.self, repeating: 0, count: buckets * Self.bucketSize)
    }

    deinit {
        cells.deallocate()
    }

    /// Returns whether the filter contains a hash.
    package func contains(_ hash: UInt64) -> Bool {
        let (bucket, value) = place(of: hash)
        for index in 0..<Self.bucketSize where Self.cell(index, of: bucket).load(ordering: .relaxed) == value {
            return true
        }
        return false
    }

    /// Adds a hash that the filter doesn't contain.
    ///
    /// - Returns: Whether the hash was new. If several threads add the same hash at once, only one of them gets `true`,
    ///   unless another hash of the bucket is removed meanwhile.
    package func insert(_ hash: UInt64) -> Bool {
        let (bucket, value) = place(of: hash)
        for index in 0..<Self.bucketSize {
            let found = Self.cell(index, of: bucket).compareExchange(expected: 0, desired: value)
            if found == 0 { return true }
            if found == value { return false }
        }
        // The hash selects the entry to evict, so two recurring hashes don't necessarily evict each other.
        let victim = Self.cell(Int(truncatingIfNeeded: value >> 61), of: bucket)
        return victim.exchange(value) != value
    }

    /// Removes a hash.
    package func remove(_ hash: UInt64) {
        let (bucket, value) = place(of: hash)
        for index in 0..<Self.bucketSize {
            _ = Self.cell(index, of: bucket).compareExchange(expected: value, desired: 0)
        }
    }

    @inline(__always)
    private func place(of hash: UInt64) -> (bucket: UnsafeMutableRawPointer, value: UInt64) {
        // 0 marks an empty cell.
        let offset = Int(truncatingIfNeeded: hash & bucketMask) * Self.bucketSize * UnsafeAtomicWord.size
        return (cells + offset, hash == 0 ? 1 : hash)
    }

    @inline(__always)
    private static func cell(_ index: Int, of bucket: UnsafeMutableRawPointer) -> UnsafeAtomicWord {
        UnsafeAtomicWord(at: bucket + index * UnsafeAtomicWord.size)
    }
}

// Unchecked: the cells are accessed only through UnsafeAtomicWord, and freed when the last owner is gone.
extension ExposureFilter: @unchecked Sendable {}
