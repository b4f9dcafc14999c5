import SwiftSyntax
import ToggleLint

extension FileAnalyzer {
    /// Returns the toggle that a name refers to, if it is one.
    func member(_ token: TokenSyntax, _ word: Vocabulary.Word) -> Found? {
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

    // MARK: - `Type.name`, `object.name`

    private func explicit(_ access: MemberAccessExprSyntax, _ base: ExprSyntax, _ word: Vocabulary.Word) -> Found? {
        let name = base.lastName
        let types = name == "self" || name == "Self" ? EnclosingDeclarations(access, in: tree).types : []
        for candidate in word.members {
            if !candidate.holders.isEmpty {
                let isOwn = name == "self" && types.contains { candidate.types.contains($0) }
                if name == "self", !isOwn { continue }
                let isHeld = name.map(candidate.holders.contains) ?? false
                return property(Syntax(access), candidate, isCertain: isOwn || isHeld)
            }
            let isType = name.map(candidate.types.contains) ?? false
            let isOwn = name == "Self" && types.contains { candidate.types.contains($0) }
            if isType || isOwn { return read(access, candidate, certainty: .certain) }
        }
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
        guard base.lastName?.first?.isUppercase == true, access.parent?.is(MemberAccessExprSyntax.self) != true else {
            return nil
        }
        var found = Found(target: .toggle(candidate.key), form: .member, certainty: .possible)
        found.types = candidates.flatMap(\.types)
        if case .argument(let callee, _, _) = context { found.callee = callee }
        return found
    }

    // MARK: - `.name`

    private func implicit(_ access: MemberAccessExprSyntax, _ word: Vocabulary.Word) -> Found? {
        let candidates = word.members.filter(\.holders.isEmpty)
        guard !candidates.isEmpty else { return nil }
        // A toggle can't be called, so `.history(let entry)` is a case of another type.
        if let call = access.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == ExprSyntax(access).id
        {
            return nil
        }
        let context = ImplicitContext(of: access)
        for candidate in candidates {
            if let found = proven(access, candidate, context) { return found }
        }
        let own = EnclosingDeclarations(access, in: tree).types
        for candidate in candidates where candidate.source != nil && own.contains(where: candidate.types.contains) {
            var found = read(access, candidate, certainty: .certain)
            found.place = .declaration
            return found
        }
        if let candidate = candidates.first(where: { isImplementation(access, $0, context) }) {
            return Found(target: .toggle(candidate.key), form: .member, certainty: .certain, place: .declaration)
        }
        // Several toggles may have the name; reporting the first one is enough for a person to check.
        let candidate = candidates[0]
        // A call that doesn't accept a toggle of this type shows that the name means something else.
        var found = Found(target: .toggle(candidate.key), form: .member, certainty: .possible)
        found.types = candidates.flatMap(\.types)
        if case .argument(let callee, _, _) = context { found.callee = callee }
        return found
    }

    /// Returns whether the use is a pattern in a function that `reads:` names, which implements the flag and doesn't
    /// read it.
    private func isImplementation(
        _ access: MemberAccessExprSyntax,
        _ candidate: Vocabulary.Candidate,
        _ context: ImplicitContext
    ) -> Bool {
        guard case .pattern = context, let reads = candidate.source.map({ vocabulary.sources[$0].reads }) else {
            return false
        }
        var node = Syntax(access)
        while let parent = node.parent {
            if let function = parent.as(FunctionDeclSyntax.self) { return reads.contains(function.name.name) }
            if parent.is(AccessorBlockSyntax.self), let binding = parent.parent?.as(PatternBindingSyntax.self) {
                return binding.pattern.as(IdentifierPatternSyntax.self).map { reads.contains($0.identifier.name) }
                    ?? false
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
            return candidate.types.contains(type) ? read(access, candidate, certainty: .certain) : nil
        case .argument(let callee, let call, let isAttribute):
            if let source = candidate.source {
                guard vocabulary.sources[source].reads.contains(callee.name) else { return nil }
                return Found(
                    target: .toggle(candidate.key),
                    form: .member,
                    certainty: .certain,
                    call: callee.name,
                    value: call
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
            if isRead { (found.call, found.value) = (callee.name, call) }
        }
        if found.call == nil, let reads { readsFlag(access, reads, &found) }
        if let source = candidate.source, vocabulary.sources[source].kind == .cases {
            let own = EnclosingDeclarations(access, in: tree).types
            if own.contains(where: candidate.types.contains) { found.place = .declaration }
        }
        return found
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
            certainty: isCertain && !Self.isAssigned(value) ? .certain : .possible
        )
        found.value = value
        return found
    }

    /// Returns whether a value is assigned, and not read.
    private static func isAssigned(_ value: Syntax) -> Bool {
        guard let list = value.parent?.as(ExprListSyntax.self), let first = list.first, Syntax(first).id == value.id
        else {
            return false
        }
        return list.dropFirst().first?.is(AssignmentExprSyntax.self) == true
    }

    private func keyPath(_ reference: DeclReferenceExprSyntax, _ word: Vocabulary.Word) -> Found? {
        var node = Syntax(reference)
        while let parent = node.parent {
            if let path = parent.as(KeyPathExprSyntax.self) {
                let root = path.root?.lastName
                for candidate in word.members where candidate.source != nil {
                    let isOwn = root.map(candidate.types.contains) ?? false
                    if candidate.holders.isEmpty, !isOwn { continue }
                    if root != nil, !isOwn { return nil }
                    return Found(
                        target: .toggle(candidate.key),
                        form: candidate.holders.isEmpty ? .member : .property,
                        certainty: isOwn ? .certain : .possible
                    )
                }
                // `toggles.on(\.newCheckout)`: the project's own function that reads toggles.
                if root != nil { return nil }
                return word.members.first { $0.holders.isEmpty }.map { candidate in
                    Found(target: .toggle(candidate.key), form: .member, certainty: .possible)
                }
            }
            node = parent
        }
        return nil
    }

    /// Returns whether a name is part of the condition of an `#if`.
    private static func isCompilationCondition(_ reference: DeclReferenceExprSyntax) -> Bool {
        var node = Syntax(reference)
        while let parent = node.parent {
            if let clause = parent.as(IfConfigClauseSyntax.self) {
                return clause.condition.map { Syntax($0).id } == node.id
            }
            if parent.is(CodeBlockItemSyntax.self) || parent.is(MemberBlockItemSyntax.self) { return false }
            node = parent
        }
        return false
    }

    /// Handles a name without a base, which is a property of the enclosing type.
    private func bare(_ reference: DeclReferenceExprSyntax, _ word: Vocabulary.Word) -> Found? {
        for candidate in word.members {
            guard let source = candidate.source, vocabulary.sources[source].kind == .compilationConditions,
                Self.isCompilationCondition(reference)
            else { continue }
            return Found(target: .toggle(candidate.key), form: .member, certainty: .certain)
        }
        let own = EnclosingDeclarations(reference, in: tree).types
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
