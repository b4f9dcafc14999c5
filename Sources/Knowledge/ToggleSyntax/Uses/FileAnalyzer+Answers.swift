import SwiftSyntax
import ToggleBase
import ToggleLint

// What production code answers for a flag, and code that only repeats flags.
extension FileAnalyzer {
    // MARK: - Constants

    /// Returns the value of a property that is a flag.
    func declared(_ token: TokenSyntax, _ word: Vocabulary.Word) -> FileFacts.Answer? {
        guard let binding = token.parent?.parent?.as(PatternBindingSyntax.self),
            let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
            variable.parent?.is(MemberBlockItemSyntax.self) == true
        else { return nil }
        let around = EnclosingDeclarations(variable, in: tree)
        let candidates = word.members.filter { $0.source.map { vocabulary.sources[$0].kind != .cases } ?? false }
        guard let type = around.types.first else { return nil }
        let own = candidates.first { $0.types.contains(type) }
        // A subclass, or a type that conforms to the protocol, may have another value.
        let isOverride = variable.modifiers.contains { $0.name.text == "override" }
        let other = candidates.first { isOverride || around.inherited.contains(where: $0.types.contains) }
        guard let candidate = own ?? (FlagNames.isDouble(type) ? nil : other), let source = candidate.source else {
            return nil
        }
        var value: Bool?
        if own != nil, !isOverride, variable.attributes.isEmpty, around.compilationConditions.isEmpty {
            if let accessors = binding.accessorBlock {
                value = Self.statements(of: accessors).flatMap(Self.constant)
            } else if variable.bindingSpecifier.tokenKind == .keyword(.let)
                || vocabulary.sources[source].kind == .staticProperties && !Self.isInObjectiveC(variable)
            {
                value = binding.initializer?.value.constantValue
            }
        }
        return FileFacts.Answer(
            key: candidate.key,
            source: source,
            value: value,
            range: tree.lines.range(token.offsets)
        )
    }

    /// Returns whether all members of the type around a variable can be named in Objective-C.
    private static func isInObjectiveC(_ variable: VariableDeclSyntax) -> Bool {
        var node = Syntax(variable)
        while let parent = node.parent {
            let attributes =
                parent.as(ClassDeclSyntax.self)?.attributes ?? parent.as(ExtensionDeclSyntax.self)?.attributes
            if let attributes { return attributes.contains { $0.trimmedDescription.hasPrefix("@objc") } }
            node = parent
        }
        return false
    }

    /// Returns an answer without a value for each static property to which code assigns one.
    ///
    /// Any object or type may be the one with the property; then nothing is known about its value.
    func assigned(_ token: TokenSyntax, _ word: Vocabulary.Word) -> [FileFacts.Answer] {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return [] }
        let access = reference.parent?.as(MemberAccessExprSyntax.self)
        let value =
            access?.declName.id == reference.id ? access.map(Syntax.init) ?? Syntax(reference) : Syntax(reference)
        let toggles = value.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "toggle"
        guard toggles || value.parent?.is(InOutExprSyntax.self) == true || Self.isAssigned(value) else { return [] }
        return word.assignments(range: tree.lines.range(token.offsets), in: vocabulary)
    }

    /// Returns the statements of a getter; `nil` if there are other accessors.
    private static func statements(of block: AccessorBlockSyntax) -> CodeBlockItemListSyntax? {
        switch block.accessors {
        case .getter(let statements): statements
        case .accessors(let list): list.count == 1 ? list.first?.body?.statements : nil
        }
    }

    private static func constant(of statements: CodeBlockItemListSyntax) -> Bool? {
        guard statements.count == 1, let item = statements.first?.item else { return nil }
        if case .expr(let expression) = item { return expression.constantValue }
        return item.as(ReturnStmtSyntax.self)?.expression?.constantValue
    }

    /// Returns the answers of the functions and properties that read flags.
    func answers(of readers: [(function: FunctionDeclSyntax, source: Int)]) -> [FileFacts.Answer] {
        var result: [FileFacts.Answer] = []
        for (choice, source, isInverse) in tables.readers where !isInMock(choice) {
            var answers = answers(of: choice, source)
            // An override that turns flags off doesn't turn the others on.
            if isInverse { for index in answers.indices { answers[index].value = nil } }
            result += answers
        }
        for (function, source) in readers {
            guard let body = function.body, !tables.implementations.contains(function.id), !isInMock(function) else {
                continue
            }
            if let answer = unknown(body.statements, source) { result.append(answer) }
        }
        return result
    }

    private func answers(of choice: SwitchExprSyntax, _ source: Int) -> [FileFacts.Answer] {
        guard vocabulary.flags.indices.contains(source) else { return [] }
        var isWhole =
            FlagTables.isWholeBody(choice) && EnclosingDeclarations(choice, in: tree).compilationConditions.isEmpty
        var rest = vocabulary.flags[source]
        var result: [FileFacts.Answer] = []
        var last: (value: Bool?, range: Range<Int>) = (nil, choice.offsets)
        for element in choice.cases {
            // Code in `#if` differs between builds.
            guard case .switchCase(let branch) = element else { return [] }
            let offsets = branch.statements.offsets
            guard case .case(let label) = branch.label else {
                last = (isWhole ? FlagTables.constant(of: branch) : nil, offsets)
                continue
            }
            let names = FlagTables.names(of: branch)
            let isGuarded = label.caseItems.contains { $0.whereClause != nil }
            // Any of the flags may be in a case such as `case _ where isBeta`.
            if names?.isEmpty ?? true || isGuarded && names?.count != label.caseItems.count { isWhole = false }
            let value = isWhole && !isGuarded ? FlagTables.constant(of: branch) : nil
            for name in names ?? [] {
                guard let key = rest.removeValue(forKey: name) else { continue }
                result.append(
                    FileFacts.Answer(key: key, source: source, value: value, range: tree.lines.range(offsets))
                )
            }
        }
        for key in rest.values.sorted() {
            let range = tree.lines.range(last.range)
            result.append(FileFacts.Answer(key: key, source: source, value: last.value, range: range))
        }
        return result
    }

    /// Returns the keys of the flags whose value a reader takes from a property with the same name: `case .newCheckout:
    /// return newCheckout`.
    func storedFlags() -> [String] {
        tables.readers.flatMap { choice, source, _ -> [String] in
            choice.cases.compactMap { element in
                guard case .switchCase(let branch) = element, let names = FlagTables.names(of: branch),
                    names.count == 1,
                    let value = GetterValue.result(of: branch.statements)
                else { return nil }
                let isOwn =
                    value.is(DeclReferenceExprSyntax.self)
                    || value.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription == "self"
                return isOwn && value.lastName == names[0] ? vocabulary.flags[source][names[0]] : nil
            }
        }
    }

    /// Returns the answer of a body that isn't a `switch`, unless it only asks another reader.
    private func unknown(_ statements: CodeBlockItemListSyntax, _ source: Int) -> FileFacts.Answer? {
        if statements.count == 1, let item = statements.first?.item {
            var expression = item.as(ReturnStmtSyntax.self)?.expression
            if case .expr(let value) = item { expression = value }
            if expression?.is(SwitchExprSyntax.self) == true { return nil }
            if let name = expression?.lastName, vocabulary.sources[source].reads.contains(name) { return nil }
            if item.as(ExpressionStmtSyntax.self)?.expression.is(SwitchExprSyntax.self) == true { return nil }
        }
        return FileFacts.Answer(key: "", source: source, value: nil, range: tree.lines.range(statements.offsets))
    }

    /// Returns the answers of properties and functions of the flags' own type, given the token of its name.
    func ownReaders(_ token: TokenSyntax) -> [FileFacts.Answer] {
        var node = Syntax(token)
        while let parent = node.parent, parent.is(TypeSyntax.self) { node = parent }
        let block =
            node.parent?.as(ExtensionDeclSyntax.self)?.memberBlock ?? node.parent?.as(EnumDeclSyntax.self)?.memberBlock
            ?? node.parent?.as(StructDeclSyntax.self)?.memberBlock
        guard let block else { return [] }
        var result: [FileFacts.Answer] = []
        for (index, source) in vocabulary.sources.enumerated()
        where source.lastName == token.name && !source.reads.isEmpty {
            for declaration in TypeDeclaration.members(block) {
                if let variable = declaration.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
                    let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
                    source.reads.contains(name), let block = binding.accessorBlock
                {
                    let statements = Self.statements(of: block)
                    if let answer = statements.flatMap({ unknown($0, index) }) { result.append(answer) }
                } else if let function = declaration.as(FunctionDeclSyntax.self),
                    source.reads.contains(function.name.name), let body = function.body,
                    function.signature.parameterClause.parameters.isEmpty,
                    let answer = unknown(body.statements, index)
                {
                    result.append(answer)
                }
            }
        }
        return result
    }

    private func isInMock(_ node: some SyntaxProtocol) -> Bool {
        EnclosingDeclarations(node, in: tree).types.contains { FlagNames.isDouble($0) }
    }

    // MARK: - Repetitions

    /// Returns whether an expression is in the result of a Boolean property or function, which is then a reader of its own.
    func isReturned(_ value: Syntax) -> Bool {
        var node = value
        for _ in 0..<16 {
            guard let parent = node.parent, !parent.is(ClosureExprSyntax.self) else { return false }
            if let function = parent.as(FunctionDeclSyntax.self) {
                return function.signature.returnClause?.type.lastName == "Bool"
            }
            if let binding = parent.as(PatternBindingSyntax.self) {
                return binding.typeAnnotation?.type.lastName == "Bool" && node.is(AccessorBlockSyntax.self)
            }
            node = parent
        }
        return false
    }

    /// Returns a use, as a repetition if it is in a generated property with the name of the flag.
    mutating func mirrored(_ found: Found, _ token: TokenSyntax, _ word: Vocabulary.Word) -> Found {
        guard isGenerated, case .toggle(let key) = found.target else { return found }
        var node = Syntax(token)
        while let parent = node.parent, !parent.is(MemberBlockSyntax.self) {
            if parent.as(PatternBindingSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?.identifier.name
                == word.text,
                node.is(AccessorBlockSyntax.self)
            {
                var found = found
                found.place = .declaration
                addMirror(of: key)
                return found
            }
            node = parent
        }
        return found
    }

    /// Returns the keys of the flags in whose case of a `switch` a token is.
    func keysOfCase(around token: TokenSyntax) -> [String] {
        guard let (names, choice) = tables.around(token), let source = source(of: choice) else { return [] }
        return names.compactMap { vocabulary.flags[source][$0] }
    }

    /// Returns the declaration of the flags that a `switch` distinguishes, as far as the code around it shows their type.
    func source(of choice: SwitchExprSyntax) -> Int? {
        tables.source(of: choice) { typedSource(of: choice) }
    }

    private func typedSource(of choice: SwitchExprSyntax) -> Int? {
        guard let type = typeOfSubject(choice) else { return nil }
        return tables.sources(of: choice).sorted().first { vocabulary.sources[$0].lastName == type }
    }

    /// Returns the type of what a `switch` distinguishes, as far as the code around it shows it.
    func typeOfSubject(_ choice: SwitchExprSyntax) -> String? {
        guard let subject = choice.subject.as(DeclReferenceExprSyntax.self)?.baseName.name else { return nil }
        var type: String?
        if subject == "self" {
            type = EnclosingDeclarations(choice, in: tree).types.first
        } else {
            var node = Syntax(choice)
            while type == nil, let parent = node.parent, !parent.is(MemberBlockSyntax.self) {
                if let function = parent.as(FunctionDeclSyntax.self) {
                    type =
                        function.signature.parameterClause.parameters.first {
                            ($0.secondName ?? $0.firstName).name == subject
                        }?.type.lastName
                }
                node = parent
            }
        }
        return type
    }
}

extension TypeSyntax {
    /// Whether it is `KeyPath<Flags, Bool>` or the like.
    var isKeyPath: Bool { self.as(IdentifierTypeSyntax.self)?.name.name.hasSuffix("KeyPath") ?? false }
}
