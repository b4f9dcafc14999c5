/// Parsing of numbers.
extension JSONLexer {
    /// Parses the number at the position, which begins with a digit or a minus sign.
    ///
    /// Most numbers are short integers.
    @inline(__always)
    mutating func parseNumber() throws(JSONSyntaxError) -> JSONScalar {
        let isNegative = input[position] == UInt8(ascii: "-")
        let firstDigit = isNegative ? position &+ 1 : position
        var index = firstDigit
        var magnitude: Int64 = 0
        // So many digits can't overflow.
        let maximumDigits = Int.bitWidth < 64 ? 9 : 18
        while index < input.count, index &- firstDigit < maximumDigits {
            let digit = input[index] &- UInt8(ascii: "0")
            if digit > 9 { break }
            magnitude = magnitude &* 10 &+ Int64(digit)
            index &+= 1
        }
        // Zero has a sign, and other numbers have no leading zero.
        let isZero = index &- firstDigit == 1 && magnitude == 0 && !isNegative
        guard isZero || magnitude > 0 && input[firstDigit] != UInt8(ascii: "0") else { return try parseAnyNumber() }
        switch index < input.count ? input[index] : UInt8(ascii: ",") {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: " "), UInt8(ascii: "\n"),
            UInt8(ascii: "\r"), UInt8(ascii: "\t"):
            position = index
            return .integer(isNegative ? -magnitude : magnitude)
        default: return try parseAnyNumber()
        }
    }

    @inline(never)
    private mutating func parseAnyNumber() throws(JSONSyntaxError) -> JSONScalar {
        let start = position
        let isNegative = input[start] == UInt8(ascii: "-")
        var digits = JSONDigits()
        var index = isNegative ? start + 1 : start

        let firstDigit = index
        index = digits.take(from: input, at: index, isFraction: false)
        guard index > firstDigit else { throw noDigits(afterMinusAt: start) }
        if index - firstDigit > 1, input[firstDigit] == UInt8(ascii: "0") {
            throw failure(.invalidNumber, at: start, "Found a number with a leading zero; write it without.")
        }

        var isWhole = true
        if index < input.count, input[index] == UInt8(ascii: ".") {
            isWhole = false
            let firstFractionDigit = index + 1
            index = digits.take(from: input, at: firstFractionDigit, isFraction: true)
            guard index > firstFractionDigit else {
                throw failure(
                    .invalidNumber,
                    at: start,
                    "Found a decimal point without digits after it; write for example 1.0."
                )
            }
        }
        if index < input.count, input[index] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            index += 1
            var isNegativeExponent = false
            if index < input.count, input[index] == UInt8(ascii: "+") || input[index] == UInt8(ascii: "-") {
                isNegativeExponent = input[index] == UInt8(ascii: "-")
                index += 1
            }
            let firstExponentDigit = index
            index = digits.takeExponent(from: input, at: index, isNegative: isNegativeExponent)
            guard index > firstExponentDigit else {
                throw failure(
                    .invalidNumber,
                    at: start,
                    "Found an exponent without digits; write for example 1e6."
                )
            }
        }
        if index < input.count, Self.isWordByte(input[index]) || input[index] == UInt8(ascii: ".") {
            throw malformedNumber(from: start, to: index)
        }
        guard index - start <= JSONReader.maximumNumberLength else {
            throw failure(
                .numberOutOfRange,
                at: start,
                """
                Found a number of \(index - start) characters; at most \(JSONReader.maximumNumberLength) are read. \
                Write a shorter number, or a string.
                """
            )
        }
        position = index
        if isWhole, let integer = digits.integer(isNegative: isNegative) {
            return .integer(Int64(integer))
        }
        if isWhole, !roundsIntegers, digits.exactDouble == nil {
            throw failure(
                .numberOutOfRange,
                at: start,
                "Found a whole number that is too large to keep all its digits; write a smaller one, or a string."
            )
        }
        return .number(try double(of: digits, isNegative: isNegative, range: start..<index))
    }

    private func double(
        of digits: JSONDigits,
        isNegative: Bool,
        range: Range<Int>
    ) throws(JSONSyntaxError) -> Double {
        if let magnitude = digits.exactDouble {
            return isNegative ? -magnitude : magnitude
        }
        // The standard library rounds to nearest, and returns infinity on overflow and zero on underflow.
        let text = String(decoding: UnsafeBufferPointer(rebasing: input[range]), as: UTF8.self)
        guard let number = Double(text), number.isFinite else {
            throw failure(
                .numberOutOfRange,
                at: range.lowerBound,
                """
                Found a number that is too large for a Double; write a number between -1.8e308 and 1.8e308, or a string.
                """
            )
        }
        return number
    }
}

/// The digits of a number while it is parsed.
private struct JSONDigits {
    /// 10^0 to 10^22, the powers that a `Double` represents exactly.
    private static let exactPowers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]

    /// The digits without the decimal point, as long as they fit.
    private var significand: UInt64 = 0
    private var overflows = false
    private var fractionDigits = 0
    private var exponent = 0

    /// Reads digits up to the first other byte.
    ///
    /// - Returns: The index of that byte.
    mutating func take(from input: UnsafeBufferPointer<UInt8>, at index: Int, isFraction: Bool) -> Int {
        var index = index
        while index < input.count {
            let digit = input[index] &- UInt8(ascii: "0")
            if digit > 9 { break }
            index += 1
            if overflows { continue }
            let (product, tooLarge) = significand.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
            overflows = tooLarge || carries
            significand = sum
            if isFraction { fractionDigits += 1 }
        }
        return index
    }

    /// Reads the digits of an exponent up to the first other byte.
    ///
    /// - Returns: The index of that byte.
    mutating func takeExponent(from input: UnsafeBufferPointer<UInt8>, at index: Int, isNegative: Bool) -> Int {
        var index = index
        while index < input.count {
            let digit = input[index] &- UInt8(ascii: "0")
            if digit > 9 { break }
            index += 1
            // Larger exponents make no difference, and the limit prevents an overflow.
            if exponent < 100_000 { exponent = exponent * 10 + Int(digit) }
        }
        if isNegative { exponent = -exponent }
        return index
    }

    /// Returns the digits as an integer, or `nil` if it is out of range of `Int` or is minus zero.
    func integer(isNegative: Bool) -> Int? {
        if overflows { return nil }
        guard isNegative else { return Int(exactly: significand) }
        if significand == 0 { return nil }
        return significand == UInt64(Int.max) + 1 ? Int.min : Int(exactly: significand).map { -$0 }
    }

    /// The magnitude, if a single correctly rounded operation on two exact doubles yields it (Clinger 1990).
    var exactDouble: Double? {
        if overflows || significand > 1 << 53 { return nil }
        let power = exponent - fractionDigits
        if significand == 0 { return 0 }
        guard power.magnitude < Self.exactPowers.count else { return nil }
        return power < 0
            ? Double(significand) / Self.exactPowers[-power] : Double(significand) * Self.exactPowers[power]
    }
}
