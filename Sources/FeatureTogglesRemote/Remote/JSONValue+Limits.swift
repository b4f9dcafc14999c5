import FeatureToggles

extension JSONValue {
    /// Whether a string in it, or the name of a member, has more bytes of UTF-8.
    ///
    /// Documents are read with a limit to their depth, so this does not recurse without bound.
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
