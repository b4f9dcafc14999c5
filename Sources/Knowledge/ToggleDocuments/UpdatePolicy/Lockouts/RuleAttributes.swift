import FeatureTogglesRemote
import ForcedUpdates
import ToggleBase

/// The attributes that a rule uses, with values that make a difference: the constants that it compares them with, and
/// their neighbors.
struct RuleAttributes: Sendable {
    /// The values by attribute; a dot separates the names of nested attributes.
    private(set) var values: [String: [JSONValue]] = [:]
    /// Only the constants in the rule.
    private(set) var named: [String: [JSONValue]] = [:]
    /// The versions that the rule compares attributes with, or lists.
    private(set) var boundaries: [String: [VersionBoundary]] = [:]
    /// The attributes that are compared by order.
    ///
    /// An update may change them, as it changes a build number.
    private(set) var ordered: Set<String> = []
    /// The attributes that `sem_ver` compares, which accepts at most three numbers.
    private(set) var semanticVersions: Set<String> = []
    /// Whether the rule uses the time.
    private(set) var looksAtTime = false
    /// The times that the current time is compared with, in seconds since 1970.
    private(set) var moments: Set<Int64> = []
    /// The largest number in the versions that the rule names.
    private(set) var largest: Int64 = 0
    /// The shared rules that were added.
    private var added: Set<String> = []
    /// The operations whose operands are a shared rule, each with the name of that rule.
    private var used: Set<[String]> = []
    /// Whether shared rules are only listed.
    private let leavesSharedOut: Bool
    /// The maximum number of values of an attribute.
    static let limit = 64
    private static let time = "$flagd.timestamp"

    /// Creates an empty collection.
    ///
    /// - Parameter leavesSharedOut: Whether to leave out the attributes of shared rules, which ``shared`` then lists.
    init(leavesSharedOut: Bool = false) {
        self.leavesSharedOut = leavesSharedOut
    }

    /// The shared rules that were added or left out, each as its name, preceded by the operator if it is the operands
    /// of one.
    var shared: [[String]] { added.map { [$0] } + used }

    /// Adds the attributes of a rule, whose nesting depth the reader limits.
    mutating func add(_ rule: JSONValue, evaluators: [String: JSONValue]) {
        switch rule {
        case .null, .bool, .integer, .number, .string: return
        case .array(let elements):
            for element in elements { add(element, evaluators: evaluators) }
        case .object(let object):
            for member in object.members {
                if member.name == "$ref" {
                    addShared(member.value, evaluators)
                    continue
                }
                // The same operation on the same shared rule adds nothing.
                if let name = member.value.reference {
                    if !used.insert([member.name, name]).inserted || leavesSharedOut { continue }
                }
                if member.name == "var" {
                    addVariable(member.value, evaluators)
                } else {
                    addOperation(member.name, member.value, evaluators)
                }
            }
        }
    }

    /// Adds a shared rule once, because all uses are the same.
    private mutating func addShared(_ reference: JSONValue, _ evaluators: [String: JSONValue]) {
        guard case .string(let name) = reference, let shared = evaluators[name], added.insert(name).inserted,
            !leavesSharedOut
        else { return }
        // Shared rules don't refer to others.
        add(shared, evaluators: [:])
    }

    private mutating func addVariable(_ value: JSONValue, _ evaluators: [String: JSONValue]) {
        let operands = value.resolved(evaluators).operands
        if case .string(let name)? = operands.first?.resolved(evaluators) {
            note(name, [])
        } else {
            // A computed name, which may be the one of the time.
            looksAtTime = true
        }
        add(.array(operands), evaluators: evaluators)
    }

    private mutating func addOperation(_ operation: String, _ value: JSONValue, _ evaluators: [String: JSONValue]) {
        let operands = value.resolved(evaluators).operands.map { $0.resolved(evaluators) }
        let names = operands.compactMap { $0.variableName(evaluators) }
        if names.contains(Self.time), Self.comparisons.contains(operation), note(momentsIn: operands, evaluators) {
            note(Self.time, [])
            return
        }
        if !names.isEmpty {
            // The branches of a condition are not values of the attribute.
            let constants =
                Self.conditions.contains(operation)
                ? [.bool(true)] : Array(operands.lazy.filter(\.isConstant).prefix(Self.limit))
            let candidates = constants.flatMap { Self.candidates(for: $0, operation: operation) }
            let scalars = constants.flatMap { $0.scalars(atMost: Self.limit) }.prefix(Self.limit)
            noteNumbers(of: scalars)
            for name in names {
                note(name, candidates)
                var known = named[name] ?? []
                for scalar in scalars where known.count < Self.limit && !known.contains(scalar) { known.append(scalar) }
                named[name] = known
                boundaries[name, default: []] += Self.boundaries(scalars, operands: operands, operation)
                if Self.orders.contains(operation) { ordered.insert(name) }
                if operation == "sem_ver" { semanticVersions.insert(name) }
            }
        }
        add(value, evaluators: evaluators)
    }

    private static let conditions: Set<String> = ["if", "?:", "and", "or", "!", "!!"]
    private static let comparisons: Set<String> = ["<", "<=", ">", ">=", "==", "===", "!=", "!=="]
    private static let orders: Set<String> = ["<", "<=", ">", ">=", "sem_ver"]

    /// Returns where the result of a comparison of versions changes.
    private static func boundaries(
        _ constants: ArraySlice<JSONValue>,
        operands: [JSONValue],
        _ operation: String
    ) -> [VersionBoundary] {
        let texts = constants.compactMap { if case .string(let text) = $0 { text } else { nil } }
        if operation == "starts_with" {
            return texts.compactMap { text in
                guard let version = completed(text).flatMap({ AppVersion(strict: $0) }) else { return nil }
                let dots = text.utf8.count { $0 == UInt8(ascii: ".") }
                return text.hasSuffix(".") ? .beginning(version, count: dots) : .version(version)
            }
        }
        let versions = texts.compactMap { AppVersion(strict: $0) }
        guard operation == "sem_ver" else { return versions.map { .version($0) } }
        return versions.filter { SemanticVersion.isValid($0.description) }.map { version in
            if operands.contains("^") { return .beginning(version, count: 1) }
            return operands.contains("~") ? .beginning(version, count: 2) : .version(version)
        }
    }

    /// Notes the times that the current time is compared with.
    ///
    /// - Returns: Whether it is compared only with constants.
    private mutating func note(momentsIn operands: [JSONValue], _ evaluators: [String: JSONValue]) -> Bool {
        var found: [Int64] = []
        for operand in operands where operand.variableName(evaluators) != Self.time {
            guard operand.isScalar else { return false }
            switch operand {
            case .integer(let number): found.append(Int64(number))
            case .number(let number):
                guard let whole = Int64(exactly: number.rounded(.down)) else { return false }
                found.append(whole)
            case .string(let text):
                guard let number = Int64(text) else { return false }
                found.append(number)
            default: return false
            }
        }
        for moment in found {
            guard moments.count < Self.limit else { return false }
            moments.insert(moment)
        }
        return true
    }

    /// Notes the numbers of versions, so that a newer version can be created.
    private mutating func noteNumbers(of constants: ArraySlice<JSONValue>) {
        for case .string(let text) in constants {
            if let version = Self.completed(text).flatMap({ AppVersion(strict: $0) }) {
                largest = max(largest, ReleaseNumbers(version).largest)
            }
        }
    }

    private mutating func note(_ name: String, _ candidates: [JSONValue]) {
        if name == Self.time { looksAtTime = true }
        guard !name.isEmpty, !name.hasPrefix("$flagd."), name != "targetingKey" else { return }
        var known = values[name] ?? []
        for candidate in candidates where known.count < Self.limit && !known.contains(candidate) {
            known.append(candidate)
        }
        values[name] = known
    }

    /// Sets a nested member of a context.
    ///
    /// The reader's limit for strings limits the length of a path.
    static func set(_ value: JSONValue, at path: ArraySlice<String>, in object: inout JSONObject) {
        // No document can compare deeper attributes.
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
}

extension JSONValue {
    /// The arguments of an operator.
    fileprivate var operands: [JSONValue] {
        if case .array(let elements) = self { elements } else { [self] }
    }

    /// The attribute that a `var` reads.
    fileprivate func variableName(_ evaluators: [String: JSONValue]) -> String? {
        guard case .object(let object) = self, let member = object.members.first, member.name == "var",
            case .string(let name)? = member.value.resolved(evaluators).operands.first?.resolved(evaluators)
        else { return nil }
        return name
    }

    /// The name of the shared rule that a `$ref` refers to.
    fileprivate var reference: String? {
        guard case .object(let object) = self, let member = object.members.first, member.name == "$ref",
            case .string(let name) = member.value
        else { return nil }
        return name
    }

    /// The shared rule that a `$ref` refers to; otherwise the value itself.
    fileprivate func resolved(_ evaluators: [String: JSONValue]) -> JSONValue {
        reference.flatMap { evaluators[$0] } ?? self
    }

    /// The value, or the elements of a list.
    func scalars(atMost count: Int) -> [JSONValue] {
        if case .array(let elements) = self { return Array(elements.lazy.filter(\.isScalar).prefix(count)) }
        return isScalar ? [self] : []
    }

    /// Whether this is a value or a list of values, not a rule.
    fileprivate var isConstant: Bool {
        if case .object = self { false } else { true }
    }

    var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}
