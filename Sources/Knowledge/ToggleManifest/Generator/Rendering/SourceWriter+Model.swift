extension SourceWriter {
    /// Adds the structure of a JSON toggle.
    mutating func model(_ type: GeneratedStruct, of key: String, _ style: AccessStyle) {
        documentation(
            "Value of `\(key)`.",
            "Fields that are missing in a source have the manifest's defaults."
        )
        structure(type, conformances: "ToggleModel, Hashable", style)
    }

    private mutating func structure(_ type: GeneratedStruct, conformances: String, _ style: AccessStyle) {
        let access = style.access
        block("\(access)struct \(type.name): \(conformances) {") { writer in
            for field in type.fields {
                writer.documentation(field.summary)
                writer.line("\(access)var \(SwiftIdentifier.declared(field.name)): \(field.type.spelling)")
            }
            writer.line()
            writer.memberwiseInitializer(of: type, style)
            if type.hasDefaults {
                writer.line()
                writer.decodingInitializer(of: type, style)
            }
            if type.needsCodingKeys {
                writer.line()
                writer.codingKeys(of: type)
            }
            for field in type.fields {
                guard let nested = field.type.structure else { continue }
                writer.line()
                writer.documentation(field.isArray ? "An element of \(field.mention)." : "Value of \(field.mention).")
                writer.structure(nested, conformances: "Codable, Hashable, Sendable", style)
            }
        }
    }

    private mutating func memberwiseInitializer(of type: GeneratedStruct, _ style: AccessStyle) {
        documentation(
            verbatim: type.hasDefaults
                ? "Creates a value; arguments default to the manifest's values." : "Creates a value."
        )
        let parameters = type.fields.map { field in
            SwiftExpression.Element(
                label: "\(SwiftIdentifier.parameter(field.name)): \(field.type.spelling)"
                    + (field.defaultValue == nil ? "" : " = "),
                value: field.defaultValue.map { field.type.expression($0) } ?? .code("")
            )
        }
        expression(
            style.access,
            .list(opening: "init(", elements: parameters, closing: ")", isCollection: false),
            " {"
        )
        continuedBlock { writer in
            for field in type.fields {
                let name = SwiftIdentifier.declared(field.name)
                writer.line("self.\(name) = \(name)")
            }
        }
    }

    private mutating func decodingInitializer(of type: GeneratedStruct, _ style: AccessStyle) {
        documentation(verbatim: "Decodes a value; missing fields have the manifest's defaults.")
        block("\(style.access)init(from decoder: any Decoder) throws {") { writer in
            writer.line("let fields = try decoder.container(keyedBy: CodingKeys.self)")
            writer.line("self.init()")
            for field in type.fields {
                let name = SwiftIdentifier.declared(field.name)
                let spelling = field.type.spelling
                if field.type.isJSON {
                    // Null is a value like any other here.
                    writer.block("if fields.contains(.\(name)) {") { writer in
                        writer.line("\(name) = try fields.decode(\(spelling).self, forKey: .\(name))")
                    }
                } else {
                    let decoding = "try fields.decodeIfPresent(\(spelling).self, forKey: .\(name))"
                    writer.assignment(to: name, of: decoding, else: "?? \(name)")
                }
            }
        }
    }

    private mutating func codingKeys(of type: GeneratedStruct) {
        block("private enum CodingKeys: String, CodingKey {") { writer in
            for field in type.fields {
                let value = field.name == field.member ? "" : " = \(SwiftEscaping.literal(field.member))"
                writer.line("case \(SwiftIdentifier.declared(field.name))\(value)")
            }
        }
    }
}

extension GeneratedStruct.Field {
    /// The member's name in the documentation.
    fileprivate var mention: String { member.isEmpty ? "without a name" : "`\(SwiftEscaping.commented(member))`" }

    /// Whether the type is an array.
    fileprivate var isArray: Bool {
        if case .array = type { true } else { false }
    }

    fileprivate var summary: String {
        guard let defaultValue else { return "The member \(mention)." }
        let value = type.expression(defaultValue).flat
        // Long values are shown only in the initializer.
        return value.count > 40 || value.contains(". ") || type.structure != nil
            ? "The member \(mention)." : "The member \(mention), by default `\(SwiftEscaping.commented(value))`."
    }
}
