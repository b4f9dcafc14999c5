import ToggleBase

/// The shape of a JSON value, which determines the Swift type for it and all similar values.
indirect enum JSONShape: Equatable, Sendable {
    case bool
    case int
    case double
    case string
    /// A nonempty object with these members, in their order.
    case object([Member])
    /// An array whose elements have one shape.
    case array(JSONShape)
    /// Any value: null, and empty or mixed values, which don't determine their parts.
    case any

    struct Member: Equatable, Sendable {
        var name: String
        var shape: JSONShape
    }

    /// The maximum depth of shapes.
    ///
    /// Deeper values are `any`, which keeps types readable and limits recursion.
    static let depthLimit = 32

    /// Creates the shape of a value.
    init(of value: JSONValue, depth: Int = 0) {
        guard depth < Self.depthLimit else {
            self = .any
            return
        }
        switch value {
        case .null:
            self = .any
        case .bool:
            self = .bool
        case .integer:
            self = .int
        case .number:
            self = .double
        case .string:
            self = .string
        case .array(let elements):
            let shapes = elements.lazy.map { JSONShape(of: $0, depth: depth + 1) }
            guard let first = shapes.first else {
                self = .any
                return
            }
            let common = shapes.dropFirst().reduce(first) { $0.union(with: $1) }
            self = common == .any ? .any : .array(common)
        case .object(let object):
            let members = object.membersByFirstMention.map {
                Member(name: $0.name, shape: JSONShape(of: $0.value, depth: depth + 1))
            }
            self = members.isEmpty ? .any : .object(members)
        }
    }

    /// Returns the common shape of both; `any` if there is none.
    private func union(with other: JSONShape) -> JSONShape {
        switch (self, other) {
        case _ where self == other:
            return self
        case (.int, .double), (.double, .int):
            return .double
        case (.array(let mine), .array(let others)):
            let common = mine.union(with: others)
            return common == .any ? .any : .array(common)
        case (.object(let mine), .object(let others)) where mine.count == others.count:
            let shapes = Dictionary(others.map { ($0.name, $0.shape) }) { first, _ in first }
            var members: [Member] = []
            for member in mine {
                guard let shape = shapes[member.name] else { return .any }
                members.append(Member(name: member.name, shape: member.shape.union(with: shape)))
            }
            return .object(members)
        default:
            return .any
        }
    }
}

extension JSONObject {
    /// The last value of each name, for many lookups; the subscript searches all members.
    package var valuesByName: [String: JSONValue] {
        Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// The members without repetition; a name has the position of its first occurrence and the value of its last one.
    var membersByFirstMention: [Member] {
        var positions: [String: Int] = [:]
        var result: [Member] = []
        for member in members {
            if let position = positions[member.name] {
                result[position].value = member.value
            } else {
                positions[member.name] = result.count
                result.append(member)
            }
        }
        return result
    }
}
