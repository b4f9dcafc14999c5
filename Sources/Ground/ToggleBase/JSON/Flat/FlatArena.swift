/// Memory for flat values, which is freed as a whole.
@usableFromInline
package final class FlatArena {
    private var blocks: [UnsafeMutableRawPointer] = []
    // Unchecked, here and below: each access is a single load or store of an integer or an address, so accesses can't
    // overlap. The compiler can't see that in the other modules that create values, and would check at run time for
    // each access.
    @exclusivity(unchecked)
    @usableFromInline
    var next: UnsafeMutableRawPointer?
    @exclusivity(unchecked)
    @usableFromInline
    var available = 0
    private let blockSize: Int
    /// The number of bytes allocated since the last ``reset()``.
    @exclusivity(unchecked)
    @usableFromInline
    package internal(set) var used = 0

    /// Creates an arena that allocates blocks of a size in bytes, or larger ones for larger values.
    package init(blockSize: Int = 1 << 16) {
        self.blockSize = max(blockSize, 64)
    }

    deinit {
        for block in blocks { block.deallocate() }
    }

    /// Frees all values, and keeps the first block for new ones.
    ///
    /// No value in the arena may be used afterward.
    package func reset() {
        for block in blocks.dropFirst() { block.deallocate() }
        blocks.removeSubrange(min(1, blocks.count)...)
        next = blocks.first
        available = blocks.isEmpty ? 0 : blockSize
        used = 0
    }

    /// Allocates a number of bytes, aligned for every flat type.
    ///
    /// Each call returns a different address, even for 0 bytes.
    @inlinable
    @inline(__always)
    func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        let size = max((count &+ 15) & ~15, 16)
        used &+= size
        if let next, size <= available {
            self.next = next + size
            available &-= size
            return next
        }
        return allocateInNewBlock(size)
    }

    @usableFromInline
    @inline(never)
    func allocateInNewBlock(_ size: Int) -> UnsafeMutableRawPointer {
        // The first block always has the usual size, so that it can be reused. A large value gets its own block, so at
        // most a quarter of the other blocks is wasted.
        if size > blockSize / 4, !blocks.isEmpty {
            let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            blocks.append(block)
            return block
        }
        let block = UnsafeMutableRawPointer.allocate(byteCount: blockSize, alignment: 16)
        blocks.append(block)
        next = block
        available = blockSize
        if size > blockSize { return allocateInNewBlock(size) }
        next = block + size
        available -= size
        return block
    }

    /// Allocates uninitialized memory for a number of values that own nothing.
    @inlinable
    package func room<Value: BitwiseCopyable>(
        for count: Int,
        of type: Value.Type = Value.self
    ) -> UnsafeMutableBufferPointer<Value> {
        UnsafeMutableBufferPointer(
            start: allocate(count &* MemoryLayout<Value>.stride).bindMemory(to: Value.self, capacity: count),
            count: count
        )
    }

    /// Copies values that own nothing.
    @inlinable
    @inline(__always)
    package func copy<Value: BitwiseCopyable>(_ values: UnsafeBufferPointer<Value>) -> UnsafeBufferPointer<Value> {
        let copy = UnsafeMutableBufferPointer(
            start: allocate(values.count &* MemoryLayout<Value>.stride)
                .bindMemory(to: Value.self, capacity: values.count),
            count: values.count
        )
        _ = copy.initialize(from: values)
        return UnsafeBufferPointer(copy)
    }
}

extension FlatArena {
    /// Creates a string from its bytes.
    package func string(_ bytes: [UInt8]) -> FlatValue {
        bytes.withUnsafeBufferPointer { FlatValue(string: copy($0)) }
    }

    /// Creates a string.
    package func string(_ text: String) -> FlatValue {
        var text = text
        return text.withUTF8 { FlatValue(string: copy($0)) }
    }

    /// Creates a name.
    package func name(_ text: String) -> FlatString {
        FlatString(string(text).bytes)
    }

    /// Creates an array.
    package func array(_ values: [FlatValue]) -> FlatValue {
        values.withUnsafeBufferPointer { FlatValue(elements: copy($0)) }
    }

    /// Creates an object.
    package func object(_ members: [FlatMember]) -> FlatValue {
        members.withUnsafeBufferPointer { FlatValue(members: copy($0)) }
    }
}
