public import DataMigration

/// Values for the data of trials.
extension SeededRandom {
    /// Returns a string of up to 12 characters, including difficult ones.
    public mutating func text() -> String {
        let characters: [Character] = ["a", "b", "Z", "7", " ", ".", "\"", "\\", "\n", "é", "日", "🙂", "/", "$"]
        return String((0..<Int.random(in: 0...12, using: &self)).map { _ in characters[index(characters.count)] })
    }

    /// Returns a value that every store can contain.
    public mutating func value(depth: Int = 2) -> StoredValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &self) {
        case 0: .bool(oneIn(2))
        case 1: .integer(Int.random(in: -1_000...1_000_000, using: &self))
        // Multiples of an eighth, which every format keeps exactly.
        case 2: .number(Double(Int.random(in: -8_000...8_000, using: &self)) / 8)
        case 3: .string(text())
        case 4: .data((0..<Int.random(in: 0...20, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) })
        case 5: .date(Double(Int.random(in: 0...2_000_000_000, using: &self)))
        case 6: .array((0..<Int.random(in: 0...3, using: &self)).map { _ in value(depth: depth - 1) })
        default: dictionary(depth: depth)
        }
    }

    private mutating func dictionary(depth: Int) -> StoredValue {
        var values: [String: StoredValue] = [:]
        for _ in 0..<Int.random(in: 0...3, using: &self) { values[text()] = value(depth: depth - 1) }
        return .dictionary(values)
    }

    private mutating func index(_ count: Int) -> Int {
        Int.random(in: 0..<max(count, 1), using: &self)
    }
}
