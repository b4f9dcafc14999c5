import SwiftSyntax
import ToggleLint
import ToggleManifest

/// The flags that one type declares in one file.
struct DeclarationPart: Sendable {
    /// The last name of the type; for attributes the name of the attribute.
    var type: String
    var kind: LintConfiguration.DeclarationSource.Kind
    /// The full name of the type that contains the flags.
    var container: String
    var keyword: TypeDeclaration.Keyword
    var path: String
    var flags: [DeclaredFlag]
    /// The types of the flags, if they aren't Boolean: `FeatureConfig`.
    var valueTypes: Set<String> = []
    /// The names of the flags under a heading that says that they are flags.
    var underHeading: Set<String> = []
    /// The names of the flags that code can change.
    var settable: Set<String> = []
    /// The number of flags whose getter mentions the flag of another type with the same name.
    var mirrored = 0
    /// The names that the getters of flags pass on, such as `newCheckout` in `isOn(.newCheckout)`.
    var passed: [String: Set<String>] = [:]
    /// The types of flags that have these properties by `@dynamicMemberLookup`.
    var wrappers: Set<String> = []
    /// How the keys of the flags are made from their names.
    var keyStyle = LintConfiguration.DeclarationSource.KeyStyle.snakeCase
    /// Whether the type stores nothing but the flags.
    var isComplete = false
    /// Whether only the file can see the type.
    var isPrivate = false
    var isTest = false
    var isGenerated = false
}

/// What the syntax of a file says about declarations of flags.
struct FileParts: Sendable {
    var path: String
    var parts: [DeclarationPart] = []
    /// The types from which a type inherits, also in extensions.
    var inherited: [String: Set<String>] = [:]
    /// The Boolean properties of objects by type.
    var properties: [String: Set<String>] = [:]
    var tables: [FlagTable] = []
}

/// Reads the declarations of a file that may contain flags.
struct PartReader {
    let tree: SourceTree
    /// The attributes whose properties may be flags.
    let attributes: Set<String>
    private let headings: [(offset: Int, isOfFlags: Bool)]
    private(set) var result: FileParts

    /// The types whose properties a type of flags has by `@dynamicMemberLookup`, with those types.
    private let forwarded: [String: Set<String>]
    /// Whether only tables and properties are read.
    private let readsTables: Bool

    private init(
        path: String,
        bytes: [UInt8],
        attributes: Set<String>,
        forwarded: [String: Set<String>],
        readsTables: Bool
    ) {
        self.forwarded = forwarded
        tree = SourceTree(path: path, bytes: bytes)
        self.attributes = attributes
        self.readsTables = readsTables
        headings = readsTables ? [] : Self.headings(in: tree)
        result = FileParts(path: path)
    }

    /// Returns the tables of a file that declares no flags, and the Boolean properties of its types.
    static func tables(path: String, bytes: [UInt8]) -> FileParts {
        parts(path: path, bytes: bytes, attributes: [], readsTables: true)
    }

    /// Returns the declarations of a file.
    static func parts(
        path: String,
        bytes: [UInt8],
        attributes: Set<String>,
        forwarded: [String: Set<String>] = [:],
        readsTables: Bool = false
    ) -> FileParts {
        guard bytes.count <= SourceTree.maximumSize, !bytes.withUnsafeBufferPointer(NestingGuard.isTooDeep) else {
            return FileParts(path: path)
        }
        var reader = PartReader(
            path: path,
            bytes: bytes,
            attributes: attributes,
            forwarded: forwarded,
            readsTables: readsTables
        )
        reader.read()
        if readsTables { return reader.result }
        let (isTest, isGenerated) = (FlagNames.isTest(path), FlagNames.isGenerated(path, bytes))
        for index in reader.result.parts.indices {
            reader.result.parts[index].isTest = isTest
            reader.result.parts[index].isGenerated = isGenerated
        }
        return reader.result
    }

    /// Returns the static properties of each type in a file, with the source that describes them.
    static func constants(
        path: String,
        bytes: [UInt8]
    ) -> [(source: LintConfiguration.DeclarationSource, flags: [DeclaredFlag])] {
        guard bytes.count <= SourceTree.maximumSize, !bytes.withUnsafeBufferPointer(NestingGuard.isTooDeep) else {
            return []
        }
        let reader = PartReader(path: path, bytes: bytes, attributes: [], forwarded: [:], readsTables: true)
        var result: [(source: LintConfiguration.DeclarationSource, flags: [DeclaredFlag])] = []
        for case let (type, token)? in reader.declarations.map(\.type) {
            let source = LintConfiguration.DeclarationSource(
                kind: .staticProperties,
                type: type.container,
                file: path,
                key: .snakeCase
            )
            let flags = FlagReader(tree: reader.tree, source: source, index: 0).members(of: token)
            if !flags.isEmpty { result.append((source, flags)) }
        }
        return result
    }

    private mutating func read() {
        for (declaration, type) in declarations {
            if let function = declaration.as(FunctionDeclSyntax.self) { readTable(of: function, owner: nil) }
            if let (type, token) = type { read(type, token) }
        }
    }

    /// The declarations outside of functions, also those in types and in `#if`; for types with the token of the name.
    private var declarations: [(DeclSyntax, type: (TypeDeclaration, TokenSyntax)?)] {
        var rest = tree.root.statements.compactMap { item -> DeclSyntax? in
            if case .decl(let declaration) = item.item { return declaration }
            return nil
        }
        var result: [(DeclSyntax, type: (TypeDeclaration, TokenSyntax)?)] = []
        while let declaration = rest.popLast() {
            if let conditional = declaration.as(IfConfigDeclSyntax.self) {
                for clause in conditional.clauses {
                    if case .statements(let items)? = clause.elements {
                        for item in items { if case .decl(let inner) = item.item { rest.append(inner) } }
                    }
                }
            }
            let type = declaration.nameOfType.flatMap { token in
                TypeDeclaration(named: token, in: tree).map { ($0, token) }
            }
            result.append((declaration, type))
            if let (type, _) = type { rest += type.members }
        }
        return result
    }

    private mutating func read(_ type: TypeDeclaration, _ token: TokenSyntax) {
        let name = token.name
        // The keys of a model in JSON.
        if name == "CodingKeys" || type.inherited.contains("CodingKey") { return }
        let chain = type.container.split(separator: ".").map(FlagNames.rank)
        let wrappers = forwarded[name] ?? []
        let own = wrappers.isEmpty ? FlagNames.rank(ofType: name) : .strong
        // The types inside a type of flags group them.
        let around = chain.dropLast().max() ?? .none
        let isGroup = own < .strong && (around == .strong || around == .weak && FlagNames.listsKeys(name))
        let rank = isGroup ? around : own
        if !type.inherited.isEmpty { result.inherited[name, default: []].formUnion(type.inherited) }
        let kinds: [LintConfiguration.DeclarationSource.Kind] =
            type.keyword == .enum ? [.cases, .staticProperties] : [.staticProperties, .instanceProperties]
        for kind in kinds {
            if readsTables || isGroup && kind != .staticProperties && (kind != .cases || !FlagNames.listsKeys(name)) {
                continue
            }
            let source = LintConfiguration.DeclarationSource(
                kind: kind,
                type: isGroup ? type.container : name,
                // The only member of a type that is one flag says nothing: `CheckoutFeatureFlag.isEnabled`.
                key: kind == .staticProperties && FlagNames.isOneFlag(name) && type.isOneFlag ? .typeName : .snakeCase
            )
            let flags = FlagReader(tree: tree, source: source, index: 0).members(of: token)
            guard !flags.isEmpty else { continue }
            // `extension NSEvent.ModifierFlags` adds to the options of a framework.
            if type.keyword == .extension, FlagNames.isOfFramework(type.container),
                flags.contains(where: { $0.valueType?.isBoolean != true })
            {
                continue
            }
            // Without a name that says so, the keys in the declarations do.
            let keyed = flags.count { $0.rawValue != nil }
            let least = name == FlagNames.userDefaults ? 1 : 3
            let isShaped = kind != .cases && keyed >= least && keyed * 2 >= flags.count
            // So does a type of flags.
            let isTyped =
                kind == .instanceProperties && flags.contains { $0.valueType.map(FlagNames.isOneFlag) ?? false }
            let isFetched = kind == .staticProperties && fetched(type).intersection(flags.map(\.name)).count >= least
            let isConfigured = kind == .instanceProperties && isConfiguration(type, flags)
            let isHeaded = kind == .staticProperties && namesUnderHeading(flags).count >= 2
            guard rank > .none || isShaped || isTyped || isFetched || isConfigured || isHeaded else { continue }
            var part = DeclarationPart(
                type: source.type,
                kind: kind,
                container: type.container,
                keyword: type.keyword,
                path: tree.path,
                flags: flags,
                valueTypes: kind == .staticProperties ? valueTypes(type) : []
            )
            part.underHeading = namesUnderHeading(flags)
            part.mirrored = mirrored(type, flags)
            part.passed = kind == .cases ? [:] : passed(type, flags)
            part.settable = settable(type)
            part.wrappers = wrappers
            part.keyStyle = source.key
            part.isPrivate = type.isPrivate
            part.isComplete = type.storedCount == flags.count
            result.parts.append(part)
        }
        for member in type.members {
            if let variable = member.as(VariableDeclSyntax.self) {
                readAttributes(of: variable, in: type)
                readProperty(variable, of: type, name)
            } else if let function = member.as(FunctionDeclSyntax.self) {
                readTable(of: function, owner: name)
                readOwnTable(function, of: name, type.keyword)
                let result = function.signature.returnClause?.type
                if !function.modifiers.areStatic, result.map({ tree.text($0.offsets) }) == "Bool" {
                    self.result.properties[name, default: []].insert(function.name.name)
                }
            }
        }
    }

    private mutating func readAttributes(of variable: VariableDeclSyntax, in type: TypeDeclaration) {
        for case .attribute(let attribute) in variable.attributes {
            guard let name = attribute.attributeName.lastName, attributes.contains(name),
                let token = attribute.attributeName.lastToken(viewMode: .sourceAccurate)
            else { continue }
            let source = LintConfiguration.DeclarationSource(kind: .attributedProperties, type: name, key: .snakeCase)
            let nameToken = attribute.attributeName.as(IdentifierTypeSyntax.self)?.name ?? token
            let flags = FlagReader(tree: tree, source: source, index: 0).property(under: nameToken)
            guard !flags.isEmpty else { continue }
            var part = DeclarationPart(
                type: name,
                kind: .attributedProperties,
                container: type.container,
                keyword: type.keyword,
                path: tree.path,
                flags: flags
            )
            part.underHeading = namesUnderHeading(flags)
            part.passed = passed(attribute, flags)
            result.parts.append(part)
        }
    }

    // MARK: - Tables

    private mutating func readProperty(_ variable: VariableDeclSyntax, of type: TypeDeclaration, _ name: String) {
        for binding in variable.bindings {
            guard let property = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name else { continue }
            if let dictionary = binding.initializer?.value.as(DictionaryExprSyntax.self) {
                let key = binding.typeAnnotation?.type.as(DictionaryTypeSyntax.self)?.key.lastName
                FlagTable(dictionary, type: key ?? name, owner: name, name: property).map { result.tables.append($0) }
            }
            guard !variable.modifiers.areStatic, let annotation = binding.typeAnnotation,
                let accessors = binding.accessorBlock
            else { continue }
            let isBoolean = tree.text(annotation.type.offsets).isBoolean
            if isBoolean { result.properties[name, default: []].insert(property) }
            guard case .getter(let body) = accessors.accessors else { continue }
            let table = FlagTable(body, type: name, owner: name, name: property, text: "\(name).\(property)")
            if let table, isBoolean || table.count > 0 { result.tables.append(table) }
        }
    }

    private mutating func readTable(of function: FunctionDeclSyntax, owner: String?) {
        guard let body = function.body, function.signature.returnClause != nil else { return }
        for parameter in function.signature.parameterClause.parameters {
            guard let type = parameter.type.lastName else { continue }
            let labels = function.signature.parameterClause.parameters.map { $0.firstName.name + ":" }.joined()
            let text = [owner, "\(function.name.name)(\(labels))"].compactMap(\.self).joined(separator: ".")
            let table = FlagTable(body.statements, type: type, owner: owner, name: function.name.name, text: text)
            if let table, table.count > 0 { result.tables.append(table) }
        }
    }

    /// Reads the values that a function of an enum returns for its cases: `func defaultValue() -> NSObject`.
    private mutating func readOwnTable(
        _ function: FunctionDeclSyntax,
        of type: String,
        _ keyword: TypeDeclaration.Keyword
    ) {
        guard keyword == .enum, !function.modifiers.areStatic, function.signature.returnClause != nil,
            function.signature.parameterClause.parameters.isEmpty, let body = function.body
        else { return }
        let text = "\(type).\(function.name.name)()"
        let table = FlagTable(body.statements, type: type, owner: type, name: function.name.name, text: text)
        if let table, table.count > 0 { result.tables.append(table) }
    }

    // MARK: - Details

    private func valueTypes(_ type: TypeDeclaration) -> Set<String> {
        var result: Set<String> = []
        for case let variable? in type.members.map({ $0.as(VariableDeclSyntax.self) })
        where variable.modifiers.areStatic {
            for binding in variable.bindings {
                if let written = binding.typeAnnotation?.type {
                    if let name = written.lastName, name.isFlagType || name == type.lastName { result.insert(name) }
                } else if let call = binding.initializer?.value.as(FunctionCallExprSyntax.self),
                    let name = call.calledExpression.lastName, name.isFlagType || name == type.lastName
                {
                    result.insert(name)
                }
            }
        }
        return result
    }

    /// Returns the static constants that are what a function returns for a key: `Config.value(for: .newMenu) ?? false`.
    private func fetched(_ type: TypeDeclaration) -> Set<String> {
        var result: Set<String> = []
        for case let variable? in type.members.map({ $0.as(VariableDeclSyntax.self) })
        where variable.modifiers.areStatic && variable.bindingSpecifier.tokenKind == .keyword(.let) {
            for binding in variable.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
                    let value = binding.initializer?.value,
                    let call = value.as(FunctionCallExprSyntax.self)
                        ?? value.as(SequenceExprSyntax.self)?.elements.first?.as(FunctionCallExprSyntax.self),
                    call.arguments.count == 1, let key = call.arguments.first?.expression,
                    key.is(MemberAccessExprSyntax.self) || key.is(StringLiteralExprSyntax.self)
                else { continue }
                result.insert(name)
            }
        }
        return result
    }

    /// Returns whether all that objects store is on or off, and named so, in a type that keeps a configuration.
    private func isConfiguration(_ type: TypeDeclaration, _ flags: [DeclaredFlag]) -> Bool {
        let chain = type.container.split(separator: ".").map(String.init)
        guard chain.contains(where: FlagNames.isConfiguration), flags.count >= (chain.count > 1 ? 2 : 3) else {
            return false
        }
        let named = flags.count { FlagNames.isOnOrOff($0.name) }
        return type.storedCount == flags.count && named * 5 >= flags.count * 4
    }

    /// Returns the flags under a heading such as `// MARK: - Feature Flags`.
    private func namesUnderHeading(_ flags: [DeclaredFlag]) -> Set<String> {
        guard headings.contains(where: \.isOfFlags) else { return [] }
        var result: Set<String> = []
        var next = headings.startIndex
        for flag in flags.sorted(by: { $0.range.start.offset < $1.range.start.offset }) {
            while next < headings.endIndex, headings[next].offset < flag.range.start.offset { next += 1 }
            if next > headings.startIndex, headings[next - 1].isOfFlags { result.insert(flag.name) }
        }
        return result
    }

    private static let mark = WordTable(["MARK"])

    /// Returns the headings of a file, and whether they say that flags follow.
    private static func headings(in tree: SourceTree) -> [(offset: Int, isOfFlags: Bool)] {
        tree.bytes.withUnsafeBufferPointer { mark.hits(in: $0) }.filter { $0.word == 0 }.map { hit in
            (hit.offset, FlagNames.isHeadingOfFlags(tree.lines.text(ofLine: tree.lines.line(of: hit.offset))))
        }
    }

    /// Returns the names of the properties that have a setter.
    private func settable(_ type: TypeDeclaration) -> Set<String> {
        var result: Set<String> = []
        for case let variable? in type.members.map({ $0.as(VariableDeclSyntax.self) }) {
            for binding in variable.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
                    case .accessors(let list)? = binding.accessorBlock?.accessors,
                    list.contains(where: { $0.accessorSpecifier.tokenKind == .keyword(.set) })
                else { continue }
                result.insert(name)
            }
        }
        return result
    }

    /// Returns the names that the getters of flags pass on.
    private func passed(_ type: TypeDeclaration, _ flags: [DeclaredFlag]) -> [String: Set<String>] {
        let names = Set(flags.map(\.name))
        var result: [String: Set<String>] = [:]
        for case let variable? in type.members.map({ $0.as(VariableDeclSyntax.self) }) {
            guard variable.bindings.count == 1, let binding = variable.bindings.first,
                let accessors = binding.accessorBlock,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name, names.contains(name)
            else { continue }
            result[name, default: []].formUnion(Self.members(in: accessors))
        }
        return result
    }

    /// Returns the names that the calls in an attribute's arguments pass on, as in `default: enabled.contains(.newMenu)`.
    private func passed(_ attribute: AttributeSyntax, _ flags: [DeclaredFlag]) -> [String: Set<String>] {
        let arguments = attribute.arguments?.as(LabeledExprListSyntax.self)?.lazy.map(\.expression)
        let names = arguments?.filter { $0.is(FunctionCallExprSyntax.self) }.flatMap(Self.members) ?? []
        return names.isEmpty ? [:] : Dictionary(flags.map { ($0.name, Set(names)) }, uniquingKeysWith: { $0.union($1) })
    }

    /// Returns the names of implicit members and of members of types in code.
    private static func members(in code: some SyntaxProtocol) -> Set<String> {
        let texts = code.tokenTexts(limit: 200)
        var result: Set<String> = []
        for (index, text) in texts.enumerated().dropLast() where text == "." && index > 0 {
            let before = texts[index - 1]
            if ["(", "[", ":", ","].contains(before) || before.first?.isUppercase == true {
                result.insert(texts[index + 1])
            }
        }
        return result
    }

    /// Returns the number of flags whose getter mentions a member with the same name.
    private func mirrored(_ type: TypeDeclaration, _ flags: [DeclaredFlag]) -> Int {
        let names = Set(flags.map(\.name))
        return type.members.count { member in
            guard let variable = member.as(VariableDeclSyntax.self), variable.bindings.count == 1,
                let binding = variable.bindings.first, let accessors = binding.accessorBlock,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name, names.contains(name)
            else { return false }
            let texts = accessors.tokenTexts(limit: 60)
            return zip(texts, texts.dropFirst()).contains { $0 == "." && $1 == name }
        }
    }
}

extension DeclSyntax {
    /// The token with the name of a type, or with that of an extended type.
    fileprivate var nameOfType: TokenSyntax? {
        switch self.as(DeclSyntaxEnum.self) {
        case .enumDecl(let type): type.name
        case .structDecl(let type): type.name
        case .classDecl(let type): type.name
        case .actorDecl(let type): type.name
        case .protocolDecl(let type): type.name
        case .extensionDecl(let type):
            type.extendedType.as(IdentifierTypeSyntax.self)?.name ?? type.extendedType.as(MemberTypeSyntax.self)?.name
        default: nil
        }
    }
}

extension PatternBindingSyntax {
    fileprivate var hasBooleanLiteral: Bool { initializer?.value.booleanLiteral != nil }
}

extension TypeDeclaration {
    /// The name without the types around it.
    fileprivate var lastName: String { container.split(separator: ".").last.map(String.init) ?? container }

    private var variables: [VariableDeclSyntax] { members.compactMap { $0.as(VariableDeclSyntax.self) } }

    /// The number of properties that its objects store.
    fileprivate var storedCount: Int {
        variables.count { !$0.modifiers.areStatic && $0.bindings.allSatisfy { $0.accessorBlock == nil } }
    }

    /// Whether its only static property tells whether something is on.
    fileprivate var isOneFlag: Bool {
        let properties = variables.filter { variable in
            variable.modifiers.areStatic
                && variable.bindings.contains { $0.typeAnnotation?.type.lastName == "Bool" || $0.hasBooleanLiteral }
        }
        let name = properties.first?.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.name
        return properties.count == 1 && name.map(FlagNames.isGeneric) ?? false
    }
}
