import ToggleBase

/// A reference that one thread at a time replaces and any number of threads read, without a lock or a shared reference
/// count.
///
/// A reader announces the object that it uses in one of a fixed number of slots. A replaced object is released at
/// once or, if a reader uses it then, by the first later replacement that finds it in no slot. (Hazard pointers: Maged M. Michael, 2004.)
struct HazardReference<Object: AnyObject & Sendable>: ~Copyable {
    /// The number of slots; a reader that finds the four that it tries in use takes the lock.
    private static var slotCount: Int { 32 }
    /// The size of a slot in bytes, a whole cache line, because slots that share one would slow each other down.
    private static var stride: Int { 64 }

    /// The address of the current object, or 0.
    private let current = UnsafeAtomicWord.allocate(0)
    private let slots: UnsafeMutableRawPointer
    /// The addresses of replaced objects that a reader may still use; the current object is retained separately.
    private let retired = Mutex<[UInt64]>([])

    init() {
        slots = .allocate(byteCount: Self.slotCount * Self.stride, alignment: Self.stride)
        slots.initializeMemory(as: UInt64.self, repeating: 0, count: Self.slotCount * Self.stride / 8)
    }

    deinit {
        // There are no readers left.
        retired.withLock { retired in
            for address in retired { Self.release(address) }
        }
        Self.release(current.load(ordering: .acquiring))
        slots.deallocate()
        current.deallocate()
    }

    /// Replaces the current object.
    func replace(with object: Object?) {
        let address = object.map { UInt64(UInt(bitPattern: Unmanaged.passRetained($0).toOpaque())) } ?? 0
        let unused = retired.withLock { retired in
            let old = current.exchange(address)
            if old != 0 { retired.append(old) }
            // Readers announce an object before they check again that it is current. A reader that isn't announced by
            // now finds the new object.
            let announced = Set((0..<Self.slotCount).map { slot($0).load(ordering: .sequentiallyConsistent) })
            let unused = retired.filter { !announced.contains($0) }
            retired.removeAll { !announced.contains($0) }
            return unused
        }
        // Outside the lock, because readers may be waiting for it, and releasing the data of a large document takes
        // time.
        for address in unused { Self.release(address) }
    }

    /// Calls a closure with the current object.
    ///
    /// - Parameter body: A short closure. It must not let the object escape without retaining it.
    /// - Returns: The closure's result.
    @inline(__always)
    func withObject<Result>(_ body: (Object?) -> Result) -> Result {
        guard let index = announce() else { return withLockedObject(body) }
        let address = slot(index).load(ordering: .relaxed)
        defer { slot(index).store(0, ordering: .releasing) }
        guard let pointer = Self.pointer(address) else { return body(nil) }
        return Unmanaged<Object>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0) }
    }

    /// Announces the current object in a free slot.
    ///
    /// - Returns: The slot's index, or `nil` if no free slot was found or there is no current object.
    @inline(__always)
    private func announce() -> Int? {
        var address = current.load(ordering: .acquiring)
        guard address != 0 else { return nil }
        // The stacks of different threads are far apart, so threads start at different slots.
        var marker: UInt8 = 0
        let place = withUnsafePointer(to: &marker) { UInt(bitPattern: $0) }
        var index = Int(truncatingIfNeeded: ((place >> 16) &* 0x9E37_79B9) >> 8) & (Self.slotCount - 1)
        for _ in 0..<4 {
            if slot(index).compareExchange(expected: 0, desired: address) == 0 {
                while true {
                    let latest = current.load(ordering: .sequentiallyConsistent)
                    if latest == address { return index }
                    if latest == 0 {
                        slot(index).store(0, ordering: .releasing)
                        return nil
                    }
                    address = latest
                    slot(index).store(address, ordering: .sequentiallyConsistent)
                }
            }
            index = (index + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    /// Implements ``withObject(_:)`` for a reader that found no free slot.
    @inline(never)
    private func withLockedObject<Result>(_ body: (Object?) -> Result) -> Result {
        let object: Object? = retired.withLock { _ in
            // `replace(with:)` takes this lock before it changes the reference.
            Self.pointer(current.load(ordering: .acquiring)).map {
                Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
            }
        }
        return body(object)
    }

    @inline(__always)
    private func slot(_ index: Int) -> UnsafeAtomicWord {
        UnsafeAtomicWord(at: slots + index * Self.stride)
    }

    @inline(__always)
    private static func pointer(_ address: UInt64) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: address))
    }

    private static func release(_ address: UInt64) {
        guard let pointer = pointer(address) else { return }
        Unmanaged<Object>.fromOpaque(pointer).release()
    }
}

// Unchecked: the slots are accessed only through UnsafeAtomicWord, and freed when the last owner is gone.
extension HazardReference: @unchecked Sendable {}
