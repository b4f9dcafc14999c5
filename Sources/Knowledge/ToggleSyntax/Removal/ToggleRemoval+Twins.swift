import SwiftSyntax

/// Declarations that would collide with one that loses a parameter.
extension ToggleRemoval {
    /// The parameters of a function without one that goes, as far as they tell functions apart.
    private struct Shape {
        var all: [String] = []
        /// Those without a default.
        var required: Set<String> = []

        /// Returns whether a call can have the arguments of both.
        func collides(with other: Shape) -> Bool {
            required.isSubset(of: other.all) && other.required.isSubset(of: all)
        }
    }

    /// Returns whether a call without the argument for a parameter could be one of another function.
    func hasTwin(_ copy: Copy, without parameter: FunctionParameterSyntax, _ owner: FunctionOwner) -> Bool {
        guard let clause = parameter.parent?.as(FunctionParameterListSyntax.self) else { return true }
        let left = clause.map(\.self).filter { $0.id != parameter.id && removals[$0.id] == nil }
        let others: [FunctionParameterClauseSyntax]
        if copy.declaration.is(InitializerDeclSyntax.self) {
            guard let type = copy.type else { return false }
            if left.isEmpty, overridesInitializer(type) { return true }
            others = ([type] + project.types.ancestors(of: type)).flatMap(initializers(of:)).filter { other in
                isOther(Syntax(other), copy.declaration)
            }
            .map(\.signature.parameterClause)
        } else {
            others = project.functions(owner.name).filter { other in
                isOther(Syntax(other), copy.declaration) && isBeside(other, copy)
            }
            .map(\.signature.parameterClause)
        }
        // The implementations of a requirement lose the same parameter.
        let different = others.filter { $0.parameters.map(\.firstName.name) != owner.labels }
        guard !different.isEmpty else { return false }
        let shape = shape(of: left)
        return different.contains { other in
            shape.collides(with: self.shape(of: other.parameters.filter { removals[$0.id] == nil }))
        }
    }

    private func shape(of parameters: some Sequence<FunctionParameterSyntax>) -> Shape {
        var shape = Shape()
        for parameter in parameters {
            let text =
                parameterTexts[parameter.id]
                ?? "\(parameter.firstName.name):\(parameter.type.trimmedDescription)"
            parameterTexts[parameter.id] = text
            shape.all.append(text)
            if parameter.defaultValue == nil, parameter.ellipsis == nil { shape.required.insert(text) }
        }
        return shape
    }

    /// Returns whether a declaration is another one that stays.
    private func isOther(_ other: Syntax, _ declaration: Syntax) -> Bool {
        other.id != declaration.id && !isRemoved(other)
    }

    /// Returns the initializers of a type.
    func initializers(of type: String) -> [InitializerDeclSyntax] {
        if let known = typeInitializers[type] { return known }
        var found: [InitializerDeclSyntax] = []
        for file in project.types.files[type] ?? [] { found += initializers(in: file)[type] ?? [] }
        typeInitializers[type] = found
        return found
    }

    /// Returns the initializers of a file by their types.
    private func initializers(in file: Int) -> [String: [InitializerDeclSyntax]] {
        if let known = fileInitializers[file] { return known }
        var found: [String: [InitializerDeclSyntax]] = [:]
        if let tree = project.tree(file) {
            for initializer in project.declarations("init", ofKind: InitializerDeclSyntax.self, in: file) {
                guard let type = EnclosingDeclarations(initializer, in: tree).types.first else { continue }
                found[type, default: []].append(initializer)
            }
        }
        fileInitializers[file] = found
        return found
    }

    /// Returns whether `init()` of a class would override one of a class of a framework.
    private func overridesInitializer(_ type: String) -> Bool {
        project.types.ancestors(of: type).contains { parent in
            project.types.files[parent] == nil && ["UI", "NS", "XC", "CA"].contains(where: parent.hasPrefix)
        }
    }

    /// Returns whether two functions are members of the same type or of related ones, or in the same scope.
    private func isBeside(_ other: FunctionDeclSyntax, _ copy: Copy) -> Bool {
        let (own, type) = (copy.type, Self.typePath(of: Syntax(other)).first)
        if other.parent?.is(MemberBlockItemSyntax.self) == true {
            // Types in different ones can have the same name.
            let isSame = zip(Self.typePath(of: Syntax(other)), Self.typePath(of: copy.declaration)).allSatisfy(==)
            return own.flatMap { own in
                type.map { own == $0 ? isSame : project.types.areRelated(own, $0) }
            } ?? false
        }
        guard copy.declaration.parent?.is(CodeBlockItemSyntax.self) == true else { return false }
        let isGlobal = other.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
        return isGlobal
            ? copy.declaration.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
            : other.parent?.parent?.id == copy.declaration.parent?.parent?.id
    }

    /// Returns the names of the types around a declaration, innermost first.
    private static func typePath(of declaration: Syntax) -> [String] {
        var result: [String] = []
        var node = declaration.parent
        while let current = node {
            if let type = current.as(ExtensionDeclSyntax.self)?.extendedType {
                result += type.trimmedDescription.split(separator: ".").reversed().map(String.init)
            } else if current.asProtocol((any DeclGroupSyntax).self) != nil,
                let type = current.asProtocol((any NamedDeclSyntax).self)
            {
                result.append(type.name.name)
            }
            node = current.parent
        }
        return result
    }
}
