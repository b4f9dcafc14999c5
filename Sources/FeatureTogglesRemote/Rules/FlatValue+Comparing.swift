import FeatureToggles

extension FlatValue {
    /// Whether conditions take it for true: everything but `null`, `false`, 0, NaN, and empty text and arrays.
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

    /// Whether it is a number, which a Boolean counts as.
    @inline(__always)
    var isNumeric: Bool {
        switch kind {
        case .integer, .number, .true, .false: true
        default: false
        }
    }

    /// Whether both are the same value, through all levels: what `===` and `in` compare by.
    ///
    /// Numbers are compared by value, and `true` and `false` count as 1 and 0. The budget is how many more values may be
    /// visited; nothing is the same once it is used up.
    func isSame(as other: FlatValue, budget: inout Int) -> Bool {
        budget &-= 1
        switch (kind, other.kind) {
        case (.string, .string): return FlatBytes.areEqual(bytes, other.bytes)
        case (.null, .null): return true
        case (.array, .array):
            let (left, right) = (elements, other.elements)
            guard left.count == right.count else { return false }
            for index in 0..<left.count {
                guard budget >= 0, left[index].isSame(as: right[index], budget: &budget) else { return false }
            }
            return true
        case (.object, .object): return Self.areSame(members, other.members, budget: &budget)
        default:
            guard isNumeric, other.isNumeric else { return false }
            return RuleNumber(self).compared(to: RuleNumber(other)) == 0
        }
    }

    private static func areSame(
        _ left: UnsafeBufferPointer<FlatMember>,
        _ right: UnsafeBufferPointer<FlatMember>,
        budget: inout Int
    ) -> Bool {
        // Every name of one side is looked up in the other, so that members that are written twice do not count.
        for member in left {
            budget &-= (left.count &+ right.count) >> 3
            guard budget >= 0, let one = FlatMember.value(of: member.name, in: left),
                let other = FlatMember.value(of: member.name, in: right),
                one.isSame(as: other, budget: &budget)
            else { return false }
        }
        for member in right {
            budget &-= left.count >> 3
            guard budget >= 0, FlatMember.value(of: member.name, in: left) != nil else { return false }
        }
        return true
    }

    /// Whether both are the very same array or object.
    func isIdentical(to other: FlatValue) -> Bool {
        bits == other.bits && count == other.count && kind == other.kind
    }
}

/// A number as rules reckon with it: whole numbers stay whole as long as they fit.
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

    /// What a value counts as in arithmetic; NaN for what is no number.
    @inline(__always)
    init(_ value: FlatValue) {
        switch value.kind {
        case .integer: self.init(value.integer)
        case .number: self.init(value.number)
        case .true: self.init(Int64(1))
        case .false, .null: self.init(Int64(0))
        case .string: self.init(RuleText.number(value.bytes))
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

    /// Less than zero, zero, or more, as it is less, equal or greater; `nil` when one is NaN.
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
        // Numbers of this size are whole, or so small that cutting off the fraction does not matter.
        let other = Int64(double)
        return integer < other ? -1 : integer == other ? 0 : 1
    }
}

extension RuleEvaluator {
    /// `==`: whether both are equal, after turning text into numbers where the other side is one.
    @inline(__always)
    mutating func areLooselyEqual(_ left: FlatValue, _ right: FlatValue) -> Bool {
        switch (left.kind, right.kind) {
        case (.string, .string): return FlatBytes.areEqual(left.bytes, right.bytes)
        case (.integer, .integer): return left.bits == right.bits
        default: return areOtherwiseEqual(left, right)
        }
    }

    private mutating func areOtherwiseEqual(_ left: FlatValue, _ right: FlatValue) -> Bool {
        switch (left.kind, right.kind) {
        case (.null, .null): return true
        case (.array, .array), (.object, .object): return left.isIdentical(to: right)
        case (.array, .object), (.object, .array): return false
        default: break
        }
        if left.isNumeric || right.isNumeric {
            return RuleNumber(left).compared(to: RuleNumber(right)) == 0
        }
        if left.kind == .null || right.kind == .null { return false }
        if left.kind == .string { return FlatBytes.areEqual(left.bytes, text(of: right).bytes) }
        return FlatBytes.areEqual(text(of: left).bytes, right.bytes)
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
            return RuleNumber(left).compared(to: RuleNumber(right))
        }
        let (leftText, rightText) = (text(of: left).bytes, text(of: right).bytes)
        if FlatBytes.areEqual(leftText, rightText) { return 0 }
        return FlatBytes.isLess(leftText, rightText) ? -1 : 1
    }

    /// `in`: whether an array has a value, or a text another one.
    mutating func isContained(_ needle: FlatValue, in haystack: FlatValue) -> Bool {
        switch haystack.kind {
        case .array:
            pay(haystack.elements.count >> 3)
            if needle.kind == .string {
                let bytes = needle.bytes
                return haystack.elements.contains { $0.kind == .string && FlatBytes.areEqual($0.bytes, bytes) }
            }
            for element in haystack.elements where element.isSame(as: needle, budget: &remaining) { return true }
            return false
        case .string:
            pay(haystack.bytes.count >> 5)
            return FlatBytes.contains(haystack.bytes, text(of: needle).bytes)
        default: return false
        }
    }
}
