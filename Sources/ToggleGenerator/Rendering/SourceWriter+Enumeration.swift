extension SourceWriter {
    /// Adds the enum of a toggle.
    ///
    /// The index goes both ways by `switch`, which costs no table and no search.
    mutating func enumeration(_ type: GeneratedEnum, of key: String, _ style: AccessStyle) {
        let access = style.access
        documentation(verbatim: "Values of `\(key)`.")
        block("\(access)enum \(type.name): GeneratedToggleVariant {") { writer in
            for item in type.cases {
                writer.line("case \(SwiftName.declared(item.swiftName))")
            }
            writer.line()
            writer.documentation(verbatim: "The names in the manifest.")
            writer.block("\(access)static var variantNames: [String] {") { writer in
                writer.expression("", .array(type.cases.map { .text($0.name) }))
            }
            writer.line()
            writer.documentation(verbatim: "Creates the value with an index in the order of the manifest, from 0.")
            writer.attribute(style)
            writer.block("\(access)init?(variantIndex: UInt64) {") { writer in
                writer.line("switch variantIndex {")
                for (index, item) in type.cases.enumerated() {
                    writer.line("case \(index): self = .\(SwiftName.declared(item.swiftName))")
                }
                writer.line("default: return nil")
                writer.line("}")
            }
            writer.line()
            writer.documentation(verbatim: "The index in the order of the manifest, from 0.")
            writer.attribute(style)
            writer.block("\(access)var variantIndex: UInt64 {") { writer in
                writer.line("switch self {")
                for (index, item) in type.cases.enumerated() {
                    writer.line("case .\(SwiftName.declared(item.swiftName)): \(index)")
                }
                writer.line("}")
            }
        }
    }

    /// Adds `@inlinable` where it says something.
    mutating func attribute(_ style: AccessStyle) {
        if style.isInlinable {
            line("@inlinable")
        }
    }
}
