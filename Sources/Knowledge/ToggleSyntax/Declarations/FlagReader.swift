import SwiftSyntax
import ToggleLint

/// Reads the flags of one declaration in a file.
struct FlagReader {
    let tree: SourceTree
    let source: LintConfiguration.DeclarationSource
    let index: Int

    /// Returns the flags that are members of a type or extension, given the token of its name.
    func members(of token: TokenSyntax) -> [DeclaredFlag] {
        guard let (block, container, isInteger) = declaration(token) else { return [] }
        // A type with the same name inside another type is a different type.
        guard container == source.type || container.hasSuffix("." + source.type) else { return [] }
        var result: [DeclaredFlag] = []
        for item in members(block) {
            switch source.kind {
            case .cases:
                guard let declaration = item.decl.as(EnumCaseDeclSyntax.self) else { continue }
                let comment = comment(Syntax(declaration))
                for element in declaration.elements {
                    let raw = isInteger ? nil : element.rawValue?.value.stringLiteral
                    result.append(flag(element.name, raw, container, comment: comment))
                }
            case .staticProperties:
                guard let variable = item.decl.as(VariableDeclSyntax.self),
                    variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) })
                else { continue }
                result += properties(variable, container, raw: nil)
            case .attributedProperties, .stringKeys: continue
            }
        }
        return result
    }

    /// Returns the flags of the property with an attribute.
    func property(under token: TokenSyntax) -> [DeclaredFlag] {
        var node = Syntax(token)
        while let parent = node.parent {
            if let attribute = parent.as(AttributeSyntax.self) {
                guard let variable = attribute.parent?.parent?.as(VariableDeclSyntax.self) else { return [] }
                let container = EnclosingDeclarations(variable, in: tree).types.reversed().joined(separator: ".")
                let arguments = attribute.arguments?.as(LabeledExprListSyntax.self)
                let key = arguments?.first { ["key", "name", nil].contains($0.label?.name) }?.expression.stringLiteral
                let value = arguments?.first {
                    ["defaultValue", "default", "wrappedValue"].contains($0.label?.name ?? "")
                }
                return properties(variable, container, raw: key, attributeDefault: value?.expression)
            }
            guard node.is(TokenSyntax.self) || node.is(TypeSyntax.self) else { return [] }
            node = parent
        }
        return []
    }

    private func properties(
        _ variable: VariableDeclSyntax,
        _ container: String,
        raw: String?,
        attributeDefault: ExprSyntax? = nil
    ) -> [DeclaredFlag] {
        variable.bindings.compactMap { binding in
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { return nil }
            let value = attributeDefault ?? binding.initializer?.value
            let type = binding.typeAnnotation.map { tree.text($0.type.offsets) }
            guard isFlag(type: type, value: value) else { return nil }
            var flag = flag(name, raw ?? value.flatMap(Self.keyInside), container, comment: comment(Syntax(variable)))
            flag.defaultValue = value.flatMap(literal)
            flag.valueType = type ?? value.flatMap(Self.literalType)
            return flag
        }
    }

    /// Returns whether a property can be a toggle according to its type; a function or a store can't.
    private func isFlag(type: String?, value: ExprSyntax?) -> Bool {
        guard source.kind == .attributedProperties else { return true }
        guard let type else { return value?.booleanLiteral != nil }
        return type == "Bool" || type == "Bool?"
    }

    /// Returns the key in `Flag(key: "x", …)` or `Flag("x")`.
    private static func keyInside(_ value: ExprSyntax) -> String? {
        guard let call = value.as(FunctionCallExprSyntax.self) else { return nil }
        return call.arguments.first { ["key", "name", "rawValue", nil].contains($0.label?.name) }?.expression
            .stringLiteral
    }

    private func literal(_ value: ExprSyntax) -> String? {
        let isLiteral =
            value.is(BooleanLiteralExprSyntax.self) || value.is(IntegerLiteralExprSyntax.self)
            || value.is(FloatLiteralExprSyntax.self) || value.stringLiteral != nil
        return isLiteral ? tree.text(value.offsets) : nil
    }

    private static func literalType(_ value: ExprSyntax) -> String? {
        if value.is(BooleanLiteralExprSyntax.self) { return "Bool" }
        if value.is(IntegerLiteralExprSyntax.self) { return "Int" }
        if value.is(FloatLiteralExprSyntax.self) { return "Double" }
        return value.stringLiteral == nil ? nil : "String"
    }

    private func flag(_ name: TokenSyntax, _ raw: String?, _ container: String, comment: String?) -> DeclaredFlag {
        DeclaredFlag(
            key: source.key(name: name.name, rawValue: raw),
            name: name.name,
            rawValue: raw,
            container: container,
            source: index,
            path: tree.path,
            range: tree.lines.range(name.offsets),
            comment: comment
        )
    }

    /// Returns the members of a type or extension, its full name, and whether its raw values are numbers, given the
    /// token of its name.
    private func declaration(_ token: TokenSyntax) -> (MemberBlockSyntax, String, Bool)? {
        guard let parent = token.parent else { return nil }
        let block: MemberBlockSyntax? =
            switch parent.as(SyntaxEnum.self) {
            case .enumDecl(let type) where type.name.id == token.id: type.memberBlock
            case .structDecl(let type) where type.name.id == token.id: type.memberBlock
            case .classDecl(let type) where type.name.id == token.id: type.memberBlock
            case .actorDecl(let type) where type.name.id == token.id: type.memberBlock
            default: nil
            }
        if let block {
            let around = EnclosingDeclarations(parent, in: tree).types.reversed()
            let isInteger = parent.as(EnumDeclSyntax.self)?.inheritanceClause?.inheritedTypes.contains {
                ["Int", "UInt", "Int32", "UInt8"].contains($0.type.lastName)
            }
            return (block, (around + [token.name]).joined(separator: "."), isInteger ?? false)
        }
        var type = parent
        while !type.is(ExtensionDeclSyntax.self), type.is(TypeSyntax.self), let next = type.parent { type = next }
        guard source.kind == .staticProperties, let declaration = type.as(ExtensionDeclSyntax.self),
            declaration.extendedType.lastName == token.name
        else { return nil }
        return (declaration.memberBlock, tree.text(declaration.extendedType.offsets), false)
    }

    /// Returns the members of a block, including those in `#if`.
    private func members(_ block: MemberBlockSyntax) -> [MemberBlockItemSyntax] {
        var result: [MemberBlockItemSyntax] = []
        var lists = [block.members]
        while let list = lists.popLast() {
            for item in list {
                guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else {
                    result.append(item)
                    continue
                }
                for clause in conditional.clauses {
                    if case .decls(let inner)? = clause.elements { lists.append(inner) }
                }
            }
        }
        return result.sorted { $0.position < $1.position }
    }

    /// Returns the comment before a declaration, as one line.
    private func comment(_ declaration: Syntax) -> String? {
        let start = declaration.startOffset
        let text = tree.text(declaration.position.utf8Offset..<start)
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast().reversed() {
            let words = line.trimmed
            if words.hasPrefix("// MARK") || words.hasPrefix("//  ") && lines.isEmpty { break }
            guard words.hasPrefix("/") || words.hasPrefix("*") else { break }
            let content = String(words.drop { $0 == "/" || $0 == "*" }).trimmed
            if !content.isEmpty {
                lines.append(content.hasSuffix("*/") ? String(content.dropLast(2)).trimmed : content)
            }
        }
        return lines.isEmpty ? nil : lines.reversed().joined(separator: " ")
    }
}
