import SwiftSyntax
import ToggleLint
import ToggleManifest

/// Names and calls that only make sense as long as there is the toggle.
extension ToggleRemoval {
    /// Lists names that tell about the toggle, and calls of functions in tests that only created its values.
    func listWording() {
        listConditionalNames()
        let helpers = emptiedHelpers()
        listTestNames(helpers)
        listHelpers(helpers)
    }

    // MARK: - Functions

    /// The ends of names of functions that do something only under a condition.
    private static let conditions = [
        "IfNeeded", "IfPossible", "IfEnabled", "IfAllowed", "IfAvailable", "IfNecessary", "IfSupported", "IfRequired",
    ]

    /// Lists functions whose only condition was the toggle, although their names tell about one: `showCartIfEnabled()`.
    private func listConditionalNames() {
        var seen: Set<SyntaxIdentifier> = []
        for known in values.values {
            guard let (function, statement) = Self.conditionalFunction(around: known.node),
                seen.insert(function.id).inserted, !isRemoved(function), isAlwaysMet(statement),
                let list = function.body?.statements,
                list.allSatisfy({ $0.id == statement.id || !$0.item.is(GuardStmtSyntax.self) }),
                statement.item.is(GuardStmtSyntax.self) || list.count == 1
            else { continue }
            let name = function.name.name
            let reason = "the name of ‘\(name)’ says that there is a condition, but the toggle was the only one"
            remark(.read, known.file, function.name, reason)
            for use in project.names(name, in: known.file) {
                guard let reference = use.token.parent?.as(DeclReferenceExprSyntax.self), !isRemoved(reference) else {
                    continue
                }
                remark(.read, known.file, reference, reason)
            }
        }
    }

    /// Returns the function with such a name around a condition, and the statement with the condition.
    private static func conditionalFunction(
        around node: Syntax
    ) -> (function: FunctionDeclSyntax, statement: CodeBlockItemSyntax)? {
        var child = node
        while let parent = child.parent, !child.is(CodeBlockItemSyntax.self) {
            if parent.is(CodeBlockSyntax.self) || parent.is(ClosureExprSyntax.self) || parent.is(DeclSyntax.self) {
                return nil
            }
            child = parent
        }
        guard let statement = child.as(CodeBlockItemSyntax.self),
            let function = statement.parent?.parent?.parent?.as(FunctionDeclSyntax.self),
            conditions.contains(where: function.name.name.hasSuffix)
        else { return nil }
        return (function, statement)
    }

    private func isAlwaysMet(_ statement: CodeBlockItemSyntax) -> Bool {
        let choice = statement.item.expression?.as(IfExprSyntax.self)
        let conditions = statement.item.as(GuardStmtSyntax.self)?.conditions ?? choice?.conditions
        return conditions.flatMap { value(ofConditions: $0) } == .bool(true)
    }

    // MARK: - Tests

    /// Returns the functions in tests that lost a parameter for the toggle, by their names.
    private func emptiedHelpers() -> [String: Int] {
        var result: [String: Int] = [:]
        for removal in removals.values where project.isTest(removal.file) {
            guard removal.node.is(FunctionParameterSyntax.self),
                let function = removal.node.parent?.parent?.parent?.parent?.as(FunctionDeclSyntax.self),
                !isRemoved(function)
            else { continue }
            result[function.name.name] = removal.file
        }
        return result
    }

    /// Lists the tests of the side that stays whose names tell about the toggle: `testCartWithFeatureFlagEnabled`.
    private func listTestNames(_ helpers: [String: Int]) {
        guard case .bool(let isOn) = kept else { return }
        let sides: Set<String> =
            isOn ? ["enabled", "on", "active", "activated"] : ["disabled", "off", "inactive", "deactivated"]
        var places = removals.values.map { ($0.node, $0.file) } + values.values.map { ($0.node, $0.file) }
        for (name, file) in helpers {
            places += project.names(name, in: file).compactMap { use in use.token.parent.map { ($0, file) } }
        }
        for (node, file) in places where file >= 0 && project.isTest(file) {
            guard let test = testFunction(around: node, file)?.as(FunctionDeclSyntax.self), otherTests[test.id] == nil,
                !isRemoved(test)
            else { continue }
            let words = FlagNames.words(test.name.name)
            guard words.contains(where: Self.words.contains), words.contains(where: sides.contains) else { continue }
            remark(.read, file, test.name, "the name of this test tells about the toggle, which is gone; rename it")
        }
    }

    /// Lists the calls of functions that only created the flags of a test, and now always create the same.
    private func listHelpers(_ helpers: [String: Int]) {
        for (name, file) in helpers where FlagNames.words(name).contains(where: Self.words.contains) {
            for use in project.names(name, in: file) {
                guard let reference = use.token.parent?.as(DeclReferenceExprSyntax.self),
                    let call = reference.parent?.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
                    !isRemoved(call), testFunction(around: call, file).map({ otherTests[$0.id] == nil }) ?? true
                else { continue }
                remark(.read, file, call, "‘\(name)’ no longer sets the toggle; see whether this still needs it")
            }
        }
    }
}
