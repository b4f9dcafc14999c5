/// Builds values from the parts of a JSON text, as ``JSONParser`` finds them.
protocol JSONSink {
    /// A value of the text.
    associatedtype Value
    /// The name of a member.
    associatedtype Name

    /// Returns a value other than an array or object.
    mutating func scalar(_ scalar: JSONScalar, at range: Range<Int>) -> Value
    /// Returns a name; its range includes the quotes.
    mutating func name(_ name: JSONCharacters, at range: Range<Int>) -> Name
    /// Returns an array of values that were returned before.
    mutating func array(_ elements: UnsafeBufferPointer<Value>, at range: Range<Int>) -> Value
    /// Returns an object of names and as many values that were returned before.
    mutating func object(
        _ names: UnsafeBufferPointer<Name>,
        _ values: UnsafeBufferPointer<Value>,
        at range: Range<Int>
    ) -> Value
    /// Returns the placeholder of a valid array or object that is nested too deeply to be built.
    mutating func tooDeep(at range: Range<Int>) -> Value
}

/// A JSON value other than an array or object.
enum JSONScalar {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(JSONCharacters)
}

/// The UTF-8 of a string or name without its quotes and escapes.
struct JSONCharacters {
    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether the bytes are part of the text; otherwise they are valid only during the call, because the text contains
    /// escapes.
    let areInText: Bool

    var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// Checks that a text is valid, and builds nothing.
struct JSONNothing: JSONSink {
    @inline(__always)
    func scalar(_ scalar: JSONScalar, at range: Range<Int>) {}
    @inline(__always)
    func name(_ name: JSONCharacters, at range: Range<Int>) {}
    @inline(__always)
    func array(_ elements: UnsafeBufferPointer<Void>, at range: Range<Int>) {}
    @inline(__always)
    func object(_ names: UnsafeBufferPointer<Void>, _ values: UnsafeBufferPointer<Void>, at range: Range<Int>) {}
    func tooDeep(at range: Range<Int>) {}
}

/// Builds values without places.
struct JSONValueSink: JSONSink {
    @inline(__always)
    func scalar(_ scalar: JSONScalar, at range: Range<Int>) -> JSONValue {
        switch scalar {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .integer(let integer): JSONValue(whole: integer)
        case .number(let number): .number(number)
        case .string(let text): .string(text.string)
        }
    }

    @inline(__always)
    func name(_ name: JSONCharacters, at range: Range<Int>) -> String { name.string }

    func array(_ elements: UnsafeBufferPointer<JSONValue>, at range: Range<Int>) -> JSONValue {
        .array(Array(elements))
    }

    func object(
        _ names: UnsafeBufferPointer<String>,
        _ values: UnsafeBufferPointer<JSONValue>,
        at range: Range<Int>
    ) -> JSONValue {
        .object(JSONObject(zip(names, values).map { JSONObject.Member(name: $0, value: $1) }))
    }

    func tooDeep(at range: Range<Int>) -> JSONValue { .null }
}
