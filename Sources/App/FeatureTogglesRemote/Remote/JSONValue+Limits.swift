import ToggleBase

extension JSONValue {
    /// The number of values in this value, itself included.
    ///
    /// Documents are parsed with a depth limit, so the recursion is bounded.
    var partCount: Int {
        switch self {
        case .null, .bool, .integer, .number, .string: 1
        case .array(let elements): elements.reduce(1) { $0 + $1.partCount }
        case .object(let object): object.members.reduce(1) { $0 + $1.value.partCount }
        }
    }

    /// Whether the value contains a string or member name that is longer than the given number of bytes in UTF-8.
    ///
    /// Documents are parsed with a depth limit, so the recursion is bounded.
    func hasString(longerThan length: Int) -> Bool {
        switch self {
        case .null, .bool, .integer, .number: false
        case .string(let text): text.utf8.count > length
        case .array(let elements): elements.contains { $0.hasString(longerThan: length) }
        case .object(let object):
            object.members.contains { $0.name.utf8.count > length || $0.value.hasString(longerThan: length) }
        }
    }
}
