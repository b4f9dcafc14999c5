import FeatureToggles

/// Operators that make text.
extension RuleEvaluator {
    /// A value as text: itself when it is text.
    ///
    /// Booleans are `True` and `False`, arrays their elements with commas between, objects `[object Object]`.
    mutating func text(of value: FlatValue) -> FlatValue {
        if value.kind == .string { return value }
        var bytes: [UInt8] = []
        Self.append(value, to: &bytes)
        return string(of: bytes)
    }

    /// Appends the text of a value.
    private static func append(_ value: FlatValue, to bytes: inout [UInt8]) {
        switch value.kind {
        case .null: bytes += "null".utf8
        case .false: bytes += "False".utf8
        case .true: bytes += "True".utf8
        case .integer: bytes += String(value.integer).utf8
        case .number: bytes += RuleText.text(value.number).utf8
        case .string: bytes += value.bytes
        case .array:
            for (index, element) in value.elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(element, to: &bytes)
            }
        case .object: bytes += "[object Object]".utf8
        }
    }

    /// `cat`: the texts of values, one behind the other.
    mutating func concatenation(of values: [FlatValue]) -> FlatValue {
        var bytes: [UInt8] = []
        for value in values { Self.append(value, to: &bytes) }
        return string(of: bytes)
    }

    /// `substr` [text, start, length]: counted in Unicode scalars; a negative start or length counts from the end.
    mutating func substring(_ values: [FlatValue], at index: Int) -> FlatValue {
        let scalars = Array(
            String(decoding: text(of: values.first ?? .null).bytes, as: UTF8.self).unicodeScalars
        )
        let start: Int
        let wanted = RuleNumber(values.count > 1 ? values[1] : .null).double
        if wanted.isNaN {
            start = 0
        } else if wanted < 0 {
            start = -wanted >= Double(scalars.count) ? 0 : scalars.count - Int(-wanted)
        } else if wanted.isFinite {
            start = wanted >= Double(scalars.count) ? scalars.count : Int(wanted)
        } else {
            return fail(.meaningless, at: index)
        }
        var end = scalars.count
        if values.count > 2, values[2].kind != .null {
            let length = RuleNumber(values[2]).double
            if length.isNaN {
                end = start
            } else if length.isInfinite {
                return fail(.meaningless, at: index)
            } else if length < 0 {
                end = max(start, length <= -Double(scalars.count) ? 0 : scalars.count + Int(length))
            } else if length < Double(scalars.count - start) {
                end = start + Int(length)
            }
        }
        guard start < end else { return string(of: []) }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[start..<end])
        return string(of: Array(text.utf8))
    }

    /// `starts_with`, `ends_with`: `null` when there are not exactly two texts.
    mutating func value(ofAffix node: RuleNode) -> FlatValue {
        let text = argument(0, of: node)
        let affix = argument(1, of: node)
        for number in 2..<max(2, node.count) { _ = argument(number, of: node) }
        guard node.count == 2, text.kind == .string, affix.kind == .string else { return .null }
        let (bytes, affixBytes) = (text.bytes, affix.bytes)
        guard affixBytes.count <= bytes.count else { return FlatValue(false) }
        let part =
            node.operation == .startsWith
            ? bytes[..<affixBytes.count] : bytes[(bytes.count - affixBytes.count)...]
        return FlatValue(FlatBytes.areEqual(UnsafeBufferPointer(rebasing: part), affixBytes))
    }

    /// `sem_ver` [version, operator, version]: `null` when there are not exactly three, or one of them is none.
    mutating func value(ofVersionComparison node: RuleNode) -> FlatValue {
        let left = argument(0, of: node)
        let operation = argument(1, of: node)
        let right = argument(2, of: node)
        for number in 3..<max(3, node.count) { _ = argument(number, of: node) }
        guard node.count == 3, operation.kind == .string, let one = SemanticVersion(versionText(of: left).bytes),
            let other = SemanticVersion(versionText(of: right).bytes)
        else { return .null }
        let symbol = operation.bytes
        switch (symbol.first, symbol.count) {
        case (UInt8(ascii: "="), 1): return FlatValue(one.compared(to: other) == 0)
        case (UInt8(ascii: "<"), 1): return FlatValue(one.compared(to: other) < 0)
        case (UInt8(ascii: ">"), 1): return FlatValue(one.compared(to: other) > 0)
        case (UInt8(ascii: "^"), 1): return FlatValue(one.sharesMajor(with: other))
        case (UInt8(ascii: "~"), 1): return FlatValue(one.sharesMinor(with: other))
        case (UInt8(ascii: "!"), 2) where symbol[1] == UInt8(ascii: "="):
            return FlatValue(one.compared(to: other) != 0)
        case (UInt8(ascii: "<"), 2) where symbol[1] == UInt8(ascii: "="):
            return FlatValue(one.compared(to: other) <= 0)
        case (UInt8(ascii: ">"), 2) where symbol[1] == UInt8(ascii: "="):
            return FlatValue(one.compared(to: other) >= 0)
        default: return .null
        }
    }

    /// A version as text: a number in the fewest digits, so that 1.10 is `1.1` and 2.0 is `2.0`.
    private mutating func versionText(of value: FlatValue) -> FlatValue {
        switch value.kind {
        case .string: value
        case .integer: string(of: Array(String(value.integer).utf8))
        case .number: string(of: Array(value.number.description.utf8))
        default: .null
        }
    }
}
