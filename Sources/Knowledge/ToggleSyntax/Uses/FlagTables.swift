import SwiftSyntax

/// Recognizes code that names flags without reading them: keys of dictionaries, elements of sets, lists of nearly all
/// flags, and cases of a `switch` that only returns values.
///
/// It is a class so that each `switch` and each list is examined once, however many of its parts are hits.
final class FlagTables {
    /// The keys of each existing declaration by the names in it.
    private let flags: [[String: String]]
    /// The names in each declaration that aren't flags.
    private let others: [Set<String>]
    /// The declarations that have all names of a `switch`.
    private var choices: [SyntaxIdentifier: Set<Int>] = [:]
    /// The declaration of the flags that a `switch` certainly distinguishes.
    private var subjects: [SyntaxIdentifier: Int?] = [:]
    /// The `switch` statements over copies of a declaration.
    private var translations: [SyntaxIdentifier: Bool] = [:]
    /// The number of flags in a list, and whether all its elements are in the declaration.
    private var lists: [SyntaxIdentifier: (flags: Int, isOfSource: Bool)] = [:]

    init(flags: [[String: String]], others: [Set<String>]) {
        self.flags = flags
        self.others = others
    }

    /// Returns whether a declaration contains a name, as a flag or as something else.
    private func has(_ name: String, _ source: Int) -> Bool {
        flags[source][name] != nil || others.indices.contains(source) && others[source].contains(name)
    }

    /// The `switch` statements in functions and properties that read flags, with the declaration of the flags, and whether
    /// they tell which flags are off.
    private(set) var readers: [(choice: SwitchExprSyntax, source: Int, isInverse: Bool)] = []
    private var knownReaders: Set<SyntaxIdentifier> = []
    /// The functions that contain them.
    private(set) var implementations: Set<SyntaxIdentifier> = []

    /// Records a `switch` in a function or property that reads flags.
    func add(_ choice: SwitchExprSyntax, in owner: SyntaxIdentifier, source: Int, isInverse: Bool) {
        implementations.insert(owner)
        if knownReaders.insert(choice.id).inserted { readers.append((choice, source, isInverse)) }
    }

    /// The members with which a table names a flag's key.
    static let keyMembers: Set<String> = ["rawValue", "key", "name", "id", "identifier"]

    /// Code that names a flag without reading it.
    struct Table {
        /// The variable or function whose value it is; code that goes through its elements may read them.
        var name: String?
    }

    /// Returns the literal of which an expression is an element or key, possibly with a member that names its key.
    private static func literal(around expression: some ExprSyntaxProtocol) -> (literal: Syntax, element: Syntax)? {
        var node = Syntax(expression)
        while let access = node.parent?.as(MemberAccessExprSyntax.self),
            access.base?.id == node.as(ExprSyntax.self)?.id,
            Self.keyMembers.contains(access.declName.baseName.name)
        {
            node = Syntax(access)
        }
        if let element = node.parent?.as(DictionaryElementSyntax.self), Syntax(element.key).id != node.id { return nil }
        guard let element = node.parent,
            element.is(ArrayElementSyntax.self) || element.is(DictionaryElementSyntax.self),
            let literal = element.parent?.parent
        else { return nil }
        return (literal, element)
    }

    /// Returns the variable or function whose whole value is a literal.
    private static func name(of literal: Syntax) -> String? {
        var node = literal
        while let parent = node.parent {
            switch parent.as(SyntaxEnum.self) {
            case .initializerClause, .returnStmt, .codeBlockItem, .accessorBlock, .accessorDecl, .accessorDeclList,
                .codeBlock:
                break
            case .codeBlockItemList(let list): if list.count > 1 { return nil }
            case .patternBinding(let binding):
                return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name
            case .functionDecl(let function): return function.name.name
            default: return nil
            }
            node = parent
        }
        return nil
    }

    /// Returns the name of the list or dictionary in which an expression is an element or key.
    static func name(around expression: some ExprSyntaxProtocol) -> String? {
        literal(around: expression).flatMap { name(of: $0.literal) }
    }

    /// Returns the table of which an expression that names a flag is part.
    ///
    /// - Parameters:
    ///   - expression: The expression, such as `.newCheckout`.
    ///   - source: The declaration of the flag; `nil` if a list may read it.
    /// - Returns: The table; `nil` if the code there may read the flag.
    func table(around expression: some ExprSyntaxProtocol, source: Int?) -> Table? {
        guard let (literal, element) = Self.literal(around: expression) else { return nil }
        let name = Self.name(of: literal)
        if element.is(DictionaryElementSyntax.self) {
            // `for (flag, step) in [.newCheckout: step]` goes through a dictionary without a name.
            let isLooped = literal.parent?.is(ForStmtSyntax.self) == true
            return isLooped || literal.parent?.is(MemberAccessExprSyntax.self) == true ? nil : Table(name: name)
        }
        guard let name, let list = element.parent?.as(ArrayElementListSyntax.self) else { return nil }
        let binding = literal.parent?.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self)
        if binding?.typeAnnotation?.type.as(IdentifierTypeSyntax.self)?.name.name == "Set" { return Table(name: name) }
        guard let source, flags.indices.contains(source) else { return nil }
        let names = flags[source]
        if lists[list.id] == nil {
            let elements = list.map { $0.expression.lastName ?? "" }
            lists[list.id] = (elements.count { names[$0] != nil }, elements.allSatisfy { has($0, source) })
        }
        guard let (count, isOfSource) = lists[list.id] else { return nil }
        let isOfAll = count == names.count ? count >= 2 : count >= 3 && count * 5 >= names.count * 4
        return isOfSource && isOfAll ? Table(name: name) : nil
    }

    /// Returns whether an expression is excluded from a list of flags, as in `filter { $0 != .newCheckout }`.
    static func isExcluded(_ expression: some ExprSyntaxProtocol) -> Bool {
        guard let (subject, comparison) = comparison(with: expression) else { return false }
        return comparison == "!=" && subject.as(DeclReferenceExprSyntax.self)?.baseName.text == "$0"
    }

    /// Returns the left side and the operator of the comparison whose right side is an expression.
    static func comparison(
        with expression: some ExprSyntaxProtocol
    ) -> (subject: ExprSyntax, comparison: String)? {
        guard let list = expression.parent?.as(ExprListSyntax.self), !ConditionReader.isLong(list) else { return nil }
        let elements = Array(list)
        guard let index = elements.firstIndex(where: { Syntax($0).id == Syntax(expression).id }), index >= 2,
            let comparison = elements[index - 1].as(BinaryOperatorExprSyntax.self)?.operator.text,
            ["==", "!="].contains(comparison)
        else { return nil }
        return (elements[index - 2], comparison)
    }

    /// Returns the `switch` and its case whose pattern is an expression.
    static func choice(_ pattern: some ExprSyntaxProtocol) -> (choice: SwitchExprSyntax, branch: SwitchCaseSyntax)? {
        guard let item = pattern.parent?.parent?.as(SwitchCaseItemSyntax.self),
            let branch = item.parent?.parent?.parent?.as(SwitchCaseSyntax.self),
            let choice = branch.parent?.parent?.as(SwitchExprSyntax.self)
        else { return nil }
        return (choice, branch)
    }

    /// Returns the declarations that have all names in the cases of a `switch`; none if one of its patterns is something
    /// else.
    func sources(of choice: SwitchExprSyntax) -> Set<Int> {
        if let sources = choices[choice.id] { return sources }
        var sources = Set(flags.indices)
        for case .switchCase(let branch) in choice.cases {
            let names = Self.names(of: branch)
            sources =
                names.map { names in sources.filter { source in names.allSatisfy { has($0, source) } } } ?? []
        }
        choices[choice.id] = sources
        return sources
    }

    /// Returns whether a `switch` translates nearly all cases of another type into the flags with the same names.
    ///
    /// Code that uses a case of the other type is a possible read of its own.
    func copies(_ choice: SwitchExprSyntax, _ source: Int) -> Bool {
        if let isCopy = translations[choice.id] { return isCopy }
        var count = 0
        for case .switchCase(let branch) in choice.cases {
            guard let names = Self.names(of: branch), names.count == 1, flags[source][names[0]] != nil,
                let result = GetterValue.result(of: branch.statements)?.as(MemberAccessExprSyntax.self),
                result.declName.baseName.name == names[0]
            else { continue }
            count += 1
        }
        let isCopy = count >= 3 && count * 5 >= flags[source].count * 4
        translations[choice.id] = isCopy
        return isCopy
    }

    /// Returns whether a case only keeps a parameter of the function around it: `case .newCheckout: isNew = value`.
    static func storesParameter(_ branch: SwitchCaseSyntax) -> Bool {
        guard branch.statements.count == 1, case .expr(let expression)? = branch.statements.first?.item,
            let elements = expression.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
            elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true,
            let value = elements.last?.as(DeclReferenceExprSyntax.self)?.baseName.name
        else { return false }
        var node = Syntax(branch)
        while let parent = node.parent, !parent.is(ClosureExprSyntax.self), !parent.is(MemberBlockSyntax.self) {
            if let function = parent.as(FunctionDeclSyntax.self) {
                let parameters = function.signature.parameterClause.parameters
                return parameters.contains { ($0.secondName ?? $0.firstName).name == value }
            }
            node = parent
        }
        return false
    }

    /// Returns the declaration of the flags that a `switch` distinguishes, after determining it once.
    func source(of choice: SwitchExprSyntax, _ determine: () -> Int?) -> Int? {
        if let source = subjects[choice.id] { return source }
        let source = determine()
        subjects[choice.id] = .some(source)
        return source
    }

    /// Returns the names in the patterns of a case; none for `default`.
    static func names(of branch: SwitchCaseSyntax) -> [String]? {
        guard case .case(let label) = branch.label else { return [] }
        var result: [String] = []
        for item in label.caseItems {
            if item.pattern.is(WildcardPatternSyntax.self) { continue }
            guard let expression = item.pattern.as(ExpressionPatternSyntax.self)?.expression else { return nil }
            if expression.is(DiscardAssignmentExprSyntax.self) { continue }
            guard let access = expression.as(MemberAccessExprSyntax.self) else { return nil }
            result.append(access.declName.baseName.name)
        }
        return result
    }

    /// Returns the names of the case that contains an expression in its result, and its `switch`.
    func around(_ node: some SyntaxProtocol) -> (names: [String], choice: SwitchExprSyntax)? {
        var child = Syntax(node)
        while let parent = child.parent {
            switch parent.kind {
            case .functionDecl, .initializerDecl, .accessorDecl, .accessorBlock, .memberBlock: return nil
            case .switchCase:
                if let branch = parent.as(SwitchCaseSyntax.self), child.id == Syntax(branch.statements).id,
                    let choice = parent.parent?.parent?.as(SwitchExprSyntax.self),
                    let names = Self.names(of: branch), !names.isEmpty, ImplicitContext.isResult(branch.statements)
                {
                    return (names, choice)
                }
            default: break
            }
            child = parent
        }
        return nil
    }

    /// The value of a case, if it is always the same: `case .newCheckout: return true`.
    static func constant(of branch: SwitchCaseSyntax) -> Bool? {
        GetterValue.result(of: branch.statements)?.constantValue
    }

    /// Returns whether a statement only declares something, in every build.
    private static func isPlainDeclaration(_ item: CodeBlockItemSyntax) -> Bool {
        if case .decl(let declaration) = item.item { return !declaration.is(IfConfigDeclSyntax.self) }
        return false
    }

    /// Returns whether a `switch` is all that the enclosing function or getter does, apart from declarations before it.
    static func isWholeBody(_ choice: SwitchExprSyntax) -> Bool {
        var node = Syntax(choice)
        while let parent = node.parent {
            if let list = parent.as(CodeBlockItemListSyntax.self) {
                return list.last?.id == node.id && list.dropLast().allSatisfy(isPlainDeclaration)
                    && (list.parent?.is(CodeBlockSyntax.self) == true
                        || list.parent?.is(AccessorBlockSyntax.self) == true)
                    && list.parent?.parent?.is(IfExprSyntax.self) != true
            }
            guard
                parent.is(ReturnStmtSyntax.self) || parent.is(ExpressionStmtSyntax.self)
                    || parent.is(CodeBlockItemSyntax.self)
            else { return false }
            node = parent
        }
        return false
    }
}
