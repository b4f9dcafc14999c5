#if !RELEASE || InternalBuild
/// Bytes of input, cut into lines.
struct LineBuffer {
    /// What comes next.
    enum Part: Equatable, Sendable {
        case line(String)
        /// A line that is longer than the limit, none of which is taken.
        case tooLong
    }

    /// The longest line, in bytes.
    let limit: Int
    private var bytes: [UInt8] = []
    /// How many of the bytes are done with.
    private var start = 0
    /// How many of the others are known to have no end of a line.
    private var searched = 0
    /// Whether the bytes belong to a line that was too long already.
    private var isSkipping = false

    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ input: some Collection<UInt8>) {
        bytes.removeFirst(start)
        start = 0
        bytes += input
    }

    /// Takes the next line.
    ///
    /// - Parameter hasEnded: Whether nothing follows, so that what is there is a line without an end.
    /// - Returns: `nil` when there is none yet.
    mutating func next(hasEnded: Bool) -> Part? {
        while let end = bytes[(start + searched)...].firstIndex(of: 0x0A) {
            let line = bytes[start..<end]
            start = end + 1
            searched = 0
            guard !isSkipping else {
                isSkipping = false
                continue
            }
            return part(line)
        }
        if isSkipping || bytes.count - start > limit {
            defer { isSkipping = true }
            drop()
            return isSkipping ? nil : .tooLong
        }
        guard hasEnded, start < bytes.count else {
            searched = bytes.count - start
            return nil
        }
        defer { drop() }
        return part(bytes[start...])
    }

    private func part(_ line: ArraySlice<UInt8>) -> Part {
        line.count > limit ? .tooLong : .line(String(decoding: line, as: UTF8.self))
    }

    private mutating func drop() {
        bytes = []
        start = 0
        searched = 0
    }
}
#endif
