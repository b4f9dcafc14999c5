/// Parses the text of a version.
struct AppVersionParser {
    /// The first three numbers.
    private(set) var numbers: (Int64, Int64, Int64) = (0, 0, 0)
    /// The numbers after the third.
    private(set) var others: [Int64] = []
    /// The count of numbers.
    private(set) var count = 0
    private(set) var prerelease: [AppVersion.Identifier] = []
    /// Whether the text is nothing but one to three numbers without leading zeros.
    private(set) var isPlain = true

    /// Parses a text, or returns `nil` if it is not a version.
    init?(_ text: UnsafeBufferPointer<UInt8>, allowsLeadingZeros: Bool) {
        var rest = text[...]
        if let first = rest.first, first | 0x20 == UInt8(ascii: "v") {
            rest.removeFirst()
            isPlain = false
        }
        repeat {
            let digits = Self.removePrefix(of: &rest, while: Self.isDigit)
            guard count < AppVersion.maximumCount, let number = Self.number(digits, allowsLeadingZeros) else {
                return nil
            }
            switch count {
            case 0: numbers.0 = number
            case 1: numbers.1 = number
            case 2: numbers.2 = number
            default: others.append(number)
            }
            count += 1
            if count > 3 || digits.count > 1 && digits.first == UInt8(ascii: "0") { isPlain = false }
        } while Self.remove(UInt8(ascii: "."), from: &rest)
        if !rest.isEmpty { isPlain = false }
        if Self.remove(UInt8(ascii: "-"), from: &rest) {
            repeat {
                let word = Self.removePrefix(of: &rest, while: Self.isIdentifierByte)
                if word.allSatisfy(Self.isDigit) {
                    guard let number = Self.number(word, allowsLeadingZeros) else { return nil }
                    prerelease.append(.number(number))
                } else {
                    prerelease.append(.word(String(decoding: word, as: UTF8.self)))
                }
            } while Self.remove(UInt8(ascii: "."), from: &rest)
        }
        if Self.remove(UInt8(ascii: "+"), from: &rest) {
            repeat {
                guard !Self.removePrefix(of: &rest, while: Self.isIdentifierByte).isEmpty else { return nil }
            } while Self.remove(UInt8(ascii: "."), from: &rest)
        }
        guard rest.isEmpty else { return nil }
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Returns the value of digits, or `nil` for no digits or too many.
    private static func number(_ digits: Bytes, _ allowsLeadingZeros: Bool) -> Int64? {
        guard !digits.isEmpty, digits.count <= AppVersion.maximumDigits,
            allowsLeadingZeros || digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    private static func removePrefix(of rest: inout Bytes, while isIncluded: (UInt8) -> Bool) -> Bytes {
        let prefix = rest.prefix(while: isIncluded)
        rest = rest[prefix.endIndex...]
        return prefix
    }

    private static func remove(_ byte: UInt8, from rest: inout Bytes) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func isIdentifierByte(_ byte: UInt8) -> Bool {
        let lowercase = byte | 0x20
        return isDigit(byte) || byte == UInt8(ascii: "-")
            || lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
    }
}
