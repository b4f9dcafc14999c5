import SwiftSyntax
import ToggleBase

/// A property that may be a flag.
struct FlagProperty {
    /// How likely it is that the property is a flag, according to its declaration.
    enum Likelihood: Comparable {
        case none
        /// A constant of another type, such as a key.
        case possible
        case certain
    }

    let variable: VariableDeclSyntax
    let name: TokenSyntax
    /// The written type, or that of a literal.
    private(set) var valueType: String?
    /// The type of the object that the initializer creates, if it represents a flag.
    private(set) var objectType: String?
    /// The key or remote name that the declaration contains.
    private(set) var key: String?
    /// The default as a literal.
    private(set) var defaultValue: String?
    /// Whether a getter reads a literal key.
    private(set) var hasKeyInGetter = false
    private(set) var likelihood = Likelihood.none

    /// Returns the static properties, or those of objects, that a declaration contains.
    static func properties(
        of variable: VariableDeclSyntax,
        isStatic: Bool,
        container: String,
        _ constants: TextConstants,
        in tree: SourceTree
    ) -> [FlagProperty] {
        let modifiers = variable.modifiers
        guard modifiers.areStatic == isStatic else { return [] }
        let type = container.split(separator: ".").last.map(String.init) ?? container
        return named(variable, in: tree).map { binding, property in
            var property = property
            property.readValue(binding, constants, in: tree)
            property.likelihood = property.likelihood(binding, isStatic: isStatic, container: type)
            let isHidden = modifiers.arePrivate || modifiers.contains { $0.name.text == "override" }
            if isHidden, property.valueType?.isBoolean != true || !isStatic { property.likelihood = .none }
            return property
        }
    }

    /// Returns the properties under an attribute.
    static func properties(
        of variable: VariableDeclSyntax,
        under attribute: AttributeSyntax,
        container: String,
        _ constants: TextConstants,
        in tree: SourceTree
    ) -> [FlagProperty] {
        let arguments = attribute.arguments?.as(LabeledExprListSyntax.self)
        return named(variable, in: tree).map { binding, property in
            var property = property
            property.readValue(binding, constants, in: tree)
            let value = arguments?.first { defaultLabels.contains($0.label?.name ?? "") }?.expression
            if let value {
                property.defaultValue = literal(value, in: tree)
                if property.valueType == nil { property.valueType = literalType(value) }
            }
            property.key =
                arguments?.first { keyLabels.contains($0.label?.name ?? "") }?.expression.stringLiteral ?? property.key
            // Without a type, the attribute or macro determines it.
            let isUntyped =
                property.valueType == nil && binding.initializer == nil && value.map(\.isBooleanOperation) ?? true
            let isFlag = property.valueType.map { $0.isBoolean || $0.isFlagType } ?? isUntyped
            // A value that only the type itself sets is a state: `@Published private(set) var isEnabled = false`.
            let isState = attribute.arguments == nil && variable.modifiers.contains { $0.detail != nil }
            property.likelihood = isFlag && !isState ? .certain : .none
            return property
        }
    }

    private static func named(
        _ variable: VariableDeclSyntax,
        in tree: SourceTree
    ) -> [(PatternBindingSyntax, FlagProperty)] {
        // In `let a, b: Bool`, the type follows the last name.
        let bindings = Array(variable.bindings)
        return bindings.enumerated().compactMap { index, binding in
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { return nil }
            var property = FlagProperty(variable: variable, name: name)
            let typed = binding.initializer == nil ? bindings[index...].first { $0.typeAnnotation != nil } : binding
            property.valueType = typed?.typeAnnotation.map { tree.text($0.type.offsets) }
            return (binding, property)
        }
    }

    /// Reads the value of the initializer or the getter.
    private mutating func readValue(
        _ binding: PatternBindingSyntax,
        _ constants: TextConstants,
        in tree: SourceTree
    ) {
        if let value = binding.initializer?.value {
            defaultValue = Self.literal(value, in: tree)
            if let value = value.constantValue { defaultValue = "\(value)" }
            if valueType == nil { valueType = Self.literalType(value) }
            if valueType == nil, let cast = value.as(SequenceExprSyntax.self)?.castToBool {
                valueType = cast.isOptional ? "Bool?" : "Bool"
                if let value = cast.fallback { defaultValue = "\(value)" }
            }
            if let call = value.as(FunctionCallExprSyntax.self) {
                if valueType == nil, let callee = call.calledExpression.lastName {
                    if isBooleanFunction(callee) {
                        valueType = "Bool?"
                    } else if callee.isFlagType {
                        objectType = callee
                    }
                }
                readArguments(of: call)
            }
        } else if let accessors = binding.accessorBlock {
            let getter = GetterValue(accessors)
            if let value = getter.value { defaultValue = "\(value)" }
            let key = getter.key ?? getter.keyConstant.flatMap { constants.text(of: $0, in: tree) }
            if let key, key.isKeyText { (self.key, hasKeyInGetter) = (key, valueType?.isBoolean == true) }
            if valueType?.isFlagType == true, let call = getter.call { readArguments(of: call) }
        }
    }

    /// Reads the key and the default from the call that creates a flag.
    private mutating func readArguments(of call: FunctionCallExprSyntax) {
        let key = call.arguments.first { Self.keyLabels.contains($0.label?.name ?? "") }
        key?.expression.stringLiteral.map { if $0.isKeyText { self.key = $0 } }
        let labeled = call.arguments.first { Self.defaultLabels.contains($0.label?.name ?? "") }
        let value = labeled ?? call.arguments.first { $0.label == nil && $0.expression.booleanLiteral != nil }
        if let literal = value?.expression.booleanLiteral { defaultValue = "\(literal)" }
    }

    /// Returns whether a function returns a Boolean value, according to its name.
    private func isBooleanFunction(_ name: String) -> Bool { name.hasPrefix("bool") }

    private func likelihood(_ binding: PatternBindingSyntax, isStatic: Bool, container: String) -> Likelihood {
        let value = binding.initializer?.value
        if Self.usualNames.contains(name.name), valueType?.isBoolean != true { return .none }
        if value?.is(ArrayExprSyntax.self) == true || value?.is(DictionaryExprSyntax.self) == true { return .none }
        if let type = valueType {
            if type.isBoolean { return .certain }
            guard isStatic else {
                // `var x: FeatureFlag { .init(defaultValue: false, key: "x") }`
                return binding.accessorBlock != nil && FlagNames.isOneFlag(type) ? .certain : .none
            }
            // A flag is an object of the type itself, or of a type of flags.
            if type == container || type == "Self" { return value?.isCreation == true ? .certain : .none }
            if type.isFlagType { return .certain }
            return type == "String" || Self.literalType(value) != nil ? literalLikelihood(binding) : .none
        }
        guard let value else { return .none }
        if value.isBooleanOperation { return .certain }
        guard let call = value.as(FunctionCallExprSyntax.self), let callee = call.calledExpression.lastName else {
            return .none
        }
        if call.calledExpression.trimmedDescription.hasSuffix("<Bool>") { return .certain }
        guard isStatic else { return .none }
        // `Key<Double>("zoom")` is a setting.
        if call.calledExpression.is(GenericSpecializationExprSyntax.self), FlagNames.rank(ofType: callee) == .none {
            return .none
        }
        if callee == container { return call.arguments.isEmpty ? .none : .certain }
        if callee.first?.isLowercase == true { return isBooleanFunction(callee) ? .certain : .none }
        guard !call.arguments.isEmpty else { return .none }
        return callee.isFlagType ? .certain : key == nil ? .none : .possible
    }

    /// Returns the likelihood of a constant with a literal, which has a written type only if that is `String`.
    private func literalLikelihood(_ binding: PatternBindingSyntax) -> Likelihood {
        if let type = binding.typeAnnotation?.type.lastName, type != "String" { return .none }
        return binding.initializer == nil ? .none : .possible
    }

    // MARK: - Values

    private static let keyLabels: Set<String> = [
        "key", "name", "rawValue", "", "id", "identifier", "remoteKey", "remoteName", "forKey", "flag",
    ]
    private static let defaultLabels: Set<String> = [
        "default", "defaultValue", "wrappedValue", "isEnabled", "enabled", "isOn", "initialValue", "value",
        "fallback", "enabledByDefault", "isEnabledByDefault", "initial", "localValue", "releaseValue",
    ]
    /// Names of members that refer to all flags, or to none of them.
    private static let usualNames: Set<String> = [
        "shared", "default", "standard", "current", "initial", "live", "mock", "preview", "all", "allCases", "none",
        "empty", "instance", "main", "defaults", "mocked", "placeholder", "unavailable", "everything", "allFlags",
        "allFeatures", "flags", "features", "liveValue", "testValue", "previewValue", "defaultValue",
    ]

    private static func literal(_ value: ExprSyntax, in tree: SourceTree) -> String? {
        literalType(value).map { _ in tree.text(value.offsets) }
    }

    private static func literalType(_ value: ExprSyntax?) -> String? {
        guard let value else { return nil }
        if value.constantValue != nil { return "Bool" }
        if value.is(IntegerLiteralExprSyntax.self) { return "Int" }
        if value.is(FloatLiteralExprSyntax.self) { return "Double" }
        return value.stringLiteral == nil ? nil : "String"
    }
}

extension SequenceExprSyntax {
    /// What `value as? Bool ?? false` is: whether it may have no value, and the fallback; `nil` for other operators.
    fileprivate var castToBool: (isOptional: Bool, fallback: Bool?)? {
        let parts = Array(elements.prefix(6))
        guard parts.count == 3 || parts.count == 5, let cast = parts[1].as(UnresolvedAsExprSyntax.self),
            let type = parts[2].as(TypeExprSyntax.self)?.type.as(IdentifierTypeSyntax.self), type.name.text == "Bool"
        else { return nil }
        if parts.count == 3 { return (cast.questionOrExclamationMark?.text == "?", nil) }
        guard parts[3].as(BinaryOperatorExprSyntax.self)?.operator.text == "??" else { return nil }
        return (false, parts[4].constantValue)
    }
}

extension String {
    /// Whether it is a type whose value is on or off: `Bool`, `Bool?`, `() -> Bool`, `FeatureValue<Bool>`.
    var isBoolean: Bool {
        let text = filter { !$0.isWhitespace }
        if ["Bool", "Bool?", "Bool!", "ObjCBool", "Swift.Bool"].contains(text) { return true }
        if text.hasSuffix("<Bool>"), !text.hasPrefix("["), !text.contains("Sequence"), !text.contains("Publisher") {
            return true
        }
        let result = text.hasSuffix(")") ? text.dropLast() : text[...]
        return result.hasSuffix("()->Bool") || result.hasSuffix("()async->Bool")
    }

    /// Whether it is the name of a type that represents one flag or its key.
    var isFlagType: Bool {
        let name = prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? self
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return false }
        return ["Flag", "Toggle", "Feature", "Experiment", "Switch"].contains { name.contains(bytesOf: $0) }
            || ["Key", "Keys", "Config"].contains { name.hasSuffix($0) }
    }

    /// Whether it may be the key of a flag, rather than a text for people.
    var isKeyText: Bool {
        !isEmpty && utf8.count <= 100 && allSatisfy { $0.isLetter || $0.isNumber || "_-.:/".contains($0) }
    }
}

extension ExprSyntax {
    /// Whether it creates an object: `Flag(…)`, `.init(…)`.
    fileprivate var isCreation: Bool {
        self.as(FunctionCallExprSyntax.self).map { !$0.arguments.isEmpty } ?? false
    }

    /// Whether it is a literal `true` or `false`, or operators make it a Boolean.
    fileprivate var isBooleanOperation: Bool {
        if constantValue != nil { return true }
        if let prefix = self.as(PrefixOperatorExprSyntax.self) { return prefix.operator.text == "!" }
        if let name = lastName, !self.is(FunctionCallExprSyntax.self) {
            // `isDevelopmentBuild`, `Build.isBeta`
            let rest = ["is", "has"].lazy.compactMap { name.hasPrefix($0) ? name.dropFirst($0.count) : nil }.first
            return rest?.first?.isUppercase ?? false
        }
        guard let sequence = self.as(SequenceExprSyntax.self) else { return false }
        return sequence.elements.prefix(64).contains { element in
            element.as(BinaryOperatorExprSyntax.self).map {
                ["==", "!=", "<", "<=", ">", ">=", "&&", "||"].contains($0.operator.text)
            } ?? false
        }
    }
}
