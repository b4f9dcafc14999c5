/// A scalar in a YAML file: its text and how it is written.
public struct YAMLScalar: Sendable, Hashable {
    /// The style of a scalar.
    public enum Style: Sendable, Hashable {
        /// Without quotes.
        case plain
        /// In single quotes.
        case singleQuoted
        /// In double quotes.
        case doubleQuoted
        /// After `|`.
        case literal
        /// After `>`.
        case folded
    }

    /// The value of a scalar according to the core schema of YAML 1.2.
    public enum Value: Sendable, Hashable {
        /// Empty, `null`, or `~`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// An integer; `nil` if it doesn't fit in an `Int`.
        case integer(Int?)
        /// A number with a fraction or an exponent, infinity, or not a number.
        case number(Double)
        /// Text: anything in quotes, and everything else.
        case string(String)
    }

    /// The text without quotes and escapes.
    public var text: String
    /// The style.
    public var style: Style

    /// Creates a scalar.
    public init(_ text: String, style: Style = .plain) {
        self.text = text
        self.style = style
    }

    /// Whether it is written without quotes.
    public var isPlain: Bool { style == .plain }

    /// The value according to the core schema of YAML 1.2.
    ///
    /// In that schema, `yes`, `no`, `on`, `off`, and dates are text.
    public var value: Value {
        guard isPlain else { return .string(text) }
        guard let first = text.utf8.first else { return .null }
        switch first {
        case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "n"),
            UInt8(ascii: "N"), UInt8(ascii: "~"):
            return text.utf8.count > 5 ? .string(text) : Self.words[text] ?? .string(text)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            return Self.number(text) ?? .string(text)
        default:
            return .string(text)
        }
    }

    /// The kind of value, for a message.
    package var kind: String {
        switch value {
        case .null: text.isEmpty ? "empty" : "null"
        case .bool: "a Boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string: "text"
        }
    }

    private static let words: [String: Value] = [
        "true": .bool(true), "True": .bool(true), "TRUE": .bool(true),
        "false": .bool(false), "False": .bool(false), "FALSE": .bool(false),
        "null": .null, "Null": .null, "NULL": .null, "~": .null,
    ]

    private static func number(_ text: String) -> Value? {
        if text.hasPrefix("0x") { return integer(text.dropFirst(2), radix: 16) }
        if text.hasPrefix("0o") { return integer(text.dropFirst(2), radix: 8) }
        var rest = text.utf8[...]
        var isNegative = false
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        switch String(rest) {
        case ".inf", ".Inf", ".INF": return .number(isNegative ? -.infinity : .infinity)
        case ".nan", ".NaN", ".NAN": return rest.count == text.utf8.count ? .number(.nan) : nil
        default: break
        }
        func skipDigits() -> Int {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest = rest.dropFirst(digits)
            return digits
        }
        var digits = skipDigits()
        if rest.isEmpty {
            return digits > 0 ? .integer(Int(text)) : nil
        }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            digits += skipDigits()
        }
        guard digits > 0 else { return nil }
        if let exponent = rest.first, exponent == UInt8(ascii: "e") || exponent == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                rest = rest.dropFirst()
            }
            guard skipDigits() > 0 else { return nil }
        }
        return rest.isEmpty ? Double(text).map { .number($0) } : nil
    }

    private static func integer(_ digits: Substring, radix: Int) -> Value? {
        guard !digits.isEmpty,
            digits.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "7"): true
                case UInt8(ascii: "8"), UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: "A")...UInt8(ascii: "F"):
                    radix == 16
                default: false
                }
            })
        else { return nil }
        return .integer(Int(digits, radix: radix))
    }
}
