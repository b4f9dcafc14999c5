import ToggleBase

extension SourceRenderer {
    /// Renders the typed keys, in one extension for each kind of key, in the order in which the kinds first occur.
    mutating func renderKeys() {
        var kinds: [String] = []
        var members: [String: [GeneratedToggle]] = [:]
        for toggle in toggles {
            if members[toggle.extended] == nil {
                kinds.append(toggle.extended)
            }
            members[toggle.extended, default: []].append(toggle)
        }
        let (style, namespace) = (style, manifest.namespace)
        for kind in kinds {
            writer.line()
            writer.block("extension \(kind) {") { writer in
                var isFirst = true
                for toggle in members[kind] ?? [] {
                    if !isFirst {
                        writer.line()
                    }
                    writer.key(toggle, in: namespace, style)
                    isFirst = false
                }
            }
        }
    }
}

extension SourceWriter {
    /// Adds one typed key.
    ///
    /// It is a computed property, so that a read needs no lazy initialization and no reference counting.
    fileprivate mutating func key(_ toggle: GeneratedToggle, in namespace: String, _ style: AccessStyle) {
        let declaration = toggle.declaration
        let (summary, discussion) = Prose.summary(of: declaration.details.description)
        documentation(summary, discussion, list: Prose.facts(of: declaration))
        attribute(style)
        block("\(style.access)static var \(toggle.name): \(toggle.keyType) {") { writer in
            var arguments: [(label: String, value: SwiftExpression)] = [
                ("", .text(declaration.key)),
                ("id", .code(SwiftLiteral.identifier(declaration.id))),
            ]
            if let value = toggle.defaultArgument(in: namespace) {
                arguments.append(("default", value))
            }
            writer.expression("", .call(toggle.initializer, arguments))
        }
    }
}

extension GeneratedToggle {
    /// Returns the default as an argument; `nil` if the key has no such argument, or if it is the argument's default.
    ///
    /// A default of another type, which the parser rejects, is replaced by the type's zero value.
    fileprivate func defaultArgument(in namespace: String) -> SwiftExpression? {
        let value = declaration.defaultValue
        switch (declaration.category, valueType) {
        case (.release, _):
            return nil
        case _ where declaration.category.isAlwaysBool:
            return value == .bool(true) ? .code("true") : nil
        case (.migration, _):
            guard case .string(let name) = value, let stage = MigrationStage(rawValue: name), stage != .off else {
                return nil
            }
            return .code(".\(stage)")
        case (_, .bool):
            return .code(value == .bool(true) ? "true" : "false")
        case (_, .int):
            guard case .integer(let number) = value else { return .code("0") }
            return .code(SwiftLiteral.integer(number))
        case (_, .double):
            guard case .number(let number)? = ToggleType.double.canonical(value) else { return .code("0") }
            return .code(SwiftLiteral.double(number))
        case (_, .string):
            guard case .string(let text) = value else { return .text("") }
            return .text(text)
        case (_, .variants(let type)):
            let match = type.cases.first { .string($0.name) == value } ?? type.cases.first
            return match.map { .code(".\(SwiftIdentifier.declared($0.swiftName))") }
        case (_, .json), (_, .structure), (_, .stage):
            return .code("\(namespace).\(storedDefaultName)")
        }
    }
}
