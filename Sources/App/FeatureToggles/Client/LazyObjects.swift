/// A fixed number of objects, each created by the first read that needs it and kept as long as this collection.
///
/// A read of an object that already exists takes no lock and allocates nothing.
package final class LazyObjects {
    /// The word of an object that hasn't been created yet.
    private static let missing: UInt64 = 0
    /// The word of an object that can't be created.
    private static let none: UInt64 = 1

    private let words: UnsafeMutableRawPointer
    private let count: Int

    /// Creates a collection without objects.
    ///
    /// - Parameter count: The number of objects that can be created.
    package init(count: Int) {
        self.count = count
        words = .allocate(byteCount: max(count, 1) * UnsafeAtomicWord.size, alignment: UnsafeAtomicWord.size)
        words.initializeMemory(as: UInt64.self, repeating: Self.missing, count: max(count, 1))
    }

    deinit {
        for index in 0..<count {
            guard let address = Self.address(word(index).load(ordering: .acquiring)) else { continue }
            Unmanaged<any AnyObject & Sendable>.fromOpaque(address).release()
        }
        words.deallocate()
    }

    /// Returns an object, and creates it if this is the first call for its index.
    ///
    /// - Parameters:
    ///   - index: The index of the object.
    ///   - create: Creates the object, or returns `nil` if this index has none. Called again only by threads that need the
    ///     same object while it is being created, and then all of them return the same object.
    /// - Returns: The object, or `nil` if this index has none.
    package func object(
        at index: Int,
        creating create: () -> (any AnyObject & Sendable)?
    ) -> (any AnyObject & Sendable)? {
        guard index >= 0, index < count else { return nil }
        let known = word(index).load(ordering: .acquiring)
        return known == Self.missing ? store(create(), at: index) : Self.object(of: known)
    }

    /// Returns an object if it has been created, without creating it.
    ///
    /// - Parameter index: The index of the object.
    /// - Returns: The object; an inner `nil` if this index has none, and an outer `nil` if it hasn't been created yet.
    package func existingObject(at index: Int) -> (any AnyObject & Sendable)?? {
        guard index >= 0, index < count else { return .some(nil) }
        let known = word(index).load(ordering: .acquiring)
        return known == Self.missing ? nil : .some(Self.object(of: known))
    }

    private func store(_ object: (any AnyObject & Sendable)?, at index: Int) -> (any AnyObject & Sendable)? {
        let retained = object.map { Unmanaged.passRetained($0) }
        let new = retained.map { UInt64(UInt(bitPattern: $0.toOpaque())) } ?? Self.none
        let earlier = word(index).compareExchange(expected: Self.missing, desired: new)
        guard earlier != Self.missing else { return object }
        // Another thread has stored its object in the meantime.
        retained?.release()
        return Self.object(of: earlier)
    }

    private func word(_ index: Int) -> UnsafeAtomicWord {
        UnsafeAtomicWord(at: words + index * UnsafeAtomicWord.size)
    }

    private static func object(of word: UInt64) -> (any AnyObject & Sendable)? {
        address(word).map { Unmanaged<any AnyObject & Sendable>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func address(_ word: UInt64) -> UnsafeRawPointer? {
        word > none ? UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: word)) : nil
    }
}

// Unchecked: the words are accessed only through UnsafeAtomicWord, and an object is released only with the collection.
extension LazyObjects: @unchecked Sendable {}
