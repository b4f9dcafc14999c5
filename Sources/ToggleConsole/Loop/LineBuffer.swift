#if OVERRIDES
/// Splits input bytes into lines.
struct LineBuffer {
    /// The next part of the input.
    enum Part: Equatable, Sendable {
        case line(String)
        /// A line longer than the limit, which is skipped.
        case tooLong
    }

    /// The maximum length of a line in bytes.
    let limit: Int
    private var bytes: [UInt8] = []
    /// The number of consumed bytes.
    private var start = 0
    /// The number of the remaining bytes that are known to contain no line break.
    private var searched = 0
    /// Whether the bytes belong to a line that is already too long.
    private var isSkipping = false

    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ input: some Collection<UInt8>) {
        bytes.removeFirst(start)
        start = 0
        bytes += input
    }

    /// Removes and returns the next line.
    ///
    /// - Parameter hasEnded: Whether the input has ended, so that the remaining bytes are the last line.
    /// - Returns: The next part, or `nil` if there is no complete line yet.
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
