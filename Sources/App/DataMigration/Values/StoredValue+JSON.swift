package import ToggleBase

/// Values as JSON.
///
/// Data and dates are objects with one member: `{ "$data": "…" }` in Base64, and `{ "$date": 1.5 }` in seconds since
/// 1970. A dictionary that looks like one of these is wrapped in `{ "$dictionary": … }`.
extension StoredValue {
    private static let dataName = "$data"
    private static let dateName = "$date"
    private static let dictionaryName = "$dictionary"
    private static let markers = [dataName, dateName, dictionaryName]

    /// Creates a value from JSON.
    ///
    /// Readers limit the nesting depth of JSON, and so the recursion.
    ///
    /// - Parameters:
    ///   - json: The JSON.
    ///   - isPlain: Whether all objects are dictionaries, as in JSON of other programs.
    package init(_ json: JSONValue, isPlain: Bool = false) {
        switch json {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .integer(let integer): self = .integer(integer)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { StoredValue($0, isPlain: isPlain) })
        case .object(let object):
            if !isPlain, object.members.count == 1, let member = object.members.first,
                let special = Self.special(member.name, member.value)
            {
                self = special
                return
            }
            let members = object.members.map { ($0.name, StoredValue($0.value, isPlain: isPlain)) }
            self = .dictionary(Dictionary(members, uniquingKeysWith: { $1 }))
        }
    }

    private static func special(_ name: String, _ value: JSONValue) -> StoredValue? {
        switch (name, value) {
        case (dataName, .string(let text)): Base64.bytes(text).map { .data($0) }
        case (dateName, .integer(let seconds)): .date(Double(seconds))
        case (dateName, .number(let seconds)): .date(seconds)
        case (dictionaryName, .object(let object)):
            .dictionary(
                Dictionary(object.members.map { ($0.name, StoredValue($0.value)) }, uniquingKeysWith: { $1 })
            )
        default: nil
        }
    }

    /// The value as JSON, the members of objects sorted by name.
    package var json: JSONValue {
        switch self {
        case .null: return .null
        case .bool(let flag): return .bool(flag)
        case .integer(let integer): return .integer(integer)
        case .number(let number): return .number(number)
        case .string(let text): return .string(text)
        case .data(let bytes): return [Self.dataName: .string(Base64.text(bytes))]
        case .date(let seconds): return [Self.dateName: .number(seconds)]
        case .array(let elements): return .array(elements.map { $0.json })
        case .dictionary(let values):
            let members = values.sorted { $0.key < $1.key }
                .map { JSONObject.Member(name: $0.key, value: $0.value.json) }
            let object = JSONValue.object(JSONObject(members))
            guard members.count == 1, let name = members.first?.name, Self.markers.contains(name) else {
                return object
            }
            return .object(JSONObject([JSONObject.Member(name: Self.dictionaryName, value: object)]))
        }
    }
}
