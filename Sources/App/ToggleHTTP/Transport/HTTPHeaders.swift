/// The ordered header fields of a request or a response, with case-insensitive names.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A header field.
    public struct Field: Sendable, Hashable {
        /// The name in its original case.
        public let name: String
        /// The value.
        public let value: String

        /// Creates a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields.
    public private(set) var fields: [Field]

    /// Creates headers.
    ///
    /// - Parameter fields: The fields.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// Creates headers from a literal.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The value of the first field with a name.
    ///
    /// Setting it replaces all fields with that name by one, or removes them.
    ///
    /// - Complexity: O(*n*) in the number of fields.
    public subscript(name: String) -> String? {
        get { fields.first { Self.isSame($0.name, name) }?.value }
        set {
            let index = fields.firstIndex { Self.isSame($0.name, name) } ?? fields.endIndex
            fields.removeAll { Self.isSame($0.name, name) }
            if let newValue { fields.insert(Field(name: name, value: newValue), at: min(index, fields.endIndex)) }
        }
    }

    /// Adds a field, even if there is already one with that name.
    public mutating func append(name: String, value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Returns whether a field can be sent: its name is a token, and its value contains no control characters.
    static func isSendable(name: String, value: String) -> Bool {
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        let isToken = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: marks.contains(byte)
            }
        }
        return !name.isEmpty && isToken && value.utf8.allSatisfy { $0 == 9 || (32..<127).contains($0) }
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
