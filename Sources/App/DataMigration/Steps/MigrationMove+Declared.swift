import ToggleBase

/// Moves that only JSON documents declare.
extension MigrationMove {
    /// The types that a document can convert settings to, with their conversions.
    private static let targets: [String: (noun: String, convert: @Sendable (StoredValue) -> StoredValue?)] = [
        "string": (
            "a string",
            { value in
                switch value {
                case .string: value
                case .integer(let integer): .string(String(integer))
                case .longInteger(let digits): .string(digits)
                case .number(let number): .string(String(number))
                case .bool(let flag): .string(String(flag))
                default: nil
                }
            }
        ),
        "integer": (
            "an integer",
            { value in
                switch value {
                case .string(let text): Int(text).map { .integer($0) }
                case .integer: value
                case .number(let number): Int(exactly: number).map { .integer($0) }
                case .bool(let flag): .integer(flag ? 1 : 0)
                default: nil
                }
            }
        ),
        "number": (
            "a number",
            { value in
                switch value {
                case .string(let text): number(text).map { .number($0) }
                case .integer(let integer): Double(exactly: integer).map { .number($0) }
                case .number: value
                case .bool(let flag): .number(flag ? 1 : 0)
                default: nil
                }
            }
        ),
        "bool": (
            "a Boolean",
            { value in
                switch value {
                case .string("true"), .string("1"), .integer(1): .bool(true)
                case .string("false"), .string("0"), .integer(0): .bool(false)
                case .bool: value
                default: nil
                }
            }
        ),
    ]

    /// Returns the number in a text, or `nil` if it is invalid or a whole number that a `Double` would round.
    private static func number(_ text: String) -> Double? {
        guard let number = Double(text), number.isFinite else { return nil }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isWhole = parts.count < 2 || parts[1].utf8.allSatisfy { $0 == UInt8(ascii: "0") }
        guard isWhole, let digits = parts.first else { return number }
        if let integer = Int64(digits) { return Int64(exactly: number) == integer ? number : nil }
        return LongIntegers.isLong(String(digits)) ? nil : number
    }

    /// Returns a conversion among strings, numbers, and Booleans, or `nil` for another type.
    static func declaredChange(_ key: String, to type: String) -> MigrationMove? {
        guard let (noun, convert) = targets[type] else { return nil }
        return MigrationMove("change \(key) to \(type)") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            guard let stored = draft[key] else { return false }
            guard let value = convert(stored) else {
                throw DataMigrationError(
                    .failedConversion,
                    key: key,
                    """
                    The value of “\(key)” cannot be converted: it is \(stored.kindDescription) that cannot be read as \(noun). \
                    Delete such values first, or write "onFailure": "skipStep".
                    """
                )
            }
            draft[key] = value
            return true
        }
    }

    /// Returns a move that decodes JSON in strings or data.
    static func declaredDecoding(_ key: String, to target: String?, onCollision: Collision) -> MigrationMove {
        let move = decodeJSON(key, to: target, as: JSONValue.self, onCollision: onCollision)
        return MigrationMove("decode the JSON of \(key)" + (target.map { " to \($0)" } ?? ""), run: move.run)
    }
}
