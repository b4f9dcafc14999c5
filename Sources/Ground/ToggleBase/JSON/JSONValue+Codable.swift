/// Support for JSON values in `Codable` types, for the parts of a model without a fixed structure.
extension JSONValue: Codable {
    /// Decodes a JSON value from any decoder.
    ///
    /// ``JSONValueDecoder`` passes the value on unchanged. With other decoders, one kind after the other is tried, and
    /// the order of members is lost.
    public init(from decoder: any Decoder) throws {
        if let decoding = decoder as? JSONValueDecoding {
            self = decoding.value
            return
        }
        if let container = try? decoder.container(keyedBy: JSONCodingKey.self) {
            let members = try container.allKeys.map { key in
                JSONObject.Member(name: key.stringValue, value: try container.decode(JSONValue.self, forKey: key))
            }
            self = .object(JSONObject(members).sortedByName())
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd {
                elements.append(try container.decode(JSONValue.self))
            }
            self = .array(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// Encodes the value to any encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object):
            var container = encoder.container(keyedBy: JSONCodingKey.self)
            for member in object.members {
                try container.encode(member.value, forKey: JSONCodingKey(stringValue: member.name))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements {
                try container.encode(element)
            }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let flag):
            var container = encoder.singleValueContainer()
            try container.encode(flag)
        case .integer(let integer):
            var container = encoder.singleValueContainer()
            try container.encode(integer)
        case .number(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .string(let string):
            var container = encoder.singleValueContainer()
            try container.encode(string)
        }
    }
}
