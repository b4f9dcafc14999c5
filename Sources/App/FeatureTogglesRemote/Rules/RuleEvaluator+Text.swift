import FeatureToggles
import ToggleBase

/// Operators that create text.
extension RuleEvaluator {
    /// Converts a value to text, and returns text unchanged.
    ///
    /// Arrays become their elements separated by commas, in which `null` is empty. Objects become `[object Object]`.
    mutating func text(of value: FlatValue) -> FlatValue {
        if value.kind == .string { return value }
        if value.kind == .null { return FlatValue(string: FlatString("null").bytes) }
        return text(ofSize: size(ofTextOf: value)) { $0.append(value) }
    }

    /// `cat`: the concatenated texts of values; `null` adds nothing.
    mutating func concatenation(of values: [FlatValue]) -> FlatValue {
        var size = 0
        for value in values where remaining >= 0 { size &+= self.size(ofTextOf: value) }
        return text(ofSize: size) { for value in values { $0.append(value) } }
    }

    /// Returns the maximum number of bytes of a value's text, which is empty for `null`, and takes the steps to create
    /// it.
    private mutating func size(ofTextOf value: FlatValue) -> Int {
        switch value.kind {
        case .null: return 0
        case .false, .true: return 5
        case .integer:
            pay(2)
            return 20
        case .number:
            // The digits of very large and very small numbers take longest.
            pay(64 &+ abs(Int(value.number.exponentBitPattern) &- 1_023))
            return 32
        case .string:
            pay(Int(value.count) >> 5)
            return Int(value.count)
        case .array:
            guard pay(Int(value.count)) else { return 0 }
            var size = Int(value.count)
            for element in value.elements where remaining >= 0 { size &+= self.size(ofTextOf: element) }
            return size
        case .object: return 15
        }
    }

    /// Creates a text of at most the given number of bytes.
    private mutating func text(ofSize size: Int, _ write: (inout TextBuffer) -> Void) -> FlatValue {
        guard failure == nil, let memory = memory(for: size) else { return .null }
        var buffer = TextBuffer(room: memory.room(for: size, of: UInt8.self))
        write(&buffer)
        return FlatValue(string: buffer.bytes)
    }

    /// `substr` [text, start, length]: counted in Unicode scalars; a negative start or length counts from the end.
    mutating func substring(_ values: [FlatValue], at index: Int) -> FlatValue {
        let text = text(of: values.first ?? .null)
        guard pay(Int(text.count >> 4)) else { return .null }
        let count = Self.scalarCount(of: text.bytes)
        let start: Int
        let wanted = number(values.count > 1 ? values[1] : .null).double
        if wanted.isNaN {
            start = 0
        } else if wanted < 0 {
            start = -wanted >= Double(count) ? 0 : count - Int(-wanted)
        } else if wanted.isFinite {
            start = wanted >= Double(count) ? count : Int(wanted)
        } else {
            return fail(.meaningless, at: index)
        }
        var end = count
        if values.count > 2, values[2].kind != .null {
            let length = number(values[2]).double
            if length.isNaN {
                end = start
            } else if length.isInfinite {
                return fail(.meaningless, at: index)
            } else if length < 0 {
                end = max(start, length <= -Double(count) ? 0 : count + Int(length))
            } else if length < Double(count - start) {
                end = start + Int(length)
            }
        }
        return Self.scalars(start..<max(start, end), of: text.bytes, count: count)
    }

    /// Returns a range of a text's scalars, in the memory of the whole text.
    static func scalars(_ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, count: Int) -> FlatValue {
        // In ASCII text, a scalar is a byte.
        var (start, end) = (range.lowerBound, range.upperBound)
        if count < bytes.count {
            start = offset(ofScalar: range.lowerBound, in: bytes, from: 0)
            end = offset(ofScalar: range.count, in: bytes, from: start)
        }
        return FlatValue(string: UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }

    /// Returns the offset of a scalar, counted from another scalar, or the end if there are fewer scalars.
    private static func offset(ofScalar number: Int, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        var number = number
        while index < bytes.count {
            if bytes[index] & 0xC0 != 0x80 {
                if number == 0 { return index }
                number &-= 1
            }
            index &+= 1
        }
        return index
    }

    /// Returns the number of Unicode scalars in a text.
    static func scalarCount(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for byte in bytes where byte & 0xC0 != 0x80 { count &+= 1 }
        return count
    }

    /// `starts_with`, `ends_with`: `null` if the arguments are not exactly two strings.
    mutating func value(ofAffix node: RuleNode) -> FlatValue {
        let text = argument(0, of: node)
        let affix = argument(1, of: node)
        for number in 2..<max(2, node.count) where remaining >= 0 { _ = argument(number, of: node) }
        guard node.count == 2, text.kind == .string, affix.kind == .string else { return .null }
        let (bytes, affixBytes) = (text.bytes, affix.bytes)
        guard affixBytes.count <= bytes.count else { return FlatValue(false) }
        let part =
            node.operation == .startsWith
            ? bytes[..<affixBytes.count] : bytes[(bytes.count - affixBytes.count)...]
        guard pay(affixBytes.count >> 5) else { return .null }
        return FlatValue(FlatBytes.areEqual(UnsafeBufferPointer(rebasing: part), affixBytes))
    }

    /// `sem_ver` [version, operator, version]: `null` if there are not exactly three arguments, or one of them is
    /// invalid.
    mutating func value(ofVersionComparison node: RuleNode) -> FlatValue {
        let left = argument(0, of: node)
        let operation = argument(1, of: node)
        let right = argument(2, of: node)
        for number in 3..<max(3, node.count) where remaining >= 0 { _ = argument(number, of: node) }
        guard node.count == 3, operation.kind == .string else { return .null }
        let (leftText, rightText) = (versionText(of: left).bytes, versionText(of: right).bytes)
        guard pay((leftText.count &+ rightText.count) >> 2), let one = SemanticVersion(leftText),
            let other = SemanticVersion(rightText)
        else { return .null }
        return one.satisfies(operation.bytes, other).map { FlatValue($0) } ?? .null
    }

    /// Returns a version as text: a number in the fewest digits, so 1.10 becomes `1.1` and 2.0 becomes `2.0`.
    private mutating func versionText(of value: FlatValue) -> FlatValue {
        switch value.kind {
        case .string: return value
        case .integer: return text(of: value)
        case .number:
            pay(16)
            return text(ofSize: 32) { $0.append(value.number.description) }
        default: return .null
        }
    }
}

/// A buffer into which text is written.
private struct TextBuffer {
    let room: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    init(room: UnsafeMutableBufferPointer<UInt8>) {
        self.room = room
    }

    /// The bytes written so far.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: room[..<count]) }

    /// Appends bytes if there is room for them.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, bytes.count <= room.count &- count else { return }
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[count...])
            .copyMemory(from: UnsafeRawBufferPointer(start: source, count: bytes.count))
        count &+= bytes.count
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends the text of a value; `null` adds nothing.
    mutating func append(_ value: FlatValue) {
        switch value.kind {
        case .null: break
        case .false: append("false")
        case .true: append("true")
        case .integer: append(String(value.integer))
        case .number: append(NumberText.text(value.number))
        case .string: append(value.bytes)
        case .array:
            for (index, element) in value.elements.enumerated() {
                if index > 0 { append(",") }
                append(element)
            }
        case .object: append("[object Object]")
        }
    }
}
