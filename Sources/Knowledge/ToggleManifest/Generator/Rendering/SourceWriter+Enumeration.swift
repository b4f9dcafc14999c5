extension SourceWriter {
    /// Adds the enum of a toggle.
    ///
    /// `GeneratedToggleVariant` provides the rest of the enum's conformance.
    mutating func enumeration(_ type: GeneratedEnum, of key: String, _ style: AccessStyle) {
        let access = style.access
        documentation(verbatim: "Values of `\(key)`.")
        block("\(access)enum \(type.name): GeneratedToggleVariant {") { writer in
            for item in type.cases {
                writer.line("case \(SwiftIdentifier.declared(item.swiftName))")
            }
            writer.line()
            writer.documentation(verbatim: "The names in the manifest.")
            writer.block("\(access)static var variantNames: [String] {") { writer in
                writer.expression("", .array(type.cases.map { .text($0.name) }))
            }
            writer.line()
            writer.documentation(verbatim: "The number of values.")
            writer.attribute(style)
            writer.line("\(access)static var variantCount: UInt64 { \(type.cases.count) }")
        }
    }

    /// Adds `@inlinable` if clients may inline bodies.
    mutating func attribute(_ style: AccessStyle) {
        if style.isInlinable {
            line("@inlinable")
        }
    }
}
