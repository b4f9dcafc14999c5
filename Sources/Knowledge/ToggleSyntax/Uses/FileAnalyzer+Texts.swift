import SwiftSyntax
import ToggleLint
import ToggleManifest

extension FileAnalyzer {
    /// Returns the toggles that a word in a string refers to, if the string is a key or the name of an environment
    /// variable.
    func strings(_ token: TokenSyntax, _ hit: WordHit, _ word: Vocabulary.Word?) -> [Found] {
        guard let literal = token.parent?.parent?.parent?.as(StringLiteralExprSyntax.self) else { return [] }
        // `--enable-toggle` before its key.
        if word?.role == .launchOption { return launchOption(literal) }
        // A long text can contain many words, and only the first one can be a key.
        guard hit.offset == token.position.utf8Offset + token.leadingTriviaLength.utf8Length,
            let text = ExprSyntax(literal).stringLiteral
        else { return [] }
        let name = String(decoding: tree.bytes[hit.offset..<hit.end], as: UTF8.self)
        let range = hit.offset..<hit.end
        guard text.hasPrefix(name) else { return [] }
        let rest = text.dropFirst(name.count)
        guard rest.isEmpty || rest.first == "=" else { return [] }

        if word == nil {
            let key = name.dropFirst(WordTable.variablePrefix.count).lowercased()
            return [Found(target: .undeclared(key), form: .string, certainty: .possible, range: range)]
        }
        if let key = word?.variable {
            return [
                Found(target: .toggle(key), form: .string, certainty: .certain, place: settingPlace, range: range)
            ]
        }
        guard let key = word?.key, vocabulary.keys.contains(key) else { return [] }
        // Calls that take keys are handled separately; see `callsOfText`.
        let access = literal.parent?.parent?.parent?.as(SubscriptCallExprSyntax.self)
        if access.map({ !subscriptOfText($0).isEmpty }) ?? false { return [] }
        if isArgumentOfText(literal) || follows(Self.launchOptions, literal) { return [] }
        guard rest.isEmpty, !isOfDeclaration(literal, of: key) else { return [] }
        // `case .newCheckout: return "new_checkout"` only names the flag for a service.
        if place == .production, keysOfCase(around: token).contains(key) {
            return [
                Found(target: .toggle(key), form: .string, certainty: .certain, place: .declaration, range: range)
            ]
        }
        if declaresKey(literal) {
            return [
                Found(target: .toggle(key), form: .string, certainty: .certain, place: .declaration, range: range)
            ]
        }
        var found = Found(target: .toggle(key), form: .string, certainty: .possible, range: range)
        if place == .production, let table = tables.table(around: literal, source: nil) {
            (found.place, found.table) = (.declaration, table.name)
        }
        return [found]
    }

    static let launchOptions: Set<String> = ["--enable-toggle", "--disable-toggle", "--toggle"]

    /// Returns the key that follows an option in a list of arguments.
    private func launchOption(_ literal: StringLiteralExprSyntax) -> [Found] {
        // In a list of options, an option is followed by another option.
        guard let text = ExprSyntax(literal).stringLiteral, Self.launchOptions.contains(text),
            let next = Self.sibling(of: literal, 1),
            next.stringLiteral?.hasPrefix("-") != true
        else { return [] }
        var found = key(next, allowsValue: text == "--toggle")
        found.place = settingPlace
        return [found]
    }

    /// The place of a key that is set for a process to start; like a use in a script, it doesn't keep a toggle alive.
    private var settingPlace: ToggleUse.Place? { place == .production ? .script : nil }

    /// Returns the element before an expression in a list of arguments or an array, or after it if the distance is
    /// positive.
    private static func sibling(of expression: some ExprSyntaxProtocol, _ distance: Int) -> ExprSyntax? {
        guard let element = expression.parent, let list = element.parent else { return nil }
        let siblings = list.children(viewMode: .sourceAccurate)
        guard let index = siblings.index(of: element), distance > 0 || index > siblings.startIndex else { return nil }
        let next = distance > 0 ? siblings.index(after: index) : siblings.index(before: index)
        guard next < siblings.endIndex else { return nil }
        let sibling = siblings[next]
        return sibling.as(ArrayElementSyntax.self)?.expression ?? sibling.as(LabeledExprSyntax.self)?.expression
    }

    private func follows(_ options: Set<String>, _ literal: StringLiteralExprSyntax) -> Bool {
        Self.sibling(of: literal, -1)?.stringLiteral.map(options.contains) ?? false
    }

    /// Returns the use for an expression that is a key.
    private func key(_ expression: ExprSyntax, allowsValue: Bool = false) -> Found {
        let offsets = expression.offsets
        guard let text = expression.stringLiteral ?? constant(expression) else {
            return Found(target: .computed, form: .string, certainty: .certain, range: offsets)
        }
        let name = allowsValue ? String(text.prefix { $0 != "=" }) : text
        let target: ToggleUse.Target =
            if vocabulary.keys.contains(name) {
                .toggle(name)
            } else if let key = vocabulary.keysOfTexts[name] ?? SwiftName.key(from: name), vocabulary.keys.contains(key)
            {
                .toggle(key)
            } else {
                .undeclared(name)
            }
        // Excludes the quotation marks.
        let isLiteral = expression.is(StringLiteralExprSyntax.self)
        let range = isLiteral && offsets.count >= 2 ? (offsets.lowerBound + 1)..<(offsets.upperBound - 1) : offsets
        return Found(target: target, form: .string, certainty: .certain, range: range)
    }

    /// Returns the text of a constant in this file: `let key = "new_checkout"`.
    private func constant(_ expression: ExprSyntax) -> String? {
        guard expression.is(DeclReferenceExprSyntax.self) || expression.is(MemberAccessExprSyntax.self),
            let name = expression.lastName
        else { return nil }
        return constants.text(of: name, in: tree)
    }

    /// Returns whether a literal is the key argument of a function that takes keys as strings.
    private func isArgumentOfText(_ literal: StringLiteralExprSyntax) -> Bool {
        guard let argument = literal.parent?.as(LabeledExprSyntax.self),
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
            let name = call.calledExpression.lastName
        else { return false }
        if ["set", "unset"].contains(name) {
            let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
            return base?.lastName == "LocalDefaultsEdit"
        }
        return vocabulary.stringFunctions.contains { $0.name == name && $0.label == argument.label?.name ?? "" }
    }

    /// Returns whether a literal is the key of a toggle that is created by hand: `OpsToggle("page_size", id: …)`.
    private func declaresKey(_ literal: StringLiteralExprSyntax) -> Bool {
        guard let argument = literal.parent?.as(LabeledExprSyntax.self),
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
            let name = call.calledExpression.lastName
        else { return false }
        return Vocabulary.keyTypes.contains(name) || ["ToggleReference", "ToggleDefinition"].contains(name)
    }

    /// Returns whether a text belongs to the existing declaration of a flag with a key: `case newCheckout =
    /// "new_checkout"`, `static let newCheckout = Flag(key: "new_checkout")`, `@Flag("new_checkout") var newCheckout:
    /// Bool`, or `case "new_checkout": self = .newCheckout` in an initializer.
    private func isOfDeclaration(_ text: some ExprSyntaxProtocol, of key: String) -> Bool {
        func declares(_ name: String) -> Bool { vocabulary.declaredKeys[name]?.contains(key) ?? false }
        var node = Syntax(text)
        while let parent = node.parent {
            if let element = parent.as(EnumCaseElementSyntax.self) { return declares(element.name.name) }
            if let variable = parent.as(VariableDeclSyntax.self) {
                return variable.bindings.contains { binding in
                    binding.pattern.as(IdentifierPatternSyntax.self).map { declares($0.identifier.name) } ?? false
                }
            }
            // The text from which an initializer creates the flag.
            if parent.is(SwitchCaseLabelSyntax.self),
                let name = parent.parent?.as(SwitchCaseSyntax.self)?.caseAssignedToSelf
            {
                return declares(name)
            }
            if parent.is(AccessorBlockSyntax.self) { return isOfGetter(parent, of: key) }
            // The body of an accessor also consists of these.
            if parent.is(FunctionDeclSyntax.self) || parent.is(ClosureExprSyntax.self) { return false }
            node = parent
        }
        return false
    }

    /// Returns whether accessors are those of the property that is the flag with a key: `var isCartNew: Bool {
    /// bool(forKey: "cart") }`.
    private func isOfGetter(_ accessors: Syntax, of key: String) -> Bool {
        guard let binding = accessors.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.name,
            vocabulary.declaredKeys[name]?.contains(key) == true,
            let type = EnclosingDeclarations(binding, in: tree).types.first
        else { return false }
        // Another type may have an accessor for each flag.
        return vocabulary.words.contains { word in
            word.text == name && word.members.contains { $0.key == key && $0.types == [type] && !$0.holders.isEmpty }
        }
    }

    /// Returns the key in `remoteConfig["new_checkout"].boolValue`, given the last name.
    func subscriptOfText(_ token: TokenSyntax) -> [Found] {
        guard let member = token.parent?.parent?.as(MemberAccessExprSyntax.self),
            member.declName.baseName.id == token.id,
            let access = member.base?.as(SubscriptCallExprSyntax.self)
        else { return [] }
        return subscriptOfText(access)
    }

    private func subscriptOfText(_ access: SubscriptCallExprSyntax) -> [Found] {
        guard let value = access.parent?.as(MemberAccessExprSyntax.self), value.declName.baseName.name == "boolValue",
            access.arguments.count == 1, let argument = access.arguments.first, argument.label == nil,
            vocabulary.stringFunctions.contains(where: { $0.name == "subscript" })
        else { return [] }
        var found = key(argument.expression)
        guard case .toggle = found.target else { return [] }
        found.value = Syntax(value)
        return [found]
    }

    /// Returns the keys that calls of a function take as strings.
    func callsOfText(_ token: TokenSyntax, _ word: Vocabulary.Word) -> [Found] {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return [] }
        if word.role == .localDefaults { return edits(reference) }
        var callee = ExprSyntax(reference)
        if let access = reference.parent?.as(MemberAccessExprSyntax.self), access.declName.id == reference.id {
            callee = ExprSyntax(access)
        }
        guard let call = callee.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == callee.id else {
            return []
        }
        var result: [Found] = []
        for function in vocabulary.stringFunctions where function.name == word.text {
            // The argument with the label is the key; without a label, the first argument is.
            let argument = call.arguments.first { ($0.label?.name ?? "") == function.label }
            guard let argument else { continue }
            var found = key(argument.expression)
            if case .toggle(let key) = found.target, isOfDeclaration(argument.expression, of: key) { continue }
            found.call = function.name
            found.value = Syntax(call)
            if found.target == .computed, isForwarded(argument.expression) { continue }
            // `UserDefaults` has other values than flags.
            if function.label == "forKey" { guard case .toggle = found.target else { continue } }
            result.append(found)
        }
        return result
    }

    /// Returns whether an expression is a parameter of the enclosing function, which only passes it on.
    private func isForwarded(_ expression: ExprSyntax) -> Bool {
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.name else { return false }
        var node = Syntax(expression)
        while let parent = node.parent {
            if let function = parent.as(FunctionDeclSyntax.self) {
                return function.signature.parameterClause.parameters.contains {
                    ($0.secondName ?? $0.firstName).name == name
                        && vocabulary.stringFunctions.contains { $0.name == function.name.name }
                }
            }
            node = parent
        }
        return false
    }

    /// Handles `LocalDefaultsEdit.set("new_checkout", true)`.
    private func edits(_ reference: DeclReferenceExprSyntax) -> [Found] {
        guard let access = reference.parent?.as(MemberAccessExprSyntax.self),
            access.base?.id == ExprSyntax(reference).id,
            ["set", "unset"].contains(access.declName.baseName.name),
            let call = access.parent?.as(FunctionCallExprSyntax.self), let argument = call.arguments.first
        else { return [] }
        return [key(argument.expression)]
    }
}
