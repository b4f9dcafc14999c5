package import ToggleBase

/// The syntax of targeting rules, with the places of all parts.
///
/// An object with one operator is a rule. Every other value stands for itself.
extension LocatedValue {
    /// The operator of a rule and its operands; `nil` for a value.
    ///
    /// If the object contains only duplicates of one operator, the last one wins, as in apps.
    package var operation: LocatedMember? {
        guard let members, let last = members.last, members.allSatisfy({ $0.name == last.name }) else { return nil }
        return last
    }

    /// The operands, if this is the value of an operator, which needs no array for a single one.
    package var operands: [LocatedValue] { elements ?? [self] }

    /// The name of the shared rule that a `$ref` refers to.
    package var reference: String? {
        guard let operation, operation.name == "$ref" else { return nil }
        return operation.value.string
    }

    /// Returns the shared rule that a `$ref` refers to; otherwise the value itself.
    package func resolved(_ evaluators: [String: LocatedValue]) -> LocatedValue {
        reference.flatMap { evaluators[$0] } ?? self
    }

    /// Returns the attribute that a `var` reads; `nil` for other operations and computed names.
    package func variable(_ evaluators: [String: LocatedValue] = [:]) -> String? {
        guard let operation = resolved(evaluators).operation, operation.name == "var" else { return nil }
        return operation.value.resolved(evaluators).operands.first?.resolved(evaluators).string
    }

    /// Whether a constant is considered true, or `nil` for other expressions.
    package var truth: Bool? {
        switch content {
        case .null: false
        case .bool(let flag): flag
        case .integer(let integer): integer != 0
        case .number(let number): number != 0
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object: nil
        }
    }

    /// The rules of a document that others refer to, by name.
    package var sharedRules: [String: LocatedValue] {
        Dictionary((self["$evaluators"]?.value.members ?? []).map { ($0.name, $0.value) }) { $1 }
    }

    // MARK: - Parts

    /// Calls a function with this value and all values in it; the reader limits their depth.
    package func visit(_ body: (LocatedValue) -> Void) {
        body(self)
        for element in elements ?? [] { element.visit(body) }
        for member in members ?? [] { member.value.visit(body) }
    }

    /// Returns the operators with a name anywhere in a rule, in the order of the text.
    package func operations(named name: String) -> [LocatedMember] {
        var operations: [LocatedMember] = []
        visit { operations += $0.members?.filter { $0.name == name } ?? [] }
        return operations
    }

    /// The names of the shared rules that a rule refers to.
    package var references: Set<String> { Set(operations(named: "$ref").compactMap(\.value.string)) }

    /// The variables that a rule reads, except those with a computed name.
    package var variables: Set<String> { Set(operations(named: "var").compactMap { $0.value.operands.first?.string }) }

    /// The attributes of users that a rule reads.
    package var attributes: Set<String> { variables.filter { !$0.isEmpty && !$0.hasPrefix("$flagd") } }
}
