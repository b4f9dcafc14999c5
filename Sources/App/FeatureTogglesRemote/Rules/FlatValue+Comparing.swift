import FeatureToggles
import ToggleBase

extension FlatValue {
    /// Whether conditions treat the value as true: everything except `null`, `false`, 0, NaN, and empty strings and
    /// arrays.
    @inline(__always)
    var isTruthy: Bool {
        switch kind {
        case .true, .object: true
        case .null, .false: false
        case .integer: bits != 0
        case .number: !(number == 0 || number.isNaN)
        case .string, .array: count > 0
        }
    }

    /// Whether the value is a number or a Boolean, which counts as a number.
    @inline(__always)
    var isNumeric: Bool {
        switch kind {
        case .integer, .number, .true, .false: true
        default: false
        }
    }

    /// Whether the value is a number, and not a Boolean.
    @inline(__always)
    var isNumber: Bool { kind == .integer || kind == .number }

    /// Whether both values are identical at all levels, the comparison of `===` and `in`.
    ///
    /// Numbers are compared by value, and are never identical to a Boolean. The budget is the number of steps left: one
    /// for each value and one for every 32 bytes. Once it is below zero, the result is `false`.
    func isSame(as other: FlatValue, budget: inout Int) -> Bool {
        budget &-= 1
        switch (kind, other.kind) {
        case (.string, .string):
            guard count == other.count else { return false }
            budget &-= Int(count >> 5)
            return budget >= 0 && FlatBytes.areEqual(bytes, other.bytes)
        case (.null, .null), (.true, .true), (.false, .false): return true
        case (.array, .array):
            let (left, right) = (elements, other.elements)
            guard left.count == right.count else { return false }
            for index in 0..<left.count {
                guard budget >= 0, left[index].isSame(as: right[index], budget: &budget) else { return false }
            }
            return true
        case (.object, .object): return Self.areSame(members, other.members, budget: &budget)
        default:
            guard isNumber, other.isNumber else { return false }
            return RuleNumber(self).compared(to: RuleNumber(other)) == 0
        }
    }

    private static func areSame(
        _ left: UnsafeBufferPointer<FlatMember>,
        _ right: UnsafeBufferPointer<FlatMember>,
        budget: inout Int
    ) -> Bool {
        // Look up every name of one side in the other, so that duplicate members are ignored.
        for member in left {
            budget &-= 1 &+ (left.count &+ right.count) >> 3 &+ member.name.count >> 4
            guard budget >= 0, let one = FlatMember.value(of: member.name, in: left),
                let other = FlatMember.value(of: member.name, in: right),
                one.isSame(as: other, budget: &budget)
            else { return false }
        }
        for member in right {
            budget &-= 1 &+ left.count >> 3 &+ member.name.count >> 5
            guard budget >= 0, FlatMember.value(of: member.name, in: left) != nil else { return false }
        }
        return true
    }

    /// Whether both are the same array or object in memory.
    func isIdentical(to other: FlatValue) -> Bool {
        bits == other.bits && count == other.count && kind == other.kind
    }
}

/// A number in the arithmetic of rules: whole numbers remain whole while they fit.
struct RuleNumber {
    let integer: Int64
    let double: Double
    let isWhole: Bool

    @inline(__always)
    init(_ integer: Int64) {
        self.integer = integer
        double = Double(integer)
        isWhole = true
    }

    @inline(__always)
    init(_ double: Double) {
        integer = 0
        self.double = double
        isWhole = false
    }

    /// Converts a value to a number; NaN if the value is not numeric.
    ///
    /// Rules use ``RuleEvaluator/number(_:)``, which takes steps for text.
    @inline(__always)
    init(_ value: FlatValue) {
        switch value.kind {
        case .integer: self.init(value.integer)
        case .number: self.init(value.number)
        case .true: self.init(Int64(1))
        case .false, .null: self.init(Int64(0))
        case .string: self.init(NumberText.number(value.bytes))
        case .object: self.init(Double.nan)
        case .array: self = Self.number(of: value.elements)
        }
    }

    private static func number(of elements: UnsafeBufferPointer<FlatValue>) -> RuleNumber {
        switch elements.count {
        case 0: RuleNumber(Int64(0))
        case 1: RuleNumber(elements[0])
        default: RuleNumber(Double.nan)
        }
    }

    /// The number as a value.
    var value: FlatValue { isWhole ? FlatValue(integer) : FlatValue(double) }

    /// Returns a number below, equal to, or above zero if this number is less than, equal to, or greater than another
    /// one; `nil` if one is NaN.
    @inline(__always)
    func compared(to other: RuleNumber) -> Int? {
        if isWhole, other.isWhole { return integer < other.integer ? -1 : integer == other.integer ? 0 : 1 }
        if isWhole != other.isWhole, double.magnitude >= 0x1p53 || other.double.magnitude >= 0x1p53 {
            return isWhole ? Self.compare(integer, other.double) : Self.compare(other.integer, double).map { -$0 }
        }
        if double < other.double { return -1 }
        if double == other.double { return 0 }
        return double > other.double ? 1 : nil
    }

    /// Compares without rounding the integer.
    private static func compare(_ integer: Int64, _ double: Double) -> Int? {
        if double.isNaN { return nil }
        if double >= 0x1p63 { return -1 }
        if double < -0x1p63 { return 1 }
        // Numbers of this size are whole, or so small that truncating the fraction doesn't change the result.
        let other = Int64(double)
        return integer < other ? -1 : integer == other ? 0 : 1
    }
}

extension RuleEvaluator {
    /// Converts a value to a number; NaN if the value is not numeric.
    @inline(__always)
    mutating func number(_ value: FlatValue) -> RuleNumber {
        switch value.kind {
        case .integer: RuleNumber(value.integer)
        case .number: RuleNumber(value.number)
        default: otherNumber(value)
        }
    }

    @inline(never)
    private mutating func otherNumber(_ value: FlatValue) -> RuleNumber {
        var value = value
        while value.kind == .array, value.count == 1 {
            value = value.elements[0]
            pay(1)
        }
        if value.kind == .string, !pay(NumberText.stepsToRead(value.bytes)) { return RuleNumber(Double.nan) }
        return RuleNumber(value)
    }

    /// `==`: whether both are equal, after converting text to a number if the other side is one.
    @inline(__always)
    mutating func areLooselyEqual(_ left: FlatValue, _ right: FlatValue) -> Bool {
        switch (left.kind, right.kind) {
        case (.string, .string): return areEqual(left, right)
        case (.integer, .integer): return left.bits == right.bits
        default: return areOtherwiseEqual(left, right)
        }
    }

    /// Whether two strings are equal.
    @inline(__always)
    private mutating func areEqual(_ left: FlatValue, _ right: FlatValue) -> Bool {
        left.count == right.count && pay(Int(left.count >> 5)) && FlatBytes.areEqual(left.bytes, right.bytes)
    }

    private mutating func areOtherwiseEqual(_ left: FlatValue, _ right: FlatValue) -> Bool {
        switch (left.kind, right.kind) {
        case (.null, .null): return true
        case (.array, .array), (.object, .object): return left.isIdentical(to: right)
        case (.array, .object), (.object, .array): return false
        default: break
        }
        if left.isNumeric || right.isNumeric {
            return number(left).compared(to: number(right)) == 0
        }
        if left.kind == .null || right.kind == .null { return false }
        if left.kind == .string { return areEqual(left, text(of: right)) }
        return areEqual(text(of: left), right)
    }

    /// `<`, `<=`, `>`, `>=` with two arguments, or three for "between".
    mutating func value(ofComparison node: RuleNode) -> FlatValue {
        let first = argument(0, of: node)
        let second = argument(1, of: node)
        let third = node.count > 2 ? argument(2, of: node) : .null
        let result = holds(node.operation, first, second)
        return FlatValue(third.kind == .null ? result : result && holds(node.operation, second, third))
    }

    @inline(__always)
    private mutating func holds(_ operation: RuleOperation, _ left: FlatValue, _ right: FlatValue) -> Bool {
        guard let order = order(of: left, and: right) else { return false }
        return switch operation {
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        default: order >= 0
        }
    }

    @inline(__always)
    private mutating func order(of left: FlatValue, and right: FlatValue) -> Int? {
        if left.isNumeric || right.isNumeric || left.kind != .string && right.kind != .string {
            return number(left).compared(to: number(right))
        }
        let (leftText, rightText) = (text(of: left).bytes, text(of: right).bytes)
        guard pay(min(leftText.count, rightText.count) >> 5) else { return nil }
        return FlatBytes.order(leftText, rightText)
    }

    /// `in`: whether an array contains a value, or a string a substring.
    mutating func isContained(_ node: RuleNode) -> Bool {
        let needle = argument(0, of: node)
        guard node.value.kind == .string else { return isContained(needle, in: argument(1, of: node)) }
        // The node's table covers a list that contains only strings.
        guard needle.kind == .string, pay(4 &+ needle.bytes.count >> 4) else { return false }
        return TextTable(node.value).contains(needle, of: program.nodes[Int(node.first &+ 1)].value.elements)
    }

    private mutating func isContained(_ needle: FlatValue, in haystack: FlatValue) -> Bool {
        switch haystack.kind {
        case .array: return isContained(needle, in: haystack.elements)
        case .string:
            let text = text(of: needle).bytes
            guard pay((haystack.bytes.count &+ text.count) >> 3) else { return false }
            return spending { FlatBytes.contains(haystack.bytes, text, budget: &$0) }
        default: return false
        }
    }

    private mutating func isContained(_ needle: FlatValue, in elements: UnsafeBufferPointer<FlatValue>) -> Bool {
        guard pay(elements.count >> 2) else { return false }
        switch needle.kind {
        case .string: break
        case .array, .object:
            return spending { budget in
                for element in elements {
                    if element.isSame(as: needle, budget: &budget) { return true }
                    guard budget >= 0 else { return false }
                }
                return false
            }
        default:
            // A comparison of a few instructions, for which steps have been taken.
            return elements.contains { element in
                var step = 1
                return element.isSame(as: needle, budget: &step)
            }
        }
        let bytes = needle.bytes
        let price = 1 &+ bytes.count >> 5
        return spending { budget in
            for element in elements where element.kind == .string && element.count == needle.count {
                budget &-= price
                guard budget >= 0 else { return false }
                if FlatBytes.areEqual(element.bytes, bytes) { return true }
            }
            return false
        }
    }
}
