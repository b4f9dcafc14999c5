import FeatureToggles

extension JSONValue {
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
