/// A JSON value (RFC 8259) that distinguishes integers from other numbers.
///
/// Every source delivers toggle values as JSON, and typed keys convert them to Swift values. Integers that fit `Int`
/// are `.integer`; every other number is `.number`. Strings are equal if their bytes are equal.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction or exponent that fits `Int`.
    case integer(Int)
    /// Any other number; never NaN or infinite if it comes from JSON text.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)

    // Not inlined: through arrays it would be inlined into itself, which adds ten kilobytes.
    /// Returns whether two values are equal: numbers of the same kind, strings with the same bytes.
    @inline(never)
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        // Canonical equivalence would equate different strings, so that a read of one could return the other.
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

/// A JSON object that keeps the order of its members.
///
/// Two objects are equal if they have the same members in any order. If a name is repeated, lookup returns the last
/// value, as in most JSON readers. Names are compared by their bytes.
public struct JSONObject: Sendable {
    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The member's name.
        public var name: String
        /// The member's value.
        public var value: JSONValue

        /// Creates a member.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }

        /// Returns whether two members have the same name, byte for byte, and equal values.
        public static func == (left: Member, right: Member) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }
    }

    /// The members in their original order.
    public var members: [Member]

    /// Creates an object with members in the given order.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// Accesses the value of the last member with a name.
    ///
    /// Setting a value replaces it or appends a member; setting `nil` removes every member with that name.
    ///
    /// - Complexity: O(*n*) in the number of members.
    public subscript(name: String) -> JSONValue? {
        get {
            members.last { $0.name.hasSameBytes(as: name) }?.value
        }
        set {
            guard let newValue else {
                members.removeAll { $0.name.hasSameBytes(as: name) }
                return
            }
            if let index = members.lastIndex(where: { $0.name.hasSameBytes(as: name) }) {
                members[index].value = newValue
            } else {
                members.append(Member(name: name, value: newValue))
            }
        }
    }

    private var dictionary: [TextOfBytes: JSONValue] {
        Dictionary(members.map { (TextOfBytes($0.name), $0.value) }, uniquingKeysWith: { $1 })
    }
}

extension JSONObject {
    /// Returns the same members sorted by name.
    ///
    /// All callers share this function, because the standard library's `sorted` is compiled again for each call, three
    /// kilobytes each time.
    @inline(never)
    package func sortedByName() -> JSONObject {
        JSONObject(members.sorted { $0.name < $1.name })
    }
}

extension JSONObject: Hashable {
    /// Returns whether two objects have the same members, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        let (left, right) = (left.dictionary, right.dictionary)
        // Each pair of values is compared only once, so nesting doesn't multiply the work.
        return left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }

    /// Hashes the members independently of their order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(dictionary)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with the members of a dictionary literal.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member(name: $0.0, value: $0.1) })
    }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object with the members of a dictionary literal.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(name: $0.0, value: $0.1) }))
    }
}

extension JSONValue {
    /// The kind of value in JSON's terms with an article: "a Boolean", "an integer", "a string".
    public var kindDescription: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text on one line.
    public var description: String { JSONWriter().text(self) }
}
