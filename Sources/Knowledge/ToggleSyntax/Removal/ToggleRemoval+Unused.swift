import SwiftSyntax
import ToggleBase
import ToggleLint

extension ToggleRemoval {
    /// A declaration that only removed code used.
    struct Unused {
        var file: Int
        var declaration: Syntax
        var name: TokenSyntax
        /// Why it can't be proven that nothing else uses it; `nil` if it can.
        var doubt: String?

        /// Whether it is a constant with a translated text: `NSLocalizedString("…", …)`, `Strings.tr("…")`.
        var isText: Bool {
            guard let binding = declaration.as(VariableDeclSyntax.self)?.bindings.only else { return false }
            var value = binding.initializer?.value
            if value == nil, case .getter(let items)? = binding.accessorBlock?.accessors {
                value = items.only?.item.result
            }
            guard let call = value?.as(FunctionCallExprSyntax.self), let first = call.arguments.first else {
                return false
            }
            let name = call.calledExpression.lastName ?? ""
            return name == "tr" || name.lowercased().contains("localized") || first.label?.text == "localized"
        }

        /// Whether only code in the same file can name it.
        var isPrivate: Bool {
            let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
            return modifiers?.contains { ["private", "fileprivate"].contains($0.name.text) } ?? false
        }
    }

    /// Lists texts for users, once for each file.
    private func listTexts(_ texts: [Unused]) {
        for (file, texts) in Dictionary(grouping: texts, by: \.file).sorted(by: { $0.key < $1.key }) {
            guard let first = texts.min(by: { $0.name.position < $1.name.position }) else { continue }
            let names = Set(texts.map(\.name.name)).sorted()
            let rest = names.count > 3 ? " and \((names.count - 3).counted("other text"))" : ""
            let list = names.prefix(3).map { "‘\($0)’" }.joined(separator: ", ") + rest
            remark(.unused, file, first.name, "only removed code used \(list); remove the translations, too")
        }
    }

    /// The attributes that don't make other code use a declaration.
    private static let plainAttributes: Set<String> = [
        "MainActor", "ViewBuilder", "discardableResult", "inline", "inlinable", "available", "Sendable",
    ]

    /// The maximum number of names in removed code that are searched.
    private static let maximumNames = 1_000

    /// Returns the declarations that the removed code used, and that the remaining code doesn't name.
    func unused(_ results: [(file: Int, result: FileFolding.Result)]) -> [Unused] {
        let removed = Dictionary(results.map { ($0.file, $0.result.removed) }) { first, _ in first }
        var naming: [String: Set<Int>] = [:]
        for (file, ranges) in removed {
            guard let tree = project.tree(file) else { continue }
            var names: Set<String> = []
            var cursor = TokenCursor(tree.root)
            for range in ranges { Self.addNames(in: range, at: &cursor, to: &names) }
            for name in names.subtracting(readers) { naming[name, default: []].insert(file) }
        }
        guard !naming.isEmpty, naming.count <= Self.maximumNames else { return [] }
        let words = naming.keys.sorted()
        findPlaces(of: words)
        var result: [Unused] = []
        for word in words {
            let places = wordPlaces[word, default: []].filter { !(removed[$0.file] ?? []).cover($0.offset) }
            if places.count <= 8, let file = places.first?.file, places.allSatisfy({ $0.file == file }) {
                result += unused(word, file, places.map(\.offset))
                continue
            }
            // What other files name can't be a private declaration.
            for file in naming[word, default: []].sorted() {
                let offsets = places.lazy.filter { $0.file == file }.map(\.offset)
                result += unused(word, file, Array(offsets)).filter(\.isPrivate)
            }
        }
        return result
    }

    /// Searches the project for words, each once.
    private func findPlaces(of words: [String]) {
        let new = words.filter { wordPlaces[$0] == nil }
        for word in new { wordPlaces[word] = [] }
        guard !new.isEmpty else { return }
        for (file, hits) in project.hits(of: new) {
            for hit in hits { wordPlaces[new[hit.word]]?.append((file, hit.offset)) }
        }
    }

    /// Returns the declaration of a name in a file if it contains all places in the file that name it.
    private func unused(_ name: String, _ file: Int, _ offsets: [Int]) -> [Unused] {
        guard !offsets.isEmpty, let tree = project.tree(file) else { return [] }
        // A recursive function or its comment may name it again.
        let candidates = project.names(name, in: file).compactMap { name -> Unused? in
            guard let declaration = Self.declaration(named: name.token), !isRemoved(declaration),
                !flagTypes.contains(name.token.name),
                declaration.parent?.parent?.parent?.parent?.is(ProtocolDeclSyntax.self) != true
            else { return nil }
            let range = declaration.position.utf8Offset..<declaration.endPosition.utf8Offset
            guard offsets.allSatisfy(range.contains), !mayBeTrailingClosure(declaration, in: tree, file) else {
                return nil
            }
            return Unused(
                file: file,
                declaration: declaration,
                name: name.token,
                doubt: doubt(declaration, in: tree, file)
            )
        }
        return candidates.count == 1 ? candidates : []
    }

    /// Returns whether a call of the memberwise initializer may set a property without its name.
    private func mayBeTrailingClosure(_ declaration: Syntax, in tree: SourceTree, _ file: Int) -> Bool {
        guard let binding = declaration.as(VariableDeclSyntax.self)?.bindings.only,
            !binding.isComputed, let copy = Copy(Syntax(binding), file, in: tree), !isStatic(copy)
        else { return false }
        var evidence = Evidence()
        addTrailingClosures(copy.type, for: copy, &evidence)
        return !evidence.obstacles.allSatisfy { isRemoved($0.node) }
    }

    /// Adds the names of functions, variables, and types that a range of code uses.
    private static func addNames(in range: Range<Int>, at cursor: inout TokenCursor, to names: inout Set<String>) {
        var token = cursor.token(around: range.lowerBound)
        while let current = token, current.position.utf8Offset < range.upperBound {
            if case .identifier = current.tokenKind,
                current.parent?.is(DeclReferenceExprSyntax.self) ?? false
                    || current.parent?.is(IdentifierTypeSyntax.self) ?? false
                    || current.parent?.is(MemberTypeSyntax.self) ?? false
            {
                names.insert(current.name)
            }
            token = current.nextToken(viewMode: .sourceAccurate)
        }
    }

    /// Returns the function, variable, or type that a token names.
    private static func declaration(named token: TokenSyntax) -> Syntax? {
        guard let parent = token.parent else { return nil }
        switch parent.as(SyntaxEnum.self) {
        case .functionDecl(let function): return function.name.id == token.id ? parent : nil
        case .structDecl(let type): return type.name.id == token.id ? parent : nil
        case .classDecl(let type): return type.name.id == token.id ? parent : nil
        case .enumDecl(let type): return type.name.id == token.id ? parent : nil
        case .identifierPattern:
            guard let variable = parent.parent?.parent?.parent?.as(VariableDeclSyntax.self),
                variable.bindings.count == 1,
                variable.parent?.is(MemberBlockItemSyntax.self) ?? false
                    || variable.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
            else { return nil }
            return Syntax(variable)
        default: return nil
        }
    }

    /// Returns why something outside of the searched code may use a declaration.
    func doubt(_ declaration: Syntax, in tree: SourceTree, _ file: Int) -> String? {
        let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers.map(\.name.text) ?? []
        let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
        if modifiers.contains("public") || modifiers.contains("open") || modifiers.contains("package") {
            return "it is public"
        }
        if modifiers.contains("override") || modifiers.contains("dynamic") { return "it may be called by the system" }
        let isPlain = attributes?.allSatisfy { element in
            element.as(AttributeSyntax.self)?.attributeName.lastName.map(Self.plainAttributes.contains) ?? false
        }
        if isPlain == false { return "it has an attribute" }
        if modifiers.contains("private") || modifiers.contains("fileprivate") { return nil }
        if let type = EnclosingDeclarations(declaration, in: tree).types.first,
            !project.types.ancestors(of: type).isEmpty,
            declaration.is(FunctionDeclSyntax.self) || declaration.is(VariableDeclSyntax.self)
        {
            return "it may fulfill a requirement of ‘\(project.types.ancestors(of: type).sorted()[0])’"
        }
        if let group = declaration.asProtocol((any DeclGroupSyntax).self), group.inheritanceClause != nil,
            declaration.is(ClassDeclSyntax.self)
        {
            return "a storyboard or the runtime may create it"
        }
        return nil
    }

    /// Lists what only the removed side used, or removes it.
    func finishUnused(_ results: inout [(file: Int, result: FileFolding.Result)]) {
        isListing = true
        let (removals, removedNames, start) = (removals, removedNames, results)
        // What a removed declaration used may be unused, too.
        for _ in 0..<8 {
            let found = unused(results)
            let unread = unread(results)
            let left = found.filter { !isDeep || $0.doubt != nil }
            listTexts(left.filter(\.isText))
            for unused in left where !unused.isText {
                let doubt = unused.doubt.map { ", as far as the Swift code shows; \($0)" } ?? ""
                remark(.unused, unused.file, unused.name, "only removed code used ‘\(unused.name.name)’\(doubt)")
            }
            for unread in unread where !isDeep || unread.doubt != nil { list(unread) }
            // A list also has what only code that may be unused needs.
            let gone = found.filter { !isDeep || $0.doubt == nil }
            let unneeded = unread.filter { !isDeep || $0.doubt == nil }
            if gone.isEmpty, unneeded.isEmpty { break }
            for unused in gone { removeItem(unused.declaration, unused.file) }
            for unread in unneeded { remove(unread) }
            results = foldedFiles()
        }
        if !isDeep { (self.removals, self.removedNames, results) = (removals, removedNames, start) }
    }
}
