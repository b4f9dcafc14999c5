import ToggleBase

/// Splits input bytes into lines.
struct LineBuffer {
    /// The next part of the input.
    enum Part: Equatable, Sendable {
        case line(String)
        /// A line longer than the limit, which is skipped.
        case tooLong
        /// A line that isn't UTF-8, which is skipped, because a value with replaced characters isn't what was meant.
        case notUTF8
    }

    /// The maximum length of a line in bytes.
    let limit: Int
    private var parts: [Part] = []
    /// The number of parts that have been returned.
    private var taken = 0
    /// The bytes of the incomplete line.
    private var line: [UInt8] = []
    /// Whether the incomplete line is already too long.
    private var isSkipping = false

    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ input: some Collection<UInt8>) {
        for (number, piece) in input.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if number > 0 { endLine() }
            guard !isSkipping else { continue }
            line += piece
            guard line.count > limit else { continue }
            parts.append(.tooLong)
            line = []
            isSkipping = true
        }
    }

    private mutating func endLine() {
        if !isSkipping { parts.append(String(wellFormed: line).map { .line($0) } ?? .notUTF8) }
        line = []
        isSkipping = false
    }

    /// Returns the next part, or `nil` if there is no complete line yet.
    ///
    /// Once the input has ended, the remaining bytes form the last line.
    mutating func next(hasEnded: Bool) -> Part? {
        if hasEnded, !line.isEmpty { endLine() }
        guard taken < parts.count else {
            parts = []
            taken = 0
            return nil
        }
        taken += 1
        return parts[taken - 1]
    }
}
