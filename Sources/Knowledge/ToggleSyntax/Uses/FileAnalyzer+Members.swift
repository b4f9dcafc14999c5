import SwiftSyntax
import ToggleLint

extension FileAnalyzer {
    /// Returns the toggle that a name refers to, if it is one.
    func member(_ token: TokenSyntax, _ word: Vocabulary.Word) -> Found? {
        var word = word
        word.members.removeAll { $0.variable != nil }
        guard !word.members.isEmpty, let reference = token.parent?.as(DeclReferenceExprSyntax.self),
            reference.baseName.id == token.id
        else { return nil }
        let isProjected = token.text.hasPrefix("$")
        guard token.name == word.text || isProjected && token.text.dropFirst() == word.text else { return nil }
        guard let parent = reference.parent else { return nil }
        if parent.is(KeyPathPropertyComponentSyntax.self) { return keyPath(reference, word) }
        guard let access = parent.as(MemberAccessExprSyntax.self), access.declName.id == reference.id else {
            return bare(reference, word)
        }
        guard let base = access.base else { return implicit(access, word) }
        return explicit(access, base, word)
    }

    /// Returns the objects that the attribute of a flag creates, as `@Feature(options: MenuOptions()) var menu`.
    ///
    /// They may do more than describe the flag, so that it isn't certain that nothing reads it.
    func objects(_ token: TokenSyntax, _ word: Vocabulary.Word) -> [Found] {
        let attributed = word.members.first { candidate in
            candidate.source.map { vocabulary.sources[$0].kind == .attributedProperties } ?? false
        }
        guard let attributed, let source = attributed.source,
            let variable = token.parent?.as(IdentifierPatternSyntax.self)?.parent?.parent?.parent?
                .as(VariableDeclSyntax.self)
        else { return [] }
        let attribute = variable.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
            .first { $0.attributeName.lastName == vocabulary.sources[source].lastName }
        let arguments = attribute?.arguments?.as(LabeledExprListSyntax.self)?.lazy.map(\.expression)
        let object = arguments?.first { argument in
            argument.as(FunctionCallExprSyntax.self)?.calledExpression.lastName?.first?.isUppercase ?? false
        }
        guard let object else { return [] }
        return [
            Found(target: .toggle(attributed.key), form: .member, certainty: .possible, range: object.offsets)
        ]
    }

    // MARK: - `Type.name`, `object.name`

    private func explicit(_ access: MemberAccessExprSyntax, _ base: ExprSyntax, _ word: Vocabulary.Word) -> Found? {
        // `$settings.isOn` is a binding to a property of `settings`.
        let name = base.lastName.map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }
        let types = name == "self" || name == "Self" ? EnclosingDeclarations(access, in: tree).ownTypes : []
        // A member that another type declares, or the type around the place.
        let others = name == "Self" ? types : name.map { $0.first?.isUppercase == true ? [$0] : [] } ?? []
        lazy var isOfOther = others.contains { ownMembers.contains(word.text, of: $0, hits, in: tree) }
        for candidate in word.members {
            if !candidate.holders.isEmpty {
                let isOwn = name == "self" && types.contains { candidate.types.contains($0) }
                if name == "self", !isOwn { continue }
                let isHeld = name.map(candidate.holders.contains) ?? false
                if !isOwn, !isHeld, isOfOther { return nil }
                return property(Syntax(access), candidate, isCertain: isOwn || isHeld)
            }
            let isType = name.map(candidate.types.contains) ?? false
            let isOwn = name == "Self" && types.contains { candidate.types.contains($0) }
            if isType || isOwn { return read(access, candidate, certainty: .certain) }
        }
        if isOfOther { return nil }
        return renamed(access, base, word)
    }

    /// Handles `Flags.name` for an alias of the type, or a constant of another type with the same name.
    ///
    /// It is certain in a call that reads toggles, and possible anywhere else.
    private func renamed(_ access: MemberAccessExprSyntax, _ base: ExprSyntax, _ word: Vocabulary.Word) -> Found? {
        let candidates = word.members.filter(\.holders.isEmpty)
        guard let candidate = candidates.first else { return nil }
        if let call = access.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == ExprSyntax(access).id
        {
            return nil
        }
        let context = ImplicitContext(of: access)
        for candidate in candidates {
            if let found = proven(access, candidate, context) { return found }
        }
        // An object can have properties with any name; a type has few. Code doesn't access members of a key.
        guard let type = base.lastName, type.first?.isUppercase == true else {
            return ofObject(access, base, candidates)
        }
        if Self.isOfFramework(type) { return nil }
        guard access.parent?.is(MemberAccessExprSyntax.self) != true else { return nil }
        var found = Found(target: .toggle(candidate.key), form: .member, certainty: .possible)
        found.types = candidates.flatMap(\.argumentTypes)
        if case .argument(let callee, _, _) = context { found.callee = callee }
        // A type can inherit static properties, but no cases.
        if candidates.allSatisfy({ $0.source.map { vocabulary.sources[$0].kind == .cases } ?? false }) {
            found.base = type
        }
        return found
    }

    /// Types of the standard library and of Apple's frameworks without a prefix, which many apps extend, and types that
    /// tools generate for texts and images.
    private static let frameworkTypes: Set<String> = [
        "String", "LocalizedStringKey", "LocalizedStringResource", "Color", "Image", "ImageResource", "ColorResource",
        "Font", "Text", "Label", "Animation", "URL", "URLRequest", "Notification", "Date", "DateFormatter", "Data",
        "Locale", "Calendar", "Logger", "Int", "Double", "Edge", "EdgeInsets", "Alignment", "Bundle", "FileManager",
        "L10n", "Asset", "Assets", "Strings", "Localizable", "ColorName", "ImageName", "FontFamily", "R",
    ]

    /// Returns whether a type with constants of its own can't be an alias of a type of flags: `UINavigationController`.
    private static func isOfFramework(_ type: String) -> Bool {
        let hasPrefix = ["UI", "NS", "CG", "CA", "AV"].contains { type.hasPrefix($0) }
        let isPrefixed = hasPrefix && type.dropFirst(2).first?.isUppercase == true
        return frameworkTypes.contains(type) || isPrefixed && FlagNames.rank(ofType: type) == .none
    }

    /// Handles `flags.name` for an object that forwards to the toggles by `@dynamicMemberLookup` or generated code, or
    /// that has a member with the same name.
    private func ofObject(
        _ access: MemberAccessExprSyntax,
        _ base: ExprSyntax,
        _ candidates: [Vocabulary.Candidate]
    ) -> Found? {
        guard !Self.isAssigned(Syntax(access)) else { return nil }
        let isCase: (Vocabulary.Candidate) -> Bool = { candidate in
            candidate.isBoolean || candidate.source.map { vocabulary.sources[$0].kind == .cases } ?? false
        }
        // No wrapper leads to a case or to a value, and flags of a declaration have no generated keys.
        let declared = candidates.filter { $0.source != nil }
        let all = declared.isEmpty ? candidates : declared
        let candidate = all.first { !isCase($0) } ?? all[0]
        var found = Found(target: .toggle(candidate.key), form: .member, certainty: .possible)
        // The object may be the type itself.
        let isType = base.is(FunctionCallExprSyntax.self) && base.lastName == "type"
        found.needsMirror = isCase(candidate) && !isType && !candidate.types.contains(where: metatypes.contains)
        found.types = candidate.argumentTypes
        found.callee = FileFacts.Callee(name: "subscript", label: FileFacts.Callee.dynamicMember)
        return found
    }

    // MARK: - `.name`

    private func implicit(_ access: MemberAccessExprSyntax, _ word: Vocabulary.Word) -> Found? {
        var candidates = word.members.filter(\.holders.isEmpty)
        guard !candidates.isEmpty else { return nil }
        // A toggle can't be called, so `.history(let entry)` is a case of another type.
        if let call = access.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == ExprSyntax(access).id
        {
            return nil
        }
        let context = ImplicitContext(of: access)
        if case .pattern = context, let choice = FlagTables.choice(access)?.choice {
            // A `switch` with other cases is about another type.
            let sources = tables.sources(of: choice)
            candidates.removeAll { $0.source.map { !sources.contains($0) } ?? false }
            guard !candidates.isEmpty else { return nil }
        }
        for candidate in candidates {
            if let found = proven(access, candidate, context) { return found }
        }
        let around = EnclosingDeclarations(access, in: tree)
        for candidate in candidates
        where candidate.source != nil && around.types.contains(where: candidate.types.contains) {
            // The type's own function may pass the flag on to code that reads it.
            if case .argument(let callee, let call, _) = context, !Self.isAssigned(call), !around.stores(callee) {
                var found = Found(target: .toggle(candidate.key), form: .member, certainty: .possible)
                (found.types, found.callee) = (candidate.argumentTypes, callee)
                if let table = tables.table(around: access, source: nil) {
                    (found.place, found.table) = (namingPlace, table.name)
                }
                return found
            }
            var found = read(access, candidate, certainty: .certain)
            if !isOtherName(access, context, candidate) {
                (found.place, found.table) = (.declaration, FlagTables.name(around: access))
            }
            return found
        }
        if let candidate = candidates.first(where: { isImplementation(access, $0, context) }) {
            return Found(target: .toggle(candidate.key), form: .member, certainty: .certain, place: .declaration)
        }
        // Several toggles may have the name; reporting the first one is enough for a person to check.
        let candidate = candidates[0]
        // A call that doesn't accept a toggle of this type shows that the name means something else.
        var found = Found(target: .toggle(candidate.key), form: .member, certainty: .possible)
        found.types = candidates.flatMap(\.argumentTypes)
        if case .argument(let callee, _, _) = context { found.callee = callee }
        if let name = Self.assignedProperty(access) { found.callee = .property(name) }
        if let table = naming(access, candidate, context, hasValue: false) {
            (found.place, found.table) = (namingPlace, table.name)
            if let choice = FlagTables.choice(access)?.choice, source(of: choice) != nil { found.certainty = .certain }
        }
        return found
    }

    /// The place of a use that only names a toggle.
    private var namingPlace: ToggleUse.Place? { place == .production ? .declaration : nil }

    /// Returns the table if the use names a toggle in one, in a case of a `switch` that returns a value, or to write its
    /// value, so that it doesn't read it.
    private func naming(
        _ access: MemberAccessExprSyntax,
        _ candidate: Vocabulary.Candidate,
        _ context: ImplicitContext,
        hasValue: Bool
    ) -> FlagTables.Table? {
        switch context {
        case .pattern:
            let branch = FlagTables.choice(access)?.branch
            let isNamed = branch.map { ImplicitContext.isResult($0.statements) || FlagTables.storesParameter($0) }
            return isNamed ?? false ? FlagTables.Table() : nil
        case .argument(let callee, let call, _) where callee.name == "subscript":
            if Self.isAssigned(call) { return FlagTables.Table() }
        case .unknown:
            if FlagTables.isExcluded(access) { return FlagTables.Table() }
        default: break
        }
        return tables.table(around: access, source: hasValue ? nil : candidate.source)
    }

    /// Returns whether the use is a pattern or is compared in a function that `reads:` names, which implements the flag
    /// and doesn't read it.
    private func isImplementation(
        _ access: MemberAccessExprSyntax,
        _ candidate: Vocabulary.Candidate,
        _ context: ImplicitContext
    ) -> Bool {
        guard let reads = candidate.source.map({ vocabulary.sources[$0].reads }), !reads.isEmpty else { return false }
        switch context {
        case .pattern: break
        case .unknown: guard FlagTables.comparison(with: access) != nil else { return false }
        case .argument, .type: return false
        }
        var node = Syntax(access)
        while let parent = node.parent {
            var name: String?
            if let function = parent.as(FunctionDeclSyntax.self) { name = function.name.name }
            if parent.is(AccessorBlockSyntax.self), let binding = parent.parent?.as(PatternBindingSyntax.self) {
                name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name ?? ""
            }
            if let name {
                guard reads.contains(name) else { return false }
                if let choice = FlagTables.choice(access)?.choice, let source = candidate.source {
                    tables.add(choice, in: parent.id, source: source, isInverse: FlagNames.isInverse(name))
                }
                return true
            }
            if parent.is(MemberBlockSyntax.self) { return false }
            node = parent
        }
        return false
    }

    /// Returns a use that is certain because of its context.
    private func proven(
        _ access: MemberAccessExprSyntax,
        _ candidate: Vocabulary.Candidate,
        _ context: ImplicitContext
    ) -> Found? {
        switch context {
        case .type(let type):
            return candidate.argumentTypes.contains(type) ? read(access, candidate, certainty: .certain) : nil
        case .argument(let callee, let call, let isAttribute):
            if let source = candidate.source {
                guard vocabulary.sources[source].reads.contains(callee.name) else { return nil }
                return Found(
                    target: .toggle(candidate.key),
                    form: .member,
                    certainty: .certain,
                    call: callee.name,
                    value: call,
                    callee: callee
                )
            }
            if Vocabulary.reads[callee.name] == callee.label, call.is(FunctionCallExprSyntax.self) {
                return Found(
                    target: .toggle(candidate.key),
                    form: .member,
                    certainty: .certain,
                    call: callee.name,
                    value: call
                )
            }
            if Vocabulary.mentions[callee.name] == callee.label, call.is(FunctionCallExprSyntax.self) {
                return Found(target: .toggle(candidate.key), form: .member, certainty: .certain)
            }
            if isAttribute {
                let name = callee.name.lowercased()
                if ["toggle", "feature", "flag"].contains(where: name.contains) {
                    return Found(target: .toggle(candidate.key), form: .member, certainty: .certain)
                }
            }
            return nil
        case .pattern, .unknown: return nil
        }
    }

    /// Returns a certain use of a key, with the call that receives it as an argument.
    private func read(
        _ access: MemberAccessExprSyntax,
        _ candidate: Vocabulary.Candidate,
        certainty: ToggleUse.Certainty
    ) -> Found {
        var found = Found(target: .toggle(candidate.key), form: .member, certainty: certainty)
        let reads = candidate.source.map { vocabulary.sources[$0].reads }
        let context = ImplicitContext(of: access)
        if isImplementation(access, candidate, context) { found.place = .declaration }
        if case .argument(let callee, let call, _) = context {
            let isRead = reads?.contains(callee.name) ?? (Vocabulary.reads[callee.name] == callee.label)
            if isRead { (found.call, found.value, found.callee) = (callee.name, call, callee) }
        }
        if found.call == nil, let reads { readsFlag(access, reads, &found) }
        if let source = candidate.source, vocabulary.sources[source].kind == .cases {
            let own = EnclosingDeclarations(access, in: tree).types
            if found.call == nil, own.contains(where: candidate.types.contains) {
                if case .argument(let callee, let call, _) = context, !Self.isAssigned(call) {
                    (found.certainty, found.types, found.callee) = (.possible, candidate.argumentTypes, callee)
                } else if isOtherName(access, context, candidate) {
                    found.certainty = .possible
                } else {
                    (found.place, found.table) = (.declaration, FlagTables.name(around: access))
                }
            }
        }
        if found.call == nil, found.place == nil,
            let table = naming(access, candidate, context, hasValue: found.value != nil)
        {
            (found.place, found.table) = (namingPlace, table.name)
        }
        if found.call == nil, found.place == nil, case .type = context, let choice = choiceOfSameName(access) {
            if let source = candidate.source, tables.copies(choice, source) {
                (found.place, found.base) = (namingPlace, typeOfSubject(choice))
            } else {
                found.certainty = .possible
            }
        }
        return found
    }

    /// Returns the `switch` over another type if the use is the result for its case with the same name; the type may be
    /// a copy that only passes values on.
    private func choiceOfSameName(_ access: MemberAccessExprSyntax) -> SwitchExprSyntax? {
        guard let (names, choice) = tables.around(access), names == [access.declName.baseName.name],
            source(of: choice) == nil
        else { return nil }
        return choice
    }

    /// Returns whether the use gives the flag another name, such as `static let first = Flag.newCheckout`.
    private func isOtherName(
        _ access: MemberAccessExprSyntax,
        _ context: ImplicitContext,
        _ candidate: Vocabulary.Candidate
    ) -> Bool {
        if access.parent?.is(InitializerClauseSyntax.self) == true { return true }
        guard case .type(let type) = context, FlagTables.name(around: access) == nil else { return false }
        return type == "Self" || candidate.types.contains(type)
    }

    /// Returns whether the access reads the flag: `Flag.name.isOn`, `Flag.name.isOn()`, and for a static property
    /// `Flags.name` itself.
    private func readsFlag(_ access: MemberAccessExprSyntax, _ reads: [String], _ found: inout Found) {
        if let outer = access.parent?.as(MemberAccessExprSyntax.self), outer.base?.id == ExprSyntax(access).id {
            let name = outer.declName.baseName.name
            guard reads.contains(name) || reads.isEmpty && !["rawValue", "self", "hashValue"].contains(name) else {
                return
            }
            found.call = name
            found.value = Syntax(outer)
            if let call = outer.parent?.as(FunctionCallExprSyntax.self),
                call.calledExpression.id == ExprSyntax(outer).id
            {
                found.value = Syntax(call)
            }
        } else if reads.isEmpty {
            found.value = Syntax(access)
        }
    }

    // MARK: - Properties of objects

    private func property(_ value: Syntax, _ candidate: Vocabulary.Candidate, isCertain: Bool) -> Found {
        var found = Found(
            target: .toggle(candidate.key),
            form: .property,
            certainty: isCertain ? .certain : .possible
        )
        found.value = value
        if Self.isAssigned(value) { found.place = namingPlace }
        return found
    }

    /// Returns whether a value is assigned, and not read.
    static func isAssigned(_ value: Syntax) -> Bool {
        guard let list = value.parent?.as(ExprListSyntax.self), let first = list.first, Syntax(first).id == value.id
        else {
            return false
        }
        return list.dropFirst().first?.is(AssignmentExprSyntax.self) == true
    }

    /// Returns the property to which code assigns a value: `required` in `row.required = .newCheckout`.
    private static func assignedProperty(_ value: MemberAccessExprSyntax) -> String? {
        guard let list = value.parent?.as(ExprListSyntax.self), list.count == 3, list.last?.id == ExprSyntax(value).id,
            list.dropFirst().first?.is(AssignmentExprSyntax.self) == true, let name = list.first?.lastName,
            name != "self"
        else { return nil }
        return name
    }

    private func keyPath(_ reference: DeclReferenceExprSyntax, _ word: Vocabulary.Word) -> Found? {
        var node = Syntax(reference)
        while let parent = node.parent {
            if let path = parent.as(KeyPathExprSyntax.self) {
                let root = path.root?.lastName
                let holder = Self.component(before: reference, in: path)
                for candidate in word.members where candidate.source != nil {
                    let isOwn = root.map(candidate.types.contains) ?? false
                    let isHeld = holder.map(candidate.holders.contains) ?? false
                    if candidate.holders.isEmpty, !isOwn { continue }
                    if root != nil, !isOwn, !isHeld { return nil }
                    return passed(path, candidate, isCertain: isOwn || isHeld)
                }
                // `toggles.on(\.newCheckout)`: the project's own function that reads toggles.
                if root != nil { return nil }
                return word.members.first { $0.holders.isEmpty }.map { passed(path, $0, isCertain: false) }
            }
            node = parent
        }
        return nil
    }

    /// Returns the property before another one in a key path: `flags` in `\\.flags.newCheckout`.
    private static func component(before reference: DeclReferenceExprSyntax, in path: KeyPathExprSyntax) -> String? {
        let properties = path.components.map { $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName }
        guard let index = properties.firstIndex(where: { $0?.id == reference.id }), index > 0 else { return nil }
        return properties[index - 1]?.baseName.name
    }

    /// Returns whether a name is part of the condition of an `#if`.
    private static func isCompilationCondition(_ reference: DeclReferenceExprSyntax) -> Bool {
        var node = Syntax(reference)
        while let parent = node.parent {
            if let clause = parent.as(IfConfigClauseSyntax.self) {
                return clause.condition.map { Syntax($0).id } == node.id
            }
            // `canImport(NAME)` is about a module.
            if parent.is(CodeBlockItemSyntax.self) || parent.is(MemberBlockItemSyntax.self)
                || parent.is(FunctionCallExprSyntax.self)
            {
                return false
            }
            node = parent
        }
        return false
    }

    /// Returns the use in a key path, which the project's own function or subscript may read: `flags[\.newCheckout]`.
    private func passed(_ path: KeyPathExprSyntax, _ candidate: Vocabulary.Candidate, isCertain: Bool) -> Found {
        var found = Found(
            target: .toggle(candidate.key),
            form: candidate.holders.isEmpty ? .member : .property,
            certainty: isCertain ? .certain : .possible
        )
        guard case .argument(let callee, let call, _) = ImplicitContext(of: path) else { return found }
        found.callee = callee
        found.types = candidate.argumentTypes
        let function = call.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)?.base
        let object = call.as(SubscriptCallExprSyntax.self)?.calledExpression ?? function
        let reads = candidate.source.map { vocabulary.sources[$0].reads.contains(callee.name) } ?? false
        if reads || object?.lastName.map(candidate.holders.contains) == true {
            found.certainty = .certain
            if reads { found.call = callee.name }
            found.value = call
        }
        return found
    }

    /// Handles a name without a base, which is a property of the enclosing type.
    private func bare(_ reference: DeclReferenceExprSyntax, _ word: Vocabulary.Word) -> Found? {
        for candidate in word.members {
            guard let source = candidate.source, vocabulary.sources[source].kind == .compilationConditions,
                Self.isCompilationCondition(reference)
            else { continue }
            return Found(target: .toggle(candidate.key), form: .member, certainty: .certain)
        }
        let own = EnclosingDeclarations(reference, in: tree).ownTypes
        if own.contains(where: vocabulary.generatedTypes.contains),
            let candidate = word.members.first(where: { $0.source == nil }), !Shadowing.isShadowed(reference)
        {
            return Found(target: .toggle(candidate.key), form: .member, certainty: .possible)
        }
        let candidates = word.members.filter { candidate in
            candidate.source.map { vocabulary.sources[$0].kind != .cases } ?? false
        }
        guard !candidates.isEmpty else { return nil }
        for candidate in candidates where own.contains(where: candidate.types.contains) {
            guard !Shadowing.isShadowed(reference) else { return nil }
            if candidate.holders.isEmpty {
                var found = Found(target: .toggle(candidate.key), form: .member, certainty: .certain)
                found.value = Syntax(reference)
                return found
            }
            return property(Syntax(reference), candidate, isCertain: true)
        }
        return nil
    }
}
