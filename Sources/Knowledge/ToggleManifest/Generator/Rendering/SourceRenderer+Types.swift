extension SourceRenderer {
    /// Renders the enums and structures, nested in the namespace so that they don't collide with types of the app.
    mutating func renderTypes() {
        let style = style
        let typed = toggles.filter(\.hasOwnType)
        guard !typed.isEmpty else { return }
        writer.line()
        writer.block("extension \(manifest.namespace) {") { writer in
            for (index, toggle) in typed.enumerated() {
                if index > 0 {
                    writer.line()
                }
                switch toggle.valueType {
                case .variants(let type): writer.enumeration(type, of: toggle.declaration.key, style)
                case .structure(let type): writer.model(type, of: toggle.declaration.key, style)
                default: break
                }
            }
        }
    }

    /// Renders the defaults of JSON toggles as stored constants, because the keys are computed and each read would
    /// create them again.
    mutating func renderDefaults() {
        let access = style.access
        let stored = toggles.filter(\.hasStoredDefault)
        guard !stored.isEmpty else { return }
        writer.line()
        writer.block("extension \(manifest.namespace) {") { writer in
            for toggle in stored {
                let constant = "\(access)static let \(toggle.storedDefaultName)"
                writer.documentation(verbatim: "The value of `\(toggle.declaration.key)` when no source has one.")
                if case .structure(let type) = toggle.valueType {
                    writer.line("\(constant) = \(type.name)()")
                } else {
                    writer.expression("\(constant): JSONValue = ", SwiftLiteral.json(toggle.declaration.defaultValue))
                }
            }
        }
    }
}
