/// Memory for flat values that is released as a whole.
@usableFromInline
package final class FlatArena {
    private var blocks: [UnsafeMutableRawPointer] = []
    // Unchecked, here and below: each access is one load or one store of an integer or an address, which nothing can overlap. In
    // another module, where values are made, the compiler cannot see that and would ask the runtime each time.
    @exclusivity(unchecked)
    @usableFromInline
    var next: UnsafeMutableRawPointer?
    @exclusivity(unchecked)
    @usableFromInline
    var available = 0
    private let blockSize: Int
    /// How many bytes were handed out since the last ``reset()``.
    @exclusivity(unchecked)
    @usableFromInline
    package internal(set) var used = 0

    /// Creates an arena that takes memory in blocks of so many bytes, or larger ones where one value needs more.
    package init(blockSize: Int = 1 << 16) {
        self.blockSize = max(blockSize, 64)
    }

    deinit {
        for block in blocks { block.deallocate() }
    }

    /// Forgets everything, and keeps the first block for what comes.
    ///
    /// No value in it may be used any more.
    package func reset() {
        for block in blocks.dropFirst() { block.deallocate() }
        blocks.removeSubrange(min(1, blocks.count)...)
        next = blocks.first
        available = blocks.isEmpty ? 0 : blockSize
        used = 0
    }

    /// Room for so many bytes, aligned for every flat type.
    ///
    /// Each call answers another address, also for nothing.
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
        // The first block always has the usual size, so that it can be used again. A large value gets a block of its own,
        // so that at most a quarter of the others is wasted.
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

    /// Room for so many values that own nothing, which the caller initializes.
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

    /// A copy of values that own nothing.
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
    /// A string with these bytes.
    package func string(_ bytes: [UInt8]) -> FlatValue {
        bytes.withUnsafeBufferPointer { FlatValue(string: copy($0)) }
    }

    /// A string with this text.
    package func string(_ text: String) -> FlatValue {
        var text = text
        return text.withUTF8 { FlatValue(string: copy($0)) }
    }

    /// A name with this text.
    package func name(_ text: String) -> FlatString {
        FlatString(string(text).bytes)
    }

    /// An array of these values.
    package func array(_ values: [FlatValue]) -> FlatValue {
        values.withUnsafeBufferPointer { FlatValue(elements: copy($0)) }
    }

    /// An object of these members.
    package func object(_ members: [FlatMember]) -> FlatValue {
        members.withUnsafeBufferPointer { FlatValue(members: copy($0)) }
    }
}
