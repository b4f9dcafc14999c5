import ToggleBase

extension SourceRenderer {
    /// The number of toggles that one function registers; one huge function takes longer to optimize than many small
    /// ones.
    private static let chunk = 50

    private var registrations: [ArraySlice<GeneratedToggle>] {
        stride(from: 0, to: toggles.count, by: Self.chunk).map {
            toggles[$0..<min($0 + Self.chunk, toggles.count)]
        }
    }

    /// Renders the namespace with its registry.
    mutating func renderNamespace() {
        let (namespace, access, fileName) = (manifest.namespace, style.access, fileName)
        var arguments: [(label: String, value: SwiftExpression)] = [("namespace", .text(namespace))]
        if let application = manifest.application {
            arguments.append(("application", .text(application)))
        }
        let chunks = registrations
        writer.line()
        writer.documentation(verbatim: "The toggles that `\(fileName)` declares.")
        writer.block("\(access)enum \(namespace) {") { writer in
            writer.documentation(verbatim: "Every toggle, in the order of the manifest.")
            guard !chunks.isEmpty else {
                let registry = SwiftExpression.call("ToggleRegistry", arguments + [("toggles", .array([]))])
                writer.expression("\(access)static let registry = ", registry)
                return
            }
            writer.expression(
                "\(access)static let registry = ",
                .call("ToggleRegistry", arguments),
                " { toggles in"
            )
            writer.continuedBlock { writer in
                for index in chunks.indices {
                    writer.line("\(Self.functionName(index))(in: &toggles)")
                }
            }
            for (index, chunk) in chunks.enumerated() {
                writer.line()
                let name = Self.functionName(index)
                writer.block("private static func \(name)(in toggles: inout ToggleRegistry.Builder) {") { writer in
                    for toggle in chunk {
                        writer.expression("", Self.registration(of: toggle))
                    }
                }
            }
        }
    }

    private static func functionName(_ index: Int) -> String {
        index == 0 ? "register" : "register\(index + 1)"
    }

    private static func registration(of toggle: GeneratedToggle) -> SwiftExpression {
        let declaration = toggle.declaration
        var arguments: [(label: String, value: SwiftExpression)] = [
            (declaration.category.rawValue, .code("\(toggle.keyType).\(toggle.name)"))
        ]
        // A release toggle has no remote parameter.
        if declaration.category != .release {
            if let remote = declaration.remote {
                arguments.append(("remote", .text(remote)))
            }
            if !declaration.retired.isEmpty {
                arguments.append(("retired", .array(declaration.retired.map { .text($0) })))
            }
        }
        arguments.append(("details", details(of: declaration)))
        return .call("toggles.add", arguments)
    }

    private static func details(of declaration: ToggleDeclaration) -> SwiftExpression {
        var arguments: [(label: String, value: SwiftExpression)] = []
        for (field, value) in declaration.details.written {
            switch value {
            case .string(let text) where field.detail == .date:
                arguments.append((field.argument, .call("CalendarDate", [("", .text(text))])))
            case .string(let text): arguments.append((field.argument, .text(text)))
            default: arguments.append((field.argument, .code("true")))
            }
        }
        return .call("ToggleDetails", arguments)
    }
}
