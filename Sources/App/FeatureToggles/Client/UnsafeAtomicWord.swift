import CToggleAtomics

/// The address of a 64-bit word that threads read and write without a lock.
///
/// Synchronization's `Atomic` needs iOS 18. The owner of the memory keeps it allocated while it is accessed, and
/// accesses it in no other way. The orderings are those of C11; the operations are inlined.
struct UnsafeAtomicWord: @unchecked Sendable {
    // Unchecked: every operation is atomic.
    let address: UnsafeMutablePointer<ct_atomic_word>

    /// The size of a word in bytes.
    static var size: Int { 8 }

    /// Refers to a word in memory that is initialized as `UInt64`.
    ///
    /// - Parameter address: The address, a multiple of ``size``.
    @inline(__always)
    init(at address: UnsafeMutableRawPointer) {
        self.address = address.assumingMemoryBound(to: ct_atomic_word.self)
    }

    /// Refers to a word in memory that is initialized as `UInt64` and only loaded.
    ///
    /// - Parameter address: The address, a multiple of ``size``.
    @inline(__always)
    init(at address: UnsafeRawPointer) {
        self.init(at: UnsafeMutableRawPointer(mutating: address))
    }

    /// Allocates a word; ``deallocate()`` frees it.
    static func allocate(_ value: UInt64) -> UnsafeAtomicWord {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: size)
        memory.storeBytes(of: value, as: UInt64.self)
        return UnsafeAtomicWord(at: memory)
    }

    /// Frees a word from ``allocate(_:)``.
    func deallocate() {
        UnsafeMutableRawPointer(address).deallocate()
    }

    /// The orderings of a load.
    enum LoadOrdering: Sendable {
        case relaxed
        case acquiring
        case sequentiallyConsistent
    }

    /// The orderings of a store.
    enum StoreOrdering: Sendable {
        case relaxed
        case releasing
        case sequentiallyConsistent
    }

    /// Loads the value.
    @inline(__always)
    func load(ordering: LoadOrdering) -> UInt64 {
        switch ordering {
        case .relaxed: ct_load_relaxed(address)
        case .acquiring: ct_load_acquire(address)
        case .sequentiallyConsistent: ct_load_seq_cst(address)
        }
    }

    /// Stores a value.
    @inline(__always)
    func store(_ value: UInt64, ordering: StoreOrdering) {
        switch ordering {
        case .relaxed: ct_store_relaxed(address, value)
        case .releasing: ct_store_release(address, value)
        case .sequentiallyConsistent: ct_store_seq_cst(address, value)
        }
    }

    /// Stores a value and returns the previous one, with sequential consistency.
    @inline(__always)
    func exchange(_ value: UInt64) -> UInt64 {
        ct_exchange_seq_cst(address, value)
    }

    /// Stores a value if the word has the expected one, with sequential consistency.
    ///
    /// - Returns: The previous value. The new value was stored if this equals the expected one.
    @inline(__always)
    func compareExchange(expected: UInt64, desired: UInt64) -> UInt64 {
        var found = expected
        _ = ct_compare_exchange_seq_cst(address, &found, desired)
        return found
    }
}
