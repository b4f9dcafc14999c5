/// Whole numbers of any size, with the operations needed to round a number's decimal digits.
enum ExactDecimal {
    /// Whether a number is above the midpoint after its first fifteen digits, or exactly on it and the digits are odd.
    ///
    /// - Parameters:
    ///   - number: A finite positive number.
    ///   - digits: Its first fifteen digits.
    ///   - exponent: The power of ten of the first digit.
    /// - Returns: Whether to round up the fifteenth digit.
    static func isAtLeastMiddle(_ number: Double, of digits: [UInt8], exponent: Int) -> Bool {
        // The midpoint is the digits followed by a 5, as a whole number times a power of ten.
        let middle = digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 &- UInt8(ascii: "0")) } * 10 + 5
        let powerOfTen = exponent - digits.count
        let significand = UInt64(number.significandBitPattern) | (number.exponentBitPattern == 0 ? 0 : 1 << 52)
        let powerOfTwo = Int(max(number.exponentBitPattern, 1)) - 1_075
        // Multiply both sides by the powers that make them whole.
        var left = Limbs(significand)
        var right = Limbs(middle)
        left.shiftLeft(max(powerOfTwo, 0))
        right.shiftLeft(max(-powerOfTwo, 0))
        left.multiply(by: 10, times: max(-powerOfTen, 0))
        right.multiply(by: 10, times: max(powerOfTen, 0))
        switch left.compared(to: right) {
        case 0: return (digits.last ?? 0) & 1 == 1
        case let order: return order > 0
        }
    }

    /// A whole number in words of 32 bits, least significant first.
    private struct Limbs {
        var words: [UInt32]

        init(_ value: UInt64) {
            words = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
        }

        mutating func multiply(by factor: UInt64, times: Int = 1) {
            for _ in 0..<times {
                var carry: UInt64 = 0
                for index in words.indices {
                    carry += UInt64(words[index]) * factor
                    words[index] = UInt32(truncatingIfNeeded: carry)
                    carry >>= 32
                }
                if carry > 0 { words.append(UInt32(truncatingIfNeeded: carry)) }
            }
        }

        mutating func shiftLeft(_ bits: Int) {
            words.insert(contentsOf: repeatElement(0, count: bits / 32), at: 0)
            multiply(by: 1 << UInt64(bits % 32))
        }

        func compared(to other: Limbs) -> Int {
            for index in (0..<max(words.count, other.words.count)).reversed() {
                let left = index < words.count ? words[index] : 0
                let right = index < other.words.count ? other.words[index] : 0
                if left != right { return left < right ? -1 : 1 }
            }
            return 0
        }
    }
}
