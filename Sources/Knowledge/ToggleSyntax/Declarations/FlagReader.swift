import SwiftSyntax
import ToggleLint

/// Reads the flags of one declaration in a file.
struct FlagReader {
    let tree: SourceTree
    let source: LintConfiguration.DeclarationSource
    let index: Int
    /// The names of members that aren't flags.
    let except: Set<String>
    private let constants = TextConstants()

    init(tree: SourceTree, source: LintConfiguration.DeclarationSource, index: Int, except: Set<String> = []) {
        (self.tree, self.source, self.index, self.except) = (tree, source, index, except)
    }

    /// Returns the flags that are members of a type or extension, given the token of its name.
    func members(of token: TokenSyntax) -> [DeclaredFlag] {
        guard let declaration = TypeDeclaration(named: token, in: tree), takes(declaration) else { return [] }
        switch source.kind {
        case .cases: return cases(of: declaration)
        case .staticProperties, .instanceProperties: return properties(of: declaration)
        case .attributedProperties, .compilationConditions, .nimbusFeatures, .stringKeys: return []
        }
    }

    /// Returns whether a declaration can have flags of the source's kind.
    private func takes(_ declaration: TypeDeclaration) -> Bool {
        // A type with the same name inside another type is a different type.
        let container = declaration.container
        guard container == source.type || container.hasSuffix("." + source.type) else { return false }
        switch source.kind {
        case .cases: return declaration.keyword == .enum
        case .staticProperties: return declaration.keyword != .protocol
        default: return true
        }
    }

    private func cases(of declaration: TypeDeclaration) -> [DeclaredFlag] {
        let remoteNames = RemoteNames(of: declaration, in: tree)
        let descriptions = RemoteNames.descriptions(in: declaration)
        let headings = headings(of: declaration)
        return declaration.members.compactMap { $0.as(EnumCaseDeclSyntax.self) }.flatMap { member in
            let comment = headings.contains(member.id) ? nil : tree.comment(before: member)
            return member.elements.compactMap { element -> DeclaredFlag? in
                // A case with associated values isn't on or off.
                guard element.parameterClause == nil, takes(element.name) else { return nil }
                let raw = declaration.hasIntegers ? nil : element.rawValue?.value.stringLiteral
                let text = comment ?? descriptions[element.name.name]
                var flag = flag(element.name, raw, declaration.container, comment: text)
                flag.hasText = raw != nil || declaration.mayHaveTexts
                if let remoteNames {
                    flag.remoteName = remoteNames.name(of: flag)
                } else if declaration.hasIntegers {
                    flag.remoteName = .local
                }
                return flag
            }
        }
    }

    /// Returns the cases after a plain comment that is the heading of a group, rather than the description of its first
    /// case: it has no word of the name, and further cases follow without a comment or a blank line.
    private func headings(of declaration: TypeDeclaration) -> Set<SyntaxIdentifier> {
        let cases = declaration.members.compactMap { $0.as(EnumCaseDeclSyntax.self) }
        return Set(
            zip(cases, cases.dropFirst()).filter { first, second in
                guard let comment = tree.comment(before: first) else { return false }
                let before = tree.text(first.position.utf8Offset..<first.startOffset)
                let between = tree.text(second.position.utf8Offset..<second.startOffset)
                let isPlain = before.contains("//") && !before.contains("///") && !before.contains("/*")
                let follows =
                    !between.contains("//") && !between.contains("/*") && between.count(where: \.isNewline) == 1
                let names = Set(first.elements.flatMap { FlagNames.words($0.name.name) }.filter { $0.count > 3 })
                return isPlain && follows && names.isDisjoint(with: FlagNames.words(comment))
            }.map(\.0.id)
        )
    }

    private func properties(of declaration: TypeDeclaration) -> [DeclaredFlag] {
        let isStatic = source.kind == .staticProperties
        var properties = declaration.members.compactMap { $0.as(VariableDeclSyntax.self) }.flatMap { variable in
            FlagProperty.properties(
                of: variable,
                isStatic: isStatic,
                container: declaration.container,
                constants,
                in: tree
            )
        }
        .filter { $0.likelihood > .none }
        // Constants of other types are flags only in types that consist of them.
        if properties.contains(where: { $0.likelihood == .certain }) {
            properties.removeAll { $0.likelihood < .certain }
        }
        // A type that reads values by their keys also has properties that it derives from others.
        let least = source.type == FlagNames.userDefaults ? 1 : 3
        if properties.count(where: \.hasKeyInGetter) >= least { properties.removeAll { !$0.hasKeyInGetter } }
        let defaults = isStatic ? [:] : declaration.defaultsOfInitializers
        return properties.filter { takes($0.name) }.map { property in
            var flag = flag(property, declaration.container)
            // Another branch of the `#if` has the value in release builds.
            if property.variable.isOutsideOfReleases { flag.defaultValue = nil }
            if flag.defaultValue == nil { flag.defaultValue = defaults[property.name.name] }
            return flag
        }
    }

    /// Returns the flags of the property with an attribute.
    func property(under token: TokenSyntax) -> [DeclaredFlag] {
        var node = Syntax(token)
        while let parent = node.parent {
            if let attribute = parent.as(AttributeSyntax.self) {
                guard let variable = attribute.parent?.parent?.as(VariableDeclSyntax.self) else { return [] }
                let container = EnclosingDeclarations(variable, in: tree).types.reversed().joined(separator: ".")
                return FlagProperty.properties(
                    of: variable,
                    under: attribute,
                    container: container,
                    constants,
                    in: tree
                )
                .filter { $0.likelihood == .certain && takes($0.name) }.map { flag($0, container) }
            }
            guard node.is(TokenSyntax.self) || node.is(TypeSyntax.self) else { return [] }
            node = parent
        }
        return []
    }

    private func takes(_ name: TokenSyntax) -> Bool {
        !except.contains(name.name)
    }

    private func flag(_ property: FlagProperty, _ container: String) -> DeclaredFlag {
        let comment = tree.comment(before: property.variable)
        var flag = flag(property.name, property.key, container, comment: comment)
        flag.defaultValue = property.defaultValue
        flag.valueType = property.valueType ?? property.objectType
        return flag
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
}

extension SourceTree {
    /// Returns the comment before a declaration, as one line.
    func comment(before declaration: some SyntaxProtocol) -> String? {
        let text = text(declaration.position.utf8Offset..<declaration.startOffset)
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast().reversed() {
            let words = line.trimmed
            if words.hasPrefix("// MARK") || words.hasPrefix("//  ") && lines.isEmpty { break }
            guard words.hasPrefix("/") || words.hasPrefix("*") else { break }
            let content = String(words.drop { $0 == "/" || $0 == "*" }).trimmed
            // Code that isn't compiled is about another flag.
            if ["case ", "static ", "let ", "var "].contains(where: content.hasPrefix) { break }
            if !content.isEmpty {
                lines.append(content.hasSuffix("*/") ? String(content.dropLast(2)).trimmed : content)
            }
        }
        return lines.isEmpty ? nil : lines.reversed().joined(separator: " ")
    }
}

extension VariableDeclSyntax {
    /// Whether it is in a branch of an `#if` in a type, and release builds compile another branch of it.
    fileprivate var isOutsideOfReleases: Bool {
        guard let clause = parent?.parent?.parent?.as(IfConfigClauseSyntax.self),
            let release = clause.parent?.parent?.as(IfConfigDeclSyntax.self)?.releaseClause
        else { return false }
        return release.id != clause.id
    }
}
