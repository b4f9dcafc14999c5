import FeatureToggles
import ToggleBase

/// Variables.
extension RuleEvaluator {
    /// Returns the value of a context variable whose path is known.
    @inline(__always)
    mutating func attribute(_ node: RuleNode) -> FlatValue {
        let start = Int(node.pathStart)
        pay((context.attributes.count &+ context.ambient.count) >> 3)
        var value = context.value(of: program.path[start]) ?? .null
        var index = 1
        while index < Int(node.pathCount) {
            pay(value.members.count >> 3)
            value = Self.part(program.path[start &+ index], of: value) ?? .null
            index &+= 1
        }
        return value.kind == .null && node.count > 0 ? self.value(of: Int(node.first)) : value
    }

    /// `var` [key, default] within an iteration, or with a computed key.
    mutating func value(ofVariable node: RuleNode) -> FlatValue {
        let isComputed = node.operation == .computedVariable
        let key = isComputed ? argument(0, of: node) : node.value
        let fallback = argument(isComputed ? 1 : 0, of: node)
        return variable(key) ?? fallback
    }

    /// Returns the value at a key, or `nil` if the key is missing or its value is `null`.
    mutating func variable(_ key: FlatValue) -> FlatValue? {
        switch key.kind {
        case .null: return data()
        case .string where key.count == 0: return data()
        case .integer, .number, .true, .false: return element(number(key), of: data())
        default: break
        }
        let text = self.text(of: key).bytes
        guard pay(4 &+ text.count >> 2) else { return nil }
        var value = data()
        var start = 0
        while true {
            let end = text[start...].firstIndex(of: UInt8(ascii: ".")) ?? text.count
            let name = FlatString(UnsafeBufferPointer(rebasing: text[start..<end]))
            if Self.isLength(name), value.kind == .array || value.kind == .string {
                if value.kind == .array { return FlatValue(Int64(value.elements.count)) }
                return pay(Int(value.count >> 5)) ? FlatValue(Int64(Self.scalarCount(of: value.bytes))) : nil
            }
            guard let part = part(name, of: value) else { return nil }
            value = part
            if end == text.count { break }
            start = end + 1
        }
        return value.kind == .null ? nil : value
    }

    /// Returns the value in which all variables are looked up.
    mutating func data() -> FlatValue {
        if let scope { return scope }
        if let wholeData { return wholeData }
        guard pay(context.ambient.count &+ context.attributes.count &+ 4) else { return .null }
        var members = Array(context.ambient)
        members += context.attributes
        let flagd = object(of: [
            FlatMember(name: FlatString("flagKey"), value: flagKey),
            FlatMember(name: FlatString("timestamp"), value: FlatValue(timestamp)),
        ])
        members.append(FlatMember(name: FlatString("$flagd"), value: flagd))
        members.append(FlatMember(name: FlatString("targetingKey"), value: context.targetingKey))
        let data = object(of: members)
        wholeData = data
        return data
    }

    /// Returns a member of an object, an element of an array, or a character of a string.
    private static func part(_ name: FlatString, of value: FlatValue) -> FlatValue? {
        switch value.kind {
        case .object: return value[name]
        case .array:
            if isLength(name) { return FlatValue(Int64(value.elements.count)) }
            guard let index = index(name), index < value.elements.count else { return nil }
            return value.elements[index]
        default: return nil
        }
    }

    private mutating func part(_ name: FlatString, of value: FlatValue) -> FlatValue? {
        guard value.kind == .string else {
            pay(value.members.count >> 3)
            return Self.part(name, of: value)
        }
        return Self.index(name).flatMap { character($0, of: value) }
    }

    private mutating func element(_ number: RuleNumber, of value: FlatValue) -> FlatValue? {
        guard let index = number.isWhole ? Int(exactly: number.integer) : Int(exactly: number.double), index >= 0
        else { return nil }
        switch value.kind {
        case .array: return index < value.elements.count ? value.elements[index] : nil
        case .string: return character(index, of: value)
        default: return nil
        }
    }

    private mutating func character(_ index: Int, of value: FlatValue) -> FlatValue? {
        let bytes = value.bytes
        guard index < bytes.count, pay(bytes.count >> 4) else { return nil }
        let count = Self.scalarCount(of: bytes)
        return index < count ? Self.scalars(index..<(index + 1), of: bytes, count: count) : nil
    }

    private static func isLength(_ name: FlatString) -> Bool {
        name.count == 6 && name == FlatString("length")
    }

    /// Parses a name as an index without sign and leading zeros.
    private static func index(_ name: FlatString) -> Int? {
        let bytes = name.bytes
        guard !bytes.isEmpty, bytes.count < 10, bytes.count == 1 || bytes[0] != UInt8(ascii: "0") else { return nil }
        var result = 0
        for byte in bytes {
            guard byte &- UInt8(ascii: "0") <= 9 else { return nil }
            result = result * 10 + Int(byte &- UInt8(ascii: "0"))
        }
        return result
    }

    /// `missing`: the keys whose value is absent, `null`, or an empty string.
    mutating func value(ofMissing node: RuleNode) -> FlatValue {
        let values = values(of: node)
        if let first = values.first, first.kind == .array { return array(of: missing(first.elements)) }
        return array(of: values.withUnsafeBufferPointer { missing($0) })
    }

    private mutating func missing(_ keys: UnsafeBufferPointer<FlatValue>) -> [FlatValue] {
        var missing: [FlatValue] = []
        for key in keys {
            guard pay(4) else { return [] }
            let value = variable(key) ?? .null
            if value.kind == .null || value.kind == .string && value.count == 0 { missing.append(key) }
        }
        return missing
    }

    /// `missing_some` [count, keys]: the missing keys if fewer than `count` are present.
    mutating func value(ofMissingSome node: RuleNode) -> FlatValue {
        let needed = number(argument(0, of: node))
        let keys = argument(1, of: node)
        guard keys.kind == .array else { return array(of: []) }
        let missing = missing(keys.elements)
        let found = RuleNumber(Int64(keys.elements.count - missing.count))
        return array(of: (found.compared(to: needed) ?? -1) >= 0 ? [] : missing)
    }
}
