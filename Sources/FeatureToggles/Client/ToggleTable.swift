/// Where reads find the values of a client: a hash table from identifiers to 64-bit words.
///
/// The identifiers never change after creation, and nothing is freed before the table is, so a read needs neither lock
/// nor reference count: it loads the address of the copy in force, probes, loads a word, and looks whether that copy still
/// is in force. There are two copies. A publication writes the one that is not in force and then stores its address, so all
/// words change at once. A reader that was suspended meanwhile starts again: it never sees a word before
/// the publication that the word belongs to, nor one that is older than what it has seen.
struct ToggleTable: ~Copyable {
    /// The size of an entry: the identifier and its word.
    private static let stride = 16

    /// The address of the copy in force.
    private let current: UnsafeAtomicWord
    /// Which bits of an identifier give the offset of its entry, a multiple of the stride.
    private let mask: UInt64
    private let memory: UnsafeMutableRawBufferPointer
    private let copySize: Int
    /// A bit for each position, of those whose word is not for everybody.
    private let marks: UnsafeMutableRawPointer
    private let markWordCount: Int
    /// How many copies there is room for.
    private let copies: Int
    /// How many of them have the identifiers.
    private let preparedCopies: UnsafeAtomicWord

    /// How many entries a copy has, used or not.
    var entryCount: Int { copySize / Self.stride }

    /// Creates a table of words that are 0.
    ///
    /// - Parameters:
    ///   - identifiers: What can be looked up. None is 0; duplicates share an entry.
    ///   - copies: How many copies to keep; 1 for a table that is published before anybody reads it.
    init(identifiers: some Collection<UInt64>, copies: Int = 2) {
        self.copies = copies
        var entryCount = 4
        // Five of six identifiers or more find their own place free.
        while entryCount < identifiers.count * 3 { entryCount *= 2 }
        copySize = entryCount * Self.stride
        mask = UInt64(copySize - 1) & ~ToggleIdentifier.tagMask
        memory = .allocate(byteCount: copySize * copies, alignment: 64)
        // The other copies are made of it when they are wanted: most toggles of most apps never change.
        memory.baseAddress?.initializeMemory(as: UInt64.self, repeating: 0, count: copySize / 8)
        markWordCount = (entryCount + 63) / 64
        marks = .allocate(byteCount: markWordCount * UnsafeAtomicWord.size, alignment: 64)
        marks.initializeMemory(as: UInt64.self, repeating: 0, count: markWordCount)
        current = .allocate(UInt64(UInt(bitPattern: memory.baseAddress)))
        for identifier in identifiers {
            var offset = Int(identifier & mask)
            while true {
                let found = memory.load(fromByteOffset: offset, as: UInt64.self)
                if found == 0 || found == identifier { break }
                offset = (offset + Self.stride) & (copySize - 1)
            }
            memory.storeBytes(of: identifier, toByteOffset: offset, as: UInt64.self)
        }
        preparedCopies = .allocate(1)
    }

    deinit {
        memory.deallocate()
        marks.deallocate()
        current.deallocate()
        preparedCopies.deallocate()
    }

    /// The position of an identifier's entry when it is marked.
    @inline(__always)
    func markedPosition(of identifier: UInt64) -> Int? {
        guard let position = position(of: identifier) else { return nil }
        let word = mark(position / 64).load(ordering: .acquiring)
        return word & (1 << UInt64(position % 64)) == 0 ? nil : position
    }

    /// Marks positions, besides those that are marked already or instead of them.
    ///
    /// Calls must not overlap.
    func mark(_ positions: [Int], keepingOthers: Bool) {
        var words = [UInt64](repeating: 0, count: markWordCount)
        for position in positions where position / 64 < markWordCount {
            words[position / 64] |= 1 << UInt64(position % 64)
        }
        for (index, word) in words.enumerated() {
            let old = mark(index).load(ordering: .relaxed)
            let new = keepingOthers ? old | word : word
            if new != old { mark(index).store(new, ordering: .releasing) }
        }
    }

    /// The word of an identifier in the copy in force, or `fallback` when the table does not have it.
    @inline(__always)
    func word(of identifier: UInt64, fallback: UInt64) -> UInt64 {
        let base = current.load(ordering: .acquiring)
        let home = Self.entry(base, identifier & mask)
        // Most identifiers are where their bits say. The others are looked for in a function of its own, as a loop would
        // cost every read a jump.
        if home.load(as: UInt64.self) == identifier {
            let word = Self.cell(home).load(ordering: .acquiring)
            // Who sees a word that is written for the next publication sees here that another copy came into force
            // before it, since the word was stored after that address.
            if current.load(ordering: .acquiring) == base { return word }
        }
        return Self.displacedWord(of: identifier, in: current, mask, fallback: fallback)
    }

    /// The word of an identifier whose place another one has, or that a publication has just overtaken; `fallback` when the
    /// table does not have it.
    ///
    /// It takes the two fields that it needs: for a call with the whole table a read would copy that to the stack first.
    @inline(never)
    private static func displacedWord(
        of identifier: UInt64,
        in current: UnsafeAtomicWord,
        _ mask: UInt64,
        fallback: UInt64
    ) -> UInt64 {
        var base = current.load(ordering: .acquiring)
        var offset = identifier & mask
        while true {
            let entry = entry(base, offset)
            let found = entry.load(as: UInt64.self)
            if found == identifier {
                let word = cell(entry).load(ordering: .acquiring)
                let latest = current.load(ordering: .acquiring)
                if latest == base { return word }
                base = latest
                continue
            }
            // At most a quarter of the entries are used, so this ends.
            if found == 0 { return fallback }
            offset = (offset &+ UInt64(stride)) & mask
        }
    }

    /// The position of an identifier's entry, from 0, or `nil` when the table does not have it.
    @inline(__always)
    func position(of identifier: UInt64) -> Int? {
        var offset = Int(identifier & mask)
        while true {
            let found = memory.load(fromByteOffset: offset, as: UInt64.self)
            if found == identifier && identifier != 0 { return offset / Self.stride }
            if found == 0 { return nil }
            offset = (offset + Self.stride) & (copySize - 1)
        }
    }

    /// Puts words in force in a table that nobody reads yet.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - positions: The position of each one's entry.
    func fill(_ words: [UInt64], at positions: [Int]) {
        store(words, at: positions, in: current.load(ordering: .relaxed))
    }

    /// Puts new words in force, all at once.
    ///
    /// Calls must not overlap.
    ///
    /// - Parameters:
    ///   - words: The words of all identifiers.
    ///   - positions: The position of each one's entry.
    func publish(_ words: [UInt64], at positions: [Int]) {
        let base = UInt64(UInt(bitPattern: memory.baseAddress))
        let copy = (Int(current.load(ordering: .relaxed) &- base) / copySize + 1) % copies
        let next = base &+ UInt64(copy * copySize)
        // Copies come into force one after the other, so this one is the first that has no identifiers.
        if UInt64(copy) >= preparedCopies.load(ordering: .relaxed), let start = memory.baseAddress {
            (start + copy * copySize).copyMemory(from: start, byteCount: copySize)
            preparedCopies.store(UInt64(copy) + 1, ordering: .relaxed)
        }
        store(words, at: positions, in: next)
        current.store(next, ordering: .releasing)
    }

    private func store(_ words: [UInt64], at positions: [Int], in base: UInt64) {
        // Not zipped: that takes a check and an optional for each word.
        for index in 0..<min(words.count, positions.count) where positions[index] < entryCount {
            let entry = Self.entry(base, UInt64(positions[index] &* Self.stride))
            Self.cell(entry).store(words[index], ordering: .releasing)
        }
    }

    /// The entry at an offset of a copy.
    @inline(__always)
    private static func entry(_ base: UInt64, _ offset: UInt64) -> UnsafeRawPointer {
        // The allocation's address is never null.
        UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: base &+ offset)).unsafelyUnwrapped
    }

    /// The word of an entry.
    @inline(__always)
    private static func cell(_ entry: UnsafeRawPointer) -> UnsafeAtomicWord {
        UnsafeAtomicWord(at: entry + 8)
    }

    /// A word of the marks.
    @inline(__always)
    private func mark(_ index: Int) -> UnsafeAtomicWord {
        UnsafeAtomicWord(at: marks + index * UnsafeAtomicWord.size)
    }
}

// The identifiers are written before anybody else sees the table and never again; the words are only touched through
// UnsafeAtomicWord; publications do not overlap, as the client holds its lock.
extension ToggleTable: @unchecked Sendable {}
