import SwiftSyntax
import ToggleLint
import ToggleManifest

extension ToggleRemoval {
    // MARK: - Keys of attributes

    /// Removes the constants that only named the key of a removed flag: `Keys.newCart` in `@Flag(key: Keys.newCart)`.
    func removeKeys() {
        for removal in removals.values where removal.node.is(MemberBlockItemSyntax.self) {
            guard let variable = removal.node.as(MemberBlockItemSyntax.self)?.decl.as(VariableDeclSyntax.self) else {
                continue
            }
            var arguments = variable.attributes.compactMap { element in
                element.as(AttributeSyntax.self)?.arguments?.as(LabeledExprListSyntax.self)
            }
            .flatMap { $0.map(\.expression) }
            if let call = variable.bindings.first?.initializer?.value.as(FunctionCallExprSyntax.self) {
                arguments += call.arguments.map(\.expression)
            }
            if let getter = variable.bindings.first?.accessorBlock { arguments += Self.arguments(in: getter) }
            for argument in arguments {
                var key = argument
                while let access = key.as(MemberAccessExprSyntax.self), let base = access.base,
                    access.declName.baseName.text == "rawValue"
                {
                    key = base
                }
                guard let access = key.as(MemberAccessExprSyntax.self),
                    access.base?.lastName?.first?.isLowercase != true
                else { continue }
                removeKey(access.declName.baseName.name, access.base?.lastName)
            }
        }
    }

    /// The arguments of all calls in the accessors of a flag: `store.bool(forKey: Key.newCart.rawValue)`.
    private static func arguments(in accessors: AccessorBlockSyntax) -> [ExprSyntax] {
        var result: [ExprSyntax] = []
        var stack = [Syntax(accessors)]
        while let node = stack.popLast() {
            if let argument = node.as(LabeledExprSyntax.self) { result.append(argument.expression) }
            stack += node.children(viewMode: .sourceAccurate)
        }
        return result
    }

    private func removeKey(_ name: String, _ type: String?) {
        guard let names = project.names(name) else { return }
        var declarations: [(node: Syntax, file: Int, type: String?)] = []
        for found in names {
            guard let tree = project.tree(found.file) else { continue }
            if let element = found.token.parent?.as(EnumCaseElementSyntax.self), element.name.id == found.token.id {
                let owner = EnclosingDeclarations(element, in: tree).types.first
                declarations.append((enumCase(element), found.file, owner))
            } else if let node = declaredNode(found.token), let copy = Copy(node, found.file, in: tree),
                copy.kind == .member, isStatic(copy)
            {
                declarations.append((copy.declaration.parent ?? copy.declaration, found.file, copy.type))
            }
        }
        let own = declarations.filter { !isRemoved($0.node) && (type == nil || $0.type == type) }
        guard own.count == 1, let declaration = own.first else { return }
        let isUsed = names.contains { found in
            guard let reference = found.token.parent?.as(DeclReferenceExprSyntax.self), !isRemoved(reference) else {
                return false
            }
            guard let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id
            else { return false }
            return access.base == nil || access.base?.lastName == declaration.type
        }
        if !isUsed { remove(declaration.node, declaration.file) }
    }

    // MARK: - Assertions

    /// Removes assertions in tests whose whole condition is known.
    func removeAssertions() {
        for known in values.values where project.isTest(known.file) && !isRemoved(known.node) {
            guard let expression = known.node.as(ExprSyntax.self), let whole = self.known(around: expression),
                case .bool(let value)? = self.value(of: whole),
                let argument = whole.parent?.as(LabeledExprSyntax.self), let call = argument.parent?.parent,
                let row = row(around: call), Syntax(row.item).id == call.id
            else { continue }
            let expected: Bool
            if let name = call.as(FunctionCallExprSyntax.self)?.calledExpression.lastName {
                guard name == "XCTAssertTrue" || name == "XCTAssertFalse" || name == "XCTAssert" else { continue }
                expected = name != "XCTAssertFalse"
            } else if call.as(MacroExpansionExprSyntax.self)?.macroName.text == "expect" {
                expected = true
            } else {
                continue
            }
            remove(row, known.file)
            if expected != value { noteOtherSide(Syntax(row), known.file) }
        }
    }

    /// Removes extensions that only contained what goes.
    func removeEmptyExtensions() {
        for removal in Array(removals.values) {
            guard let list = removal.node.parent?.as(MemberBlockItemListSyntax.self),
                let type = list.parent?.parent?.as(ExtensionDeclSyntax.self), !isRemoved(type),
                type.inheritanceClause == nil,
                list.allSatisfy({ removals[$0.id] != nil || removals[$0.decl.id] != nil })
            else { continue }
            removeItem(Syntax(type), removal.file)
            if declarationRemovals.contains(removal.node.id), let item = type.parent {
                declarationRemovals.formUnion([item.id, type.id])
            }
        }
    }

    /// Lists enums that have no cases any more.
    func listEmptyEnums() {
        for removal in removals.values {
            guard removal.node.as(MemberBlockItemSyntax.self)?.decl.is(EnumCaseDeclSyntax.self) ?? false,
                let list = removal.node.parent?.as(MemberBlockItemListSyntax.self),
                let type = list.parent?.parent?.as(EnumDeclSyntax.self), !isRemoved(type),
                list.allSatisfy({ !$0.decl.is(EnumCaseDeclSyntax.self) || removals[$0.id] != nil })
            else { continue }
            let reason = "‘\(type.name.name)’ has no cases any more; remove it, or at least its raw type"
            remark(.read, removal.file, type.name, reason)
        }
    }

    // MARK: - Compilation conditions

    /// Sets the value of a compilation condition that is named like the toggle.
    func solveConditions(_ names: [String]) {
        for name in names {
            for found in project.names(name) ?? [] {
                guard let reference = found.token.parent?.as(DeclReferenceExprSyntax.self) else { continue }
                var node = Syntax(reference)
                while let parent = node.parent,
                    parent.is(ExprSyntax.self) || parent.is(ExprListSyntax.self)
                        || parent.is(LabeledExprSyntax.self) || parent.is(LabeledExprListSyntax.self)
                {
                    node = parent
                }
                guard let clause = node.parent?.as(IfConfigClauseSyntax.self),
                    clause.condition.map({ Syntax($0).id }) == node.id
                else { continue }
                set(kept, of: ExprSyntax(reference), found.file)
                remark(
                    .read,
                    found.file,
                    reference,
                    "remove the compilation condition ‘\(name)’ from the build settings"
                )
            }
        }
    }

    /// Lists the places that stay and name the generated type of the toggle's values: `AppToggles.CheckoutButton`.
    func listGeneratedTypes(_ results: [(file: Int, result: FileFolding.Result)]) {
        let removed = Dictionary(results.map { ($0.file, $0.result.removed) }) { first, _ in first }
        for type in generatedTypes {
            for found in project.names(type.name, limit: RemovalProject.maximumFilesOfFlag) ?? [] {
                guard !(removed[found.file] ?? []).cover(found.token.startOffset),
                    found.token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period,
                    found.token.previousToken(viewMode: .sourceAccurate)?
                        .previousToken(viewMode: .sourceAccurate)?.text == type.namespace
                else { continue }
                let reason = "‘\(type.namespace).\(type.name)’ is generated for the toggle, so it goes with it"
                remark(.blocks, found.file, found.token, reason)
            }
        }
    }

    // MARK: - Comments

    /// Lists the comments that name the toggle as code and stay, `.newCart`, `` `newCart` ``, `new_cart`, and other
    /// declarations that have a long name of the toggle.
    func listComments(_ results: [(file: Int, result: FileFolding.Result)]) {
        let removed = Dictionary(results.map { ($0.file, $0.result.removed) }) { first, _ in first }
        let distinct = names.filter { $0.contains { $0.isUppercase || $0 == "_" } }
        listLongerNames(removed)
        for (file, hits) in project.hits(of: distinct.sorted()) {
            let bytes = project.files[file].bytes
            for hit in hits where !(removed[file] ?? []).cover(hit.offset) {
                if Self.isLong(bytes[hit.range]), let token = token(at: hit.offset, file) {
                    let line = project.tree(file)?.lines.line(of: token.startOffset)
                    if !remarks.contains(where: { $0.path == project.files[file].path && $0.range.start.line == line })
                    {
                        remark(.mention, file, token, "this code has the name of the toggle")
                    }
                    continue
                }
                let before = hit.offset > 0 ? bytes[hit.offset - 1] : 0
                let isCode =
                    before == UInt8(ascii: ".") || before == UInt8(ascii: "`")
                    || bytes[hit.range].contains(UInt8(ascii: "_"))
                guard isCode, Self.isInComment(hit.offset, bytes) else { continue }
                remark(.mention, file, hit.range, "this comment names the toggle")
            }
        }
    }

    /// Lists the declarations that stay whose names contain a long name of the toggle: `changedNewCheckout`.
    private func listLongerNames(_ removed: [Int: [Range<Int>]]) {
        for name in names where Self.isLong(ArraySlice(name.utf8)) && name.first?.isLowercase ?? false {
            let part = name.prefix(1).uppercased() + name.dropFirst()
            let all = ParallelWork.map(project.files.map(\.bytes)) { bytes in
                bytes.withUnsafeBufferPointer { Self.places(of: Array(part.utf8), in: $0) }
            }
            for (file, offsets) in all.enumerated() {
                for offset in offsets where !(removed[file] ?? []).cover(offset) {
                    guard let tree = project.tree(file),
                        let token = TokenCursor.token(around: offset, in: tree.root),
                        case .identifier = token.tokenKind, let parent = token.parent,
                        parent.is(EnumCaseElementSyntax.self) || parent.is(IdentifierPatternSyntax.self)
                            || parent.asProtocol((any NamedDeclSyntax).self)?.name.id == token.id
                    else { continue }
                    let line = tree.lines.line(of: token.startOffset)
                    let isListed = remarks.contains { $0.path == tree.path && $0.range.start.line == line }
                    if !isListed { remark(.mention, file, token, "this name contains that of the toggle") }
                }
            }
        }
    }

    /// Returns where a text follows a lowercase letter.
    private static func places(of text: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
        guard let first = text.first, bytes.count > text.count else { return [] }
        var result: [Int] = []
        for offset in 1...(bytes.count - text.count) where bytes[offset] == first {
            guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[offset - 1]) else { continue }
            if text.indices.allSatisfy({ bytes[offset + $0] == text[$0] }) { result.append(offset) }
        }
        return result
    }

    /// Returns whether a name consists of at least three words, so that it hardly stands for anything else.
    private static func isLong(_ name: ArraySlice<UInt8>) -> Bool {
        name.count { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } >= 2
    }

    private func token(at offset: Int, _ file: Int) -> TokenSyntax? {
        guard let tree = project.tree(file) else { return nil }
        var cursor = TokenCursor(tree.root)
        guard let token = cursor.token(at: offset), case .identifier = token.tokenKind else { return nil }
        return token
    }

    /// Returns whether a line comment begins before an offset on its line.
    private static func isInComment(_ offset: Int, _ bytes: [UInt8]) -> Bool {
        var index = offset - 1
        while index > 0, bytes[index] != 0x0A, bytes[index] != 0x0D {
            if bytes[index] == UInt8(ascii: "/"), bytes[index - 1] == UInt8(ascii: "/") {
                return index < 2 || bytes[index - 2] != UInt8(ascii: ":")
            }
            index -= 1
        }
        return false
    }

    // MARK: - Optional results

    private static let neverNil = "this value is never nil because of the toggle any more; its type may not be optional"

    /// Lists declarations whose type is optional only because of the toggle: `isOn ? value : nil`.
    func listOptionals() {
        for known in values.values where !isRemoved(known.node) {
            guard let expression = known.node.as(ExprSyntax.self),
                let list = expression.parent?.as(ExprListSyntax.self),
                let sequence = list.parent,
                let choice = list.lazy.compactMap({ $0.as(UnresolvedTernaryExprSyntax.self) }).first,
                let last = list.last, let file = Optional(known.file)
            else { continue }
            let condition = Array(list.prefix { $0.id != ExprSyntax(choice).id })
            guard case .bool(let isOn)? = value(ofOperands: condition) else { continue }
            let (keptSide, otherSide) = isOn ? (choice.thenExpression, last) : (last, choice.thenExpression)
            guard otherSide.is(NilLiteralExprSyntax.self), !keptSide.is(NilLiteralExprSyntax.self) else { continue }
            let owner =
                (sequence.parent?.parent?.as(PatternBindingSyntax.self)).map(Syntax.init)
                ?? sequence.parent.flatMap(resultOwner)
            let type =
                owner?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
                ?? owner?.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
            guard let owner, let type, type.is(OptionalTypeSyntax.self) else { continue }
            listOptional(type, of: owner, file)
        }
    }

    /// Lists a declaration that is never `nil` any more, and the places that unwrap it.
    private func listOptional(_ type: TypeSyntax, of owner: Syntax, _ file: Int) {
        let copy = owner.is(PatternBindingSyntax.self) ? project.tree(file).flatMap { Copy(owner, file, in: $0) } : nil
        if let copy, let own = copy.type {
            // A protocol or a superclass determines the type, and others that inherit from it may have `nil`.
            let ancestors = project.types.ancestors(of: own)
            guard !ancestors.contains(where: { project.valueOwner(ofMember: copy.name, in: $0) != nil }) else { return }
        }
        remark(.read, file, type, Self.neverNil)
        guard let copy, copy.kind == .member else { return }
        let reason = "this unwraps ‘\(copy.name)’, which is never nil because of the toggle any more"
        for read in evidence(on: copy).reads where read.expression.isUnwrapped && !isRemoved(read.expression) {
            remark(.read, read.file, read.expression, reason)
        }
        // `guard let name`
        for name in project.names(copy.name, in: file) {
            guard let condition = name.token.parent?.parent?.as(OptionalBindingConditionSyntax.self),
                condition.initializer == nil, enclosingTypes(of: name.token, file).first == copy.type,
                LocalName.declaration(of: copy.name, at: condition) == nil, !isRemoved(condition)
            else { continue }
            remark(.read, file, condition, reason)
        }
    }

    /// Lists functions and properties that returned `nil` only because of the toggle.
    func listResults(_ results: [(file: Int, result: FileFolding.Result)]) {
        for (file, result) in results {
            guard let tree = project.tree(file) else { continue }
            var seen: Set<SyntaxIdentifier> = []
            var cursor = TokenCursor(tree.root)
            for range in result.removed {
                var token = cursor.token(around: range.lowerBound)
                while let current = token, current.position.utf8Offset < range.upperBound {
                    token = current.nextToken(viewMode: .sourceAccurate)
                    guard current.tokenKind == .keyword(.nil),
                        current.parent?.parent?.is(ReturnStmtSyntax.self) == true,
                        let (owner, type) = Self.optionalResult(around: current), seen.insert(owner.id).inserted,
                        !result.removed.cover(type.positionAfterSkippingLeadingTrivia.utf8Offset),
                        owner.tokens(viewMode: .sourceAccurate).allSatisfy({ other in
                            other.tokenKind != .keyword(.nil) || result.removed.cover(other.offsets.lowerBound)
                        })
                    else { continue }
                    listOptional(type, of: owner, file)
                }
            }
        }
    }

    /// Returns the function, property, or closure to which a statement belongs, with its optional type.
    private static func optionalResult(around token: TokenSyntax) -> (owner: Syntax, type: TypeSyntax)? {
        var node = token.parent
        while let current = node {
            var type: TypeSyntax?
            if let function = current.as(FunctionDeclSyntax.self) {
                type = function.signature.returnClause?.type
            } else if let binding = current.as(PatternBindingSyntax.self) {
                type = binding.typeAnnotation?.type
            } else if current.is(ClosureExprSyntax.self) {
                // Only the closure of `var x: T? = { … }()` returns what the property has.
                guard current.parent?.parent?.is(InitializerClauseSyntax.self) == true else { return nil }
            } else if current.is(DeclSyntax.self), !current.is(AccessorDeclSyntax.self) {
                return nil
            }
            if let type { return type.is(OptionalTypeSyntax.self) ? (current, type) : nil }
            node = current.parent
        }
        return nil
    }

    // MARK: - Imports

    /// Lists the imports of the project's own modules whose types only removed code used.
    func listImports(_ results: [(file: Int, result: FileFolding.Result)]) {
        for (file, result) in results where !result.removed.isEmpty && !result.bytes.isEmpty {
            guard let tree = project.tree(file) else { continue }
            for item in tree.root.statements {
                guard let module = item.item.as(ImportDeclSyntax.self), let name = module.path.first?.name.name else {
                    continue
                }
                let types = project.types(ofModule: name)
                guard !types.isEmpty else { continue }
                let hits = tree.bytes.withUnsafeBufferPointer { WordTable(types).hits(in: $0) }.filter { hit in
                    hit.word >= 0 && hit.offset >= module.endPosition.utf8Offset
                }
                guard !hits.isEmpty, hits.allSatisfy({ result.removed.cover($0.offset) }) else { continue }
                remark(
                    .unused,
                    file,
                    module,
                    "only removed code used a type of ‘\(name)’; see whether the import is needed"
                )
            }
        }
    }
}

extension ExprSyntax {
    /// Whether the code around it unwraps an optional: `x?.y`, `x!`, `if let y = x`, `x ?? y`.
    fileprivate var isUnwrapped: Bool {
        guard let parent else { return false }
        if parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self) { return true }
        if let list = parent.as(ExprListSyntax.self) {
            return list.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
                && list.first?.id == id
        }
        return parent.parent?.is(OptionalBindingConditionSyntax.self) ?? false
    }
}
