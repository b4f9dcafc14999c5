import ToggleBase

/// The hash table in which reads find a client's values: it maps identifiers to 64-bit words.
///
/// The entries never move after creation, and no memory is freed before the table is, so a read needs neither a
/// lock nor a reference count. It loads the address of the current copy, probes, loads a word, and checks that this
/// copy is still current. There are two copies. `publish` writes to the copy that isn't current and then stores its
/// address, so all words change at once. A reader that was suspended in the meantime starts again. It never sees a word
/// before that word is published, nor an older word than it has already seen.
///
/// An entry can be hidden: it contains the complement of its identifier, so a read doesn't find it at once, and reveals it
/// on the way to the fallback. An identifier that is no longer hidden was read, and reads never check anything else.
struct ToggleTable: ~Copyable {
    /// The size of an entry in bytes: the identifier and its word.
    fileprivate static let stride = 16

    /// The address of the current copy.
    private let current: UnsafeAtomicWord
    /// The bits of an identifier that are the offset of its entry, a multiple of the stride.
    private let mask: UInt64
    private let memory: UnsafeMutableRawBufferPointer
    private let copySize: Int
    /// One bit for each position, set if the value depends on the context.
    private let marks: UnsafeMutableRawPointer
    private let markWordCount: Int
    /// The number of copies that fit into the memory.
    private let copies: Int
    /// The number of copies that contain the identifiers.
    private let preparedCopies: UnsafeAtomicWord

    /// The number of entries of a copy, used or not.
    var entryCount: Int { copySize / Self.stride }

    /// Creates a table in which all words are 0.
    ///
    /// - Parameters:
    ///   - identifiers: The identifiers to find. None may be 0; duplicates share an entry.
    ///   - copies: The number of copies; 1 for a table that is filled before it is read and doesn't change.
    init(identifiers: some Collection<UInt64>, copies: Int = 2) {
        self.copies = copies
        var entryCount = 4
        // At least five of six identifiers find their home entry free.
        while entryCount < identifiers.count * 3 { entryCount *= 2 }
        copySize = entryCount * Self.stride
        mask = UInt64(copySize - 1) & ~ToggleIdentifier.tagMask
        memory = .allocate(byteCount: copySize * copies, alignment: 64)
        // The other copies are made from this one when they are needed, because most toggles of most apps never change.
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

    /// Returns the position of an identifier's entry if it is marked, or `nil`.
    @inline(__always)
    func markedPosition(of identifier: UInt64) -> Int? {
        guard let position = position(of: identifier) else { return nil }
        let word = mark(position / 64).load(ordering: .acquiring)
        return word & (1 << UInt64(position % 64)) == 0 ? nil : position
    }

    /// The words of the positions that aren't marked, for readers that keep the table alive in another way.
    var unmarkedWords: UnmarkedWords { UnmarkedWords(current: current, mask: mask, marks: UnsafeRawPointer(marks)) }

    /// Reads the words of positions that aren't marked.
    ///
    /// It's trivial, so reading retains nothing.
    struct UnmarkedWords {
        fileprivate let current: UnsafeAtomicWord
        fileprivate let mask: UInt64
        fileprivate let marks: UnsafeRawPointer

        /// Returns an identifier's word in the current copy if it's found at once; `nil` if it isn't in its home entry,
        /// its position is marked, or the copy was just replaced.
        ///
        /// For `nil`, ask ``word(of:fallback:)``, in a function of its own, so that most reads save no registers.
        @inline(__always)
        func homeWord(of identifier: UInt64) -> UInt64? {
            let base = current.load(ordering: .acquiring)
            let offset = identifier & mask
            let home = ToggleTable.entry(base, offset)
            if ToggleTable.identifier(home) == identifier {
                if isMarked(offset) { return nil }
                let word = ToggleTable.cell(home).load(ordering: .acquiring)
                // A mark that was removed in the meantime was removed after the words had changed, so a reader that
                // misses it also sees here that its copy isn't current anymore.
                if current.load(ordering: .acquiring) == base { return word }
            }
            return nil
        }

        /// Returns an identifier's word in the current copy, or `fallback` if the table doesn't contain the identifier;
        /// `nil` if its position is marked.
        ///
        /// Unlike ``ToggleTable/markedPosition(of:)`` and ``ToggleTable/word(of:fallback:)`` together, it never returns a
        /// word that was published after the position was marked.
        @inline(__always)
        func word(of identifier: UInt64, fallback: UInt64) -> UInt64? {
            var base = current.load(ordering: .acquiring)
            var offset = identifier & mask
            while true {
                let entry = ToggleTable.entry(base, offset)
                let found = ToggleTable.identifier(entry)
                if found == identifier {
                    if isMarked(offset) { return nil }
                    let word = ToggleTable.cell(entry).load(ordering: .acquiring)
                    let latest = current.load(ordering: .acquiring)
                    if latest == base { return word }
                    base = latest
                    continue
                }
                // At most a third of the entries are used, so this loop ends.
                if found == 0 {
                    guard ToggleTable.reveal(identifier, in: base, mask) else { return fallback }
                    offset = identifier & mask
                    continue
                }
                offset = (offset &+ UInt64(ToggleTable.stride)) & mask
            }
        }

        @inline(__always)
        private func isMarked(_ offset: UInt64) -> Bool {
            let position = offset / UInt64(ToggleTable.stride)
            let word = marks + Int(truncatingIfNeeded: position / 64) * UnsafeAtomicWord.size
            return UnsafeAtomicWord(at: word).load(ordering: .acquiring) &>> position & 1 != 0
        }
    }

    /// Marks positions, either in addition to those already marked or instead of them.
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

    /// Returns an identifier's word in the current copy, or `fallback` if the table doesn't contain the identifier.
    @inline(__always)
    func word(of identifier: UInt64, fallback: UInt64) -> UInt64 {
        let base = current.load(ordering: .acquiring)
        let home = Self.entry(base, identifier & mask)
        // Most identifiers are in their home entry. A separate function finds the others, because a loop would cost
        // every read a jump.
        if Self.identifier(home) == identifier {
            let word = Self.cell(home).load(ordering: .acquiring)
            // A word written for the next publication was stored after the address of the copy before it. So a reader
            // that sees such a word also sees here that its copy isn't current anymore.
            if current.load(ordering: .acquiring) == base { return word }
        }
        return Self.displacedWord(of: identifier, in: current, mask, fallback: fallback)
    }

    /// Returns the word of an identifier that isn't in its home entry, or whose copy was just replaced.
    ///
    /// It takes only the two fields that it needs, because a call with the whole table would copy that to the stack
    /// first.
    ///
    /// - Returns: The word, or `fallback` if the table doesn't contain the identifier.
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
            let found = Self.identifier(entry)
            if found == identifier {
                let word = cell(entry).load(ordering: .acquiring)
                let latest = current.load(ordering: .acquiring)
                if latest == base { return word }
                base = latest
                continue
            }
            // At most a third of the entries are used, so this loop ends.
            if found == 0 {
                guard reveal(identifier, in: base, mask) else { return fallback }
                offset = identifier & mask
                continue
            }
            offset = (offset &+ UInt64(stride)) & mask
        }
    }

    /// Returns the position of an identifier's entry, from 0, or `nil` if the table doesn't contain the identifier.
    @inline(__always)
    func position(of identifier: UInt64) -> Int? {
        let base = UInt64(UInt(bitPattern: memory.baseAddress))
        var offset = identifier & mask
        while true {
            let found = Self.identifier(Self.entry(base, offset))
            if found == 0 || identifier == 0 { return nil }
            if found == identifier || found == ~identifier { return Int(offset) / Self.stride }
            offset = (offset &+ UInt64(Self.stride)) & mask
        }
    }

    /// Reveals the entry of an identifier if it's hidden in a copy.
    ///
    /// - Returns: Whether it was hidden.
    @inline(never)
    private static func reveal(_ identifier: UInt64, in base: UInt64, _ mask: UInt64) -> Bool {
        var offset = identifier & mask
        while true {
            let entry = entry(base, offset)
            let found = Self.identifier(entry)
            if found == 0 { return false }
            if found == ~identifier {
                UnsafeAtomicWord(at: entry).store(identifier, ordering: .relaxed)
                return true
            }
            // Another thread may have revealed it.
            if found == identifier { return true }
            offset = (offset &+ UInt64(stride)) & mask
        }
    }

    /// Hides the entries of identifiers, so that the next read of each one reveals it.
    ///
    /// A hidden entry has the complement of its identifier, which is none itself, because the tag in its low bits isn't
    /// one of a type.
    ///
    /// Must not overlap with ``publish(_:at:)``.
    func hide(_ identifiers: [UInt64], at positions: [Int]) {
        for (identifier, position) in zip(identifiers, positions) {
            for base in preparedBases {
                UnsafeAtomicWord(at: Self.entry(base, UInt64(position &* Self.stride)))
                    .store(~identifier, ordering: .relaxed)
            }
        }
    }

    /// Returns whether the entry at a position isn't hidden, or no longer.
    ///
    /// Must not overlap with ``publish(_:at:)``.
    func isRevealed(_ identifier: UInt64, at position: Int) -> Bool {
        preparedBases.contains { Self.identifier(Self.entry($0, UInt64(position &* Self.stride))) == identifier }
    }

    /// Reveals the entry at a position, for a read that found the value in another way.
    func reveal(_ identifier: UInt64, at position: Int) {
        let entry = Self.entry(current.load(ordering: .acquiring), UInt64(position &* Self.stride))
        if Self.identifier(entry) == ~identifier { UnsafeAtomicWord(at: entry).store(identifier, ordering: .relaxed) }
    }

    /// The addresses of the copies that contain the identifiers.
    private var preparedBases: [UInt64] {
        let base = UInt64(UInt(bitPattern: memory.baseAddress))
        return (0..<preparedCopies.load(ordering: .relaxed)).map { base &+ $0 &* UInt64(copySize) }
    }

    /// Sets the words of a table that isn't read yet.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - positions: The position of each word's entry.
    func fill(_ words: [UInt64], at positions: [Int]) {
        store(words, at: positions, in: current.load(ordering: .relaxed))
    }

    /// Replaces all words at once.
    ///
    /// Calls must not overlap.
    ///
    /// - Parameters:
    ///   - words: The words of all identifiers.
    ///   - positions: The position of each word's entry.
    func publish(_ words: [UInt64], at positions: [Int]) {
        let base = UInt64(UInt(bitPattern: memory.baseAddress))
        let copy = (Int(current.load(ordering: .relaxed) &- base) / copySize + 1) % copies
        let next = base &+ UInt64(copy * copySize)
        // Copies become current one after the other, so only the next one can lack the identifiers.
        if UInt64(copy) >= preparedCopies.load(ordering: .relaxed), let start = memory.baseAddress {
            // Reads may reveal entries in the meantime.
            for offset in Swift.stride(from: 0, to: copySize, by: UnsafeAtomicWord.size) {
                let word = UnsafeAtomicWord(at: UnsafeRawPointer(start + offset)).load(ordering: .relaxed)
                (start + copy * copySize + offset).storeBytes(of: word, as: UInt64.self)
            }
            preparedCopies.store(UInt64(copy) + 1, ordering: .relaxed)
        }
        store(words, at: positions, in: next)
        current.store(next, ordering: .releasing)
    }

    private func store(_ words: [UInt64], at positions: [Int], in base: UInt64) {
        // Not zipped, because that needs a check and an optional for each word.
        for index in 0..<min(words.count, positions.count) where positions[index] < entryCount {
            let entry = Self.entry(base, UInt64(positions[index] &* Self.stride))
            Self.cell(entry).store(words[index], ordering: .releasing)
        }
    }

    /// Returns the entry at an offset of a copy.
    @inline(__always)
    fileprivate static func entry(_ base: UInt64, _ offset: UInt64) -> UnsafeRawPointer {
        // The allocation's address is never null.
        UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: base &+ offset)).unsafelyUnwrapped
    }

    /// Returns the identifier of an entry, or its complement if the entry is hidden.
    @inline(__always)
    fileprivate static func identifier(_ entry: UnsafeRawPointer) -> UInt64 {
        UnsafeAtomicWord(at: entry).load(ordering: .relaxed)
    }

    /// Returns the word of an entry.
    @inline(__always)
    fileprivate static func cell(_ entry: UnsafeRawPointer) -> UnsafeAtomicWord {
        UnsafeAtomicWord(at: entry + 8)
    }

    /// Returns a word of the marks.
    @inline(__always)
    private func mark(_ index: Int) -> UnsafeAtomicWord {
        UnsafeAtomicWord(at: marks + index * UnsafeAtomicWord.size)
    }
}

// Unchecked: after the table is shared, identifiers and words are accessed only through UnsafeAtomicWord; publications
// don't overlap, because each owner holds a lock while it publishes.
extension ToggleTable: @unchecked Sendable {}
extension ToggleTable.UnmarkedWords: @unchecked Sendable {}
