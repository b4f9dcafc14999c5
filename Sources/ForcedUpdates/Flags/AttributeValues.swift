package import FeatureToggles

/// The attributes that a rule looks at, with values that make a difference to it: the constants it compares them with, and
/// their neighbours.
package struct AttributeValues: Sendable {
    /// The values by attribute; a dot separates the names of nested attributes.
    package private(set) var values: [String: [JSONValue]] = [:]
    /// The constants alone, as the rule has them.
    package private(set) var named: [String: [JSONValue]] = [:]
    /// The versions that the rule compares attributes with, or has them on a list.
    package private(set) var boundaries: [String: [VersionGrid.Boundary]] = [:]
    /// The attributes that are compared by their order: they may change with an update, as a build number does.
    package private(set) var ordered: Set<String> = []
    /// Whether a rule looks at the time.
    package private(set) var looksAtTime = false
    /// How many values of one attribute are tried.
    private static let limit = 64

    /// No attributes.
    package init() {}

    /// Adds what a rule compares.
    ///
    /// How deep it is nested was bounded by the reader.
    package mutating func add(_ rule: JSONValue, evaluators: JSONObject) {
        switch rule {
        case .null, .bool, .integer, .number, .string: return
        case .array(let elements):
            for element in elements { add(element, evaluators: evaluators) }
        case .object(let object):
            for member in object.members {
                if member.name == "$ref" {
                    // Shared rules do not refer to others.
                    if case .string(let name) = member.value, let shared = evaluators[name] {
                        add(shared, evaluators: [:])
                    }
                    continue
                }
                let operands = member.value.operands
                if member.name == "var" {
                    if case .string(let name)? = operands.first { note(name, []) }
                    continue
                }
                let names = operands.compactMap(\.variableName)
                if !names.isEmpty {
                    // What a condition chooses between is no value of the attribute.
                    let constants = Self.conditions.contains(member.name) ? [.bool(true)] : operands
                    let candidates = constants.flatMap { Self.candidates(for: $0, operation: member.name) }
                    let scalars = constants.flatMap { $0.scalars }.prefix(Self.limit)
                    for name in names {
                        note(name, candidates)
                        named[name, default: []] += scalars
                        boundaries[name, default: []] += Self.boundaries(scalars, operands: operands, member.name)
                        if Self.orders.contains(member.name) { ordered.insert(name) }
                    }
                }
                add(member.value, evaluators: evaluators)
            }
        }
    }

    private static let conditions: Set<String> = ["if", "?:", "and", "or", "!", "!!"]
    private static let orders: Set<String> = ["<", "<=", ">", ">=", "sem_ver"]

    /// Where the answer to a comparison of versions changes.
    private static func boundaries(
        _ constants: ArraySlice<JSONValue>,
        operands: [JSONValue],
        _ operation: String
    ) -> [VersionGrid.Boundary] {
        let versions = constants.compactMap { constant in
            if case .string(let text) = constant { ComparableVersion(text) } else { nil }
        }
        guard operation == "sem_ver" else { return versions.map { .version($0) } }
        return versions.map { version in
            operands.contains("^") ? .major(version) : operands.contains("~") ? .minor(version) : .version(version)
        }
    }

    private mutating func note(_ name: String, _ candidates: [JSONValue]) {
        if name == "$flagd.timestamp" { looksAtTime = true }
        guard !name.isEmpty, !name.hasPrefix("$flagd."), name != "targetingKey" else { return }
        var known = values[name] ?? []
        for candidate in candidates where known.count < Self.limit && !known.contains(candidate) {
            known.append(candidate)
        }
        values[name] = known
    }

    /// Sets a nested member of a context.
    ///
    /// A path has as many names as its text has dots, which the reader's limit to strings bounds.
    package static func set(_ value: JSONValue, at path: ArraySlice<String>, in object: inout JSONObject) {
        // Deeper attributes than any document can compare are left out.
        guard let name = path.first, path.count <= 16 else { return }
        if path.count == 1 {
            object[name] = value
            return
        }
        var inner = JSONObject()
        if case .object(let existing)? = object[name] { inner = existing }
        set(value, at: path.dropFirst(), in: &inner)
        object[name] = .object(inner)
    }

    /// A constant and values beside it.
    private static func candidates(for constant: JSONValue, operation: String) -> [JSONValue] {
        switch constant {
        case .null: [.null]
        case .bool: [true, false]
        case .integer(let number):
            [.integer(number), .integer(number &- 1), .integer(number &+ 1)]
        case .number(let number): [.number(number), .number(number - 1), .number(number + 1)]
        case .string(let text):
            switch operation {
            case "sem_ver": versions(around: text)
            case "starts_with": [.string(text), .string(text + "x"), .string("x" + text)]
            case "ends_with": [.string(text), .string("x" + text), .string(text + "x")]
            case "in": [.string(text), .string("x\(text)x")]
            default: [.string(text)]
            }
        case .array(let elements): elements.filter { $0.isScalar }
        case .object: []
        }
    }

    /// A version, and the ones before and behind it.
    private static func versions(around text: String) -> [JSONValue] {
        let numbers = text.drop { $0 == "v" || $0 == "V" }.split(separator: "-")[safe: 0]?.split(separator: ".") ?? []
        let parts = numbers.prefix(3).compactMap { Int($0) }
        guard let major = parts.first, major < 1 << 31, parts.allSatisfy({ $0 < 1 << 31 }) else {
            return [.string(text)]
        }
        let minor = parts.dropFirst().first ?? 0
        let patch = parts.dropFirst(2).first ?? 0
        var versions = [(major, minor, patch), (major, minor, patch + 1), (major, minor + 1, 0), (major + 1, 0, 0)]
        if patch > 0 { versions.append((major, minor, patch - 1)) }
        if minor > 0 { versions.append((major, minor - 1, 0)) }
        if major > 0 { versions.append((major - 1, 0, 0)) }
        return [.string(text)] + versions.map { .string("\($0.0).\($0.1).\($0.2)") }
    }
}

extension JSONValue {
    /// The arguments of an operator.
    fileprivate var operands: [JSONValue] {
        if case .array(let elements) = self { elements } else { [self] }
    }

    /// The attribute that a `var` names.
    fileprivate var variableName: String? {
        guard case .object(let object) = self, let member = object.members.first, member.name == "var",
            case .string(let name)? = member.value.operands.first
        else { return nil }
        return name
    }

    /// The value, or those on the list that it is.
    fileprivate var scalars: [JSONValue] {
        if case .array(let elements) = self { return elements.filter(\.isScalar) }
        return isScalar ? [self] : []
    }

    fileprivate var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
