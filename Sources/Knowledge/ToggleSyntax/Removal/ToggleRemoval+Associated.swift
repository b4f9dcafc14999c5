import SwiftSyntax
import ToggleLint

/// Associated values of enum cases: `case cart(isNew: Bool)`.
extension ToggleRemoval {
    /// What the uses of a case show about one of its associated values.
    private struct AssociatedUses {
        /// The arguments for the value in calls and patterns.
        var arguments: [(node: LabeledExprSyntax, file: Int)] = []
        /// The uses of the names that patterns give the value.
        var reads: [(expression: ExprSyntax, file: Int)] = []
        /// Whether a call gives it another value.
        var isContested = false
    }

    /// A case with one of its associated values.
    private struct AssociatedValue {
        var element: EnumCaseElementSyntax
        var parameter: EnumCaseParameterSyntax
        var list: EnumCaseParameterListSyntax
        var index: Int
        var type: String

        var label: String? { parameter.firstName.flatMap { $0.text == "_" ? nil : $0.name } }

        init?(_ parameter: EnumCaseParameterSyntax, in tree: SourceTree) {
            guard let list = parameter.parent?.as(EnumCaseParameterListSyntax.self),
                let element = list.parent?.parent?.as(EnumCaseElementSyntax.self),
                let index = list.enumerated().first(where: { $0.element.id == parameter.id })?.offset,
                let type = EnclosingDeclarations(element, in: tree).types.first
            else { return nil }
            (self.element, self.parameter, self.list, self.index, self.type) = (element, parameter, list, index, type)
        }
    }

    /// Returns the associated value to which a call of a case gives a value.
    func associatedValue(
        _ name: String,
        _ position: Int,
        label: String?,
        count: Int
    ) -> (node: Syntax, file: Int)? {
        for (element, file) in enumCases(name) {
            guard let parameters = element.parameterClause?.parameters, parameters.count == count else { continue }
            let parameter = parameters[parameters.index(parameters.startIndex, offsetBy: position)]
            let own = parameter.firstName.flatMap { $0.text == "_" ? nil : $0.name }
            if own == label { return (Syntax(parameter), file) }
        }
        return nil
    }

    /// Returns the cases of enums with a name.
    private func enumCases(_ name: String) -> [(element: EnumCaseElementSyntax, file: Int)] {
        if let known = namedCases[name] { return known }
        let found = (project.names(name) ?? []).compactMap { found in
            found.token.parent?.as(EnumCaseElementSyntax.self).flatMap { element in
                element.name.id == found.token.id ? (element: element, file: found.file) : nil
            }
        }
        namedCases[name] = found
        return found
    }

    /// Tries to remove an associated value from its case, from all calls, and from all patterns; otherwise lists it.
    func solveAssociated(_ parameter: EnumCaseParameterSyntax, _ value: KnownValue, _ file: Int) {
        guard let tree = project.tree(file), let associated = AssociatedValue(parameter, in: tree) else { return }
        guard let uses = uses(of: associated, value) else { return note(associated, file) }
        constants[parameter.id] = nil
        guard !uses.isContested else {
            let reason = "‘\(associated.element.name.name)’ stays as it is, because other code gives it another value"
            constants[parameter.id] = (file, Syntax(associated.element.name), reason)
            return
        }
        solved.insert(parameter.id)
        remove(parameter, file)
        let isLast = associated.list.allSatisfy { solved.contains($0.id) }
        for argument in uses.arguments {
            // Without its last associated value, the case has no parentheses.
            remove(isLast ? argument.node.parent ?? Syntax(argument.node) : Syntax(argument.node), argument.file)
        }
        for read in uses.reads { set(value, of: read.expression, read.file) }
    }

    /// Lists an associated value that may always have the same value now.
    private func note(_ associated: AssociatedValue, _ file: Int) {
        let value = associated.label.map { "‘\($0)’" } ?? "this value"
        let reason = "\(value) of ‘\(associated.element.name.name)’ may now always be the same; see whether it can go"
        let node = associated.parameter.firstName.map { Syntax($0) } ?? Syntax(associated.parameter)
        constants[associated.parameter.id] = (file, node, reason)
    }

    // MARK: - Uses

    /// Collects the uses of an associated value; `nil` if it can't be removed everywhere.
    private func uses(of associated: AssociatedValue, _ value: KnownValue) -> AssociatedUses? {
        let element = associated.element
        let name = element.name.name
        guard let names = project.names(name), isFree(associated) else { return nil }
        let cases = enumCases(name)
        let isStaticElsewhere = names.contains { found in
            guard let node = declaredNode(found.token), let tree = project.tree(found.file),
                let copy = Copy(node, found.file, in: tree)
            else { return false }
            return copy.kind == .member && isStatic(copy)
        }
        guard !isStaticElsewhere else { return nil }
        var uses = AssociatedUses()
        for found in names {
            guard let tree = project.tree(found.file),
                let reference = found.token.parent?.as(DeclReferenceExprSyntax.self)
            else { continue }
            guard let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id
            else {
                if LocalName.declaration(of: name, at: reference) == nil,
                    EnclosingDeclarations(reference, in: tree).types.contains(associated.type)
                {
                    return nil
                }
                continue
            }
            if let base = access.base {
                guard base.isType || base.lastName == "Self" else { continue }
                let owner = base.lastName == "Self" ? EnclosingDeclarations(base, in: tree).types.first : base.lastName
                guard owner == associated.type else { continue }
            } else if cases.count > 1 {
                return nil
            }
            guard let call = access.parent?.as(FunctionCallExprSyntax.self),
                call.calledExpression.id == ExprSyntax(access).id
            else {
                // `case .cart:` matches any associated value.
                if access.base == nil || Self.isPattern(access) { continue }
                return nil
            }
            guard add(call, found.file, associated, value, &uses) else { return nil }
        }
        return uses
    }

    /// Returns whether an enum is no more than its cases: nothing is generated from them.
    private func isFree(_ associated: AssociatedValue) -> Bool {
        var node = Syntax(associated.element)
        while let parent = node.parent, !node.is(EnumDeclSyntax.self) { node = parent }
        guard let type = node.as(EnumDeclSyntax.self),
            project.types.ancestors(of: associated.type).isDisjoint(with: ["Codable", "Encodable", "Decodable"])
        else { return false }
        let generics = type.genericParameterClause?.parameters.map(\.name.name) ?? []
        guard associated.parameter.type.tokens(viewMode: .sourceAccurate).allSatisfy({ !generics.contains($0.name) })
        else { return false }
        let plain: Set<String> = ["frozen", "available", "MainActor", "usableFromInline", "dynamicMemberLookup"]
        return type.attributes.allSatisfy { element in
            element.as(AttributeSyntax.self)?.attributeName.lastName.map(plain.contains) ?? false
        }
    }

    /// Adds a call or pattern of a case; returns `false` if it can't lose the associated value.
    private func add(
        _ call: FunctionCallExprSyntax,
        _ file: Int,
        _ associated: AssociatedValue,
        _ value: KnownValue,
        _ uses: inout AssociatedUses
    ) -> Bool {
        guard call.trailingClosure == nil, call.arguments.count == associated.list.count else { return false }
        let argument = call.arguments[
            call.arguments.index(call.arguments.startIndex, offsetBy: associated.index)
        ]
        let label = argument.label.flatMap { $0.text == "_" ? nil : $0.name }
        guard Self.isPattern(call) else {
            guard label == associated.label else { return false }
            if input(argument.expression, file).value != value { uses.isContested = true }
            uses.arguments.append((argument, file))
            return true
        }
        guard label == nil || label == associated.label else { return false }
        uses.arguments.append((argument, file))
        if argument.expression.is(DiscardAssignmentExprSyntax.self) { return true }
        guard var pattern = argument.expression.as(PatternExprSyntax.self)?.pattern else { return false }
        if pattern.is(WildcardPatternSyntax.self) { return true }
        if let binding = pattern.as(ValueBindingPatternSyntax.self) {
            guard binding.bindingSpecifier.tokenKind == .keyword(.let) else { return false }
            pattern = binding.pattern
        }
        guard let token = pattern.as(IdentifierPatternSyntax.self)?.identifier, !Self.isShared(call) else {
            return false
        }
        for found in project.names(token.name, in: file) {
            guard let reference = found.token.parent?.as(DeclReferenceExprSyntax.self),
                LocalName.declaration(of: token.name, at: reference)?.id == token.id
            else { continue }
            if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id {
                continue
            }
            guard reference.parent?.is(ClosureCaptureSyntax.self) != true,
                reference.parent?.parent?.is(ClosureCaptureSyntax.self) != true
            else { return false }
            uses.reads.append((ExprSyntax(reference), file))
        }
        return true
    }

    /// Returns whether an expression is a pattern or a part of one.
    private static func isPattern(_ expression: some ExprSyntaxProtocol) -> Bool {
        var node = Syntax(expression).parent
        while let current = node {
            if current.is(ExpressionPatternSyntax.self) { return true }
            guard
                current.is(LabeledExprSyntax.self) || current.is(LabeledExprListSyntax.self)
                    || current.is(FunctionCallExprSyntax.self) || current.is(TupleExprSyntax.self)
                    || current.is(OptionalChainingExprSyntax.self)
            else { return false }
            node = current.parent
        }
        return false
    }

    /// Returns whether a pattern is one of several of a case, which bind the same names, or binds with `var`.
    private static func isShared(_ call: FunctionCallExprSyntax) -> Bool {
        var node = Syntax(call).parent
        while let current = node {
            if let binding = current.as(ValueBindingPatternSyntax.self),
                binding.bindingSpecifier.tokenKind != .keyword(.let)
            {
                return true
            }
            if let items = current.as(SwitchCaseItemListSyntax.self) { return items.count > 1 }
            if let items = current.as(CatchItemListSyntax.self) { return items.count > 1 }
            if current.is(ConditionElementSyntax.self) || current.is(ForStmtSyntax.self) { return false }
            node = current.parent
        }
        return true
    }
}
