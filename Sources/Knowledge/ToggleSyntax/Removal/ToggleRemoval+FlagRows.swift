import SwiftSyntax
import ToggleLint

/// Cases of enums that are the rows of a debug menu, each with its flag.
extension ToggleRemoval {
    /// A case with the place that gives it the flag: `case .cart: return .newCart`.
    struct FlagRow {
        var element: EnumCaseElementSyntax
        var file: Int
        var type: String
        var flag: Syntax
        var flagFile: Int
    }

    /// What a row is removed with.
    private struct FlagRowUses {
        var arms: [(item: SwitchCaseItemSyntax, file: Int)] = []
        var elements: [(node: ArrayElementSyntax, file: Int)] = []
        var comparisons: [(expression: ExprSyntax, file: Int)] = []
    }

    /// Returns the row whose flag is the result of the only statement of a case: `case .cart: return .newCart`.
    func flagRow(_ flag: Syntax, _ file: Int) -> FlagRow? {
        let item = flag.parent?.as(ReturnStmtSyntax.self)?.parent ?? flag.parent
        guard let clause = item?.as(CodeBlockItemSyntax.self)?.parent?.parent?.as(SwitchCaseSyntax.self),
            clause.statements.count == 1, case .case(let label) = clause.label,
            let pattern = label.caseItems.only?.pattern.as(ExpressionPatternSyntax.self),
            let access = pattern.expression.as(MemberAccessExprSyntax.self), access.base == nil,
            label.caseItems.only?.whereClause == nil, isOutsideProduct(flag, file),
            let choice = clause.parent?.parent?.as(SwitchExprSyntax.self),
            let type = typeName(of: choice.subject, file)
        else { return nil }
        let declared = (project.names(access.declName.baseName.name) ?? []).compactMap { found in
            found.token.parent?.as(EnumCaseElementSyntax.self).flatMap { element in
                element.name.id == found.token.id && enclosingTypes(of: found.token, found.file).first == type
                    ? (element: element, file: found.file) : nil
            }
        }
        return declared.only.map {
            FlagRow(element: $0.element, file: $0.file, type: type, flag: flag, flagFile: file)
        }
    }

    /// Removes the rows of the flag, or blocks the removal where other code needs them.
    func solveFlagRows() {
        var removable: [(row: FlagRow, uses: FlagRowUses)] = []
        for row in flagRows where !isRemoved(row.element) && !isRemoved(row.flag) {
            if let uses = uses(of: row) {
                removable.append((row, uses))
            } else {
                block(row.flagFile, row.flag, "the flag is returned as a value")
            }
        }
        flagRows = []
        for (row, uses) in removable {
            // The row of a flag that stays is still equal to itself.
            guard !isBlocked else {
                keep(row.element.name, row.file)
                continue
            }
            removeMention(enumCase(row.element), row.file)
            for arm in uses.arms { removeArm(arm.item, arm.file) }
            for element in uses.elements { removeMention(element.node, element.file) }
            for comparison in uses.comparisons { set(.gone, of: comparison.expression, comparison.file) }
        }
        run()
    }

    /// Returns the uses of a row; `nil` if other code needs it, or may use it.
    private func uses(of row: FlagRow) -> FlagRowUses? {
        guard row.element.parameterClause == nil, isRemovable(row), let names = project.names(row.element.name.name)
        else { return nil }
        var uses = FlagRowUses()
        for found in names where found.token.id != row.element.name.id && !isRemoved(found.token) {
            guard let reference = found.token.parent?.as(DeclReferenceExprSyntax.self) else { continue }
            guard let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id
            else {
                if enclosingTypes(of: found.token, found.file).contains(row.type),
                    LocalName.declaration(of: found.token.name, at: reference) == nil
                {
                    return nil
                }
                continue
            }
            guard let isOwn = isUse(access, of: row, found.file) else { return nil }
            guard isOwn else { continue }
            guard isOutsideProduct(access, found.file), add(access, found.file, to: &uses) else { return nil }
        }
        return uses
    }

    /// Returns whether an enum stays valid without one of its cases.
    private func isRemovable(_ row: FlagRow) -> Bool {
        var node = Syntax(row.element)
        while let parent = node.parent, !node.is(EnumDeclSyntax.self) { node = parent }
        guard let type = node.as(EnumDeclSyntax.self), type.attributes.isEmpty,
            project.types.ancestors(of: row.type).isDisjoint(with: ["Codable", "Encodable", "Decodable"])
        else { return false }
        let others = type.memberBlock.members.lazy.compactMap { $0.decl.as(EnumCaseDeclSyntax.self)?.elements }
            .joined().filter { $0.id != row.element.id && !self.isRemoved($0) }
        // A case may also be created with its raw value.
        return !others.isEmpty
            && (project.names(row.type) ?? []).allSatisfy { name in
                let call = name.token.parent?.parent?.as(FunctionCallExprSyntax.self)
                return call?.arguments.first?.label?.text != "rawValue"
            }
    }

    /// Returns whether a member is a row; `nil` if it may be.
    private func isUse(_ access: MemberAccessExprSyntax, of row: FlagRow, _ file: Int) -> Bool? {
        if let base = access.base {
            guard base.isType || base.lastName == "Self" else { return false }
            return (base.lastName == "Self" ? typeName(of: base, file) : base.lastName) == row.type
        }
        var node = Syntax(access)
        while let parent = node.parent, parent.is(ExprSyntax.self) || parent.is(PatternSyntax.self) { node = parent }
        if let item = node.parent?.as(SwitchCaseItemSyntax.self),
            let clause = item.parent?.parent?.parent?.as(SwitchCaseSyntax.self),
            let choice = clause.parent?.parent?.as(SwitchExprSyntax.self)
        {
            return typeName(of: choice.subject, file).map { $0 == row.type }
        }
        if let value = comparedValue(access) { return typeName(of: value, file).map { $0 == row.type } }
        if flagRows.contains(where: { $0.flag.id == Syntax(access).id }) { return false }
        // A read of the flag has its name, too.
        var outer: Syntax? = Syntax(access)
        while let current = outer, !current.is(CodeBlockItemSyntax.self) {
            if values[current.id] != nil { return false }
            outer = current.parent
        }
        let types = expectedTypes(ExprSyntax(access), file)
        guard !types.isEmpty, types.allSatisfy({ $0 != nil }) else { return nil }
        return types.contains(row.type)
    }

    /// Adds a use of a row; returns `false` if it can't lose the row.
    private func add(_ access: MemberAccessExprSyntax, _ file: Int, to uses: inout FlagRowUses) -> Bool {
        guard let parent = access.parent else { return false }
        if let pattern = parent.as(ExpressionPatternSyntax.self) {
            guard let item = pattern.parent?.as(SwitchCaseItemSyntax.self), item.whereClause == nil,
                let clause = item.parent?.parent?.parent?.as(SwitchCaseSyntax.self), !followsFallthrough(clause)
            else { return false }
            uses.arms.append((item, file))
            return true
        }
        if let element = parent.as(ArrayElementSyntax.self) {
            guard let list = element.parent?.as(ArrayElementListSyntax.self), list.count > 1 else { return false }
            uses.elements.append((element, file))
            return true
        }
        guard comparedValue(access) != nil else { return false }
        uses.comparisons.append((ExprSyntax(access), file))
        return true
    }

    /// Returns the value on the left side of a comparison with a row: `row == .cart`.
    private func comparedValue(_ access: MemberAccessExprSyntax) -> ExprSyntax? {
        guard let elements = access.parent?.as(ExprListSyntax.self).map({ Array($0) }),
            let index = elements.firstIndex(where: { $0.id == ExprSyntax(access).id }), index >= 2,
            let operation = elements[index - 1].as(BinaryOperatorExprSyntax.self)?.operator.text
        else { return nil }
        return operation == "==" || operation == "!=" ? elements[index - 2] : nil
    }
}
