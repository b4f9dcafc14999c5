import Synchronization

/// Remembers which exposures were reported, in a fixed amount of memory and without a lock.
///
/// A set of 64-bit hashes in buckets of eight. A full bucket forgets one of its hashes for each new one.
struct ExposureFilter: ~Copyable {
    private static let bucketSize = 8

    private let cells: UnsafeMutablePointer<Atomic<UInt64>>
    private let bucketMask: UInt64

    /// Creates an empty filter.
    ///
    /// - Parameter capacity: How many hashes it can hold; is rounded up to a power of two, 8 at least.
    init(capacity: Int) {
        var buckets = 1
        while buckets * Self.bucketSize < capacity { buckets *= 2 }
        bucketMask = UInt64(buckets - 1)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: buckets * Self.bucketSize * 8, alignment: 64)
        memory.initializeMemory(as: UInt64.self, repeating: 0, count: buckets * Self.bucketSize)
        cells = memory.assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    deinit {
        UnsafeMutableRawPointer(cells).deallocate()
    }

    /// Whether a hash is there.
    @inline(__always)
    func contains(_ hash: UInt64) -> Bool {
        let (bucket, value) = place(of: hash)
        for index in 0..<Self.bucketSize where bucket[index].load(ordering: .relaxed) == value { return true }
        return false
    }

    /// Adds a hash.
    ///
    /// - Returns: Whether it was not there: of several threads that add one at once, one is told so.
    func insert(_ hash: UInt64) -> Bool {
        let (bucket, value) = place(of: hash)
        for index in 0..<Self.bucketSize {
            let (isDone, found) = bucket[index].compareExchange(expected: 0, desired: value, ordering: .relaxed)
            if isDone { return true }
            if found == value { return false }
        }
        // Which one is forgotten depends on the hash, so that two that come again and again need not evict each other.
        let victim = bucket + Int(truncatingIfNeeded: value >> 61)
        return victim.pointee.exchange(value, ordering: .relaxed) != value
    }

    /// Forgets a hash.
    func remove(_ hash: UInt64) {
        let (bucket, value) = place(of: hash)
        for index in 0..<Self.bucketSize {
            _ = bucket[index].compareExchange(expected: value, desired: 0, ordering: .relaxed)
        }
    }

    @inline(__always)
    private func place(of hash: UInt64) -> (bucket: UnsafeMutablePointer<Atomic<UInt64>>, value: UInt64) {
        // 0 stands for an empty cell.
        (cells + Int(truncatingIfNeeded: hash & bucketMask) * Self.bucketSize, hash == 0 ? 1 : hash)
    }
}

// The cells are only touched through Atomic, and freed when the last owner is gone.
extension ExposureFilter: @unchecked Sendable {}
