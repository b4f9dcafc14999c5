import ArgumentParser
import FeatureToggles
import ToggleBase
import ToggleTool

/// The command `toggles scheme`.
struct SchemeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scheme",
        abstract: "Prints overrides as arguments and environment variables for Xcode schemes and UI tests.",
        discussion: """
            In Xcode, choose Product › Scheme › Edit Scheme… › Run › Arguments, and add
            either the arguments or the environment variables. A UI test passes the
            arguments to the app that it launches.

            EXAMPLES
              toggles scheme new_checkout=on search_ranking=neural
              toggles scheme newCheckout on --json

            EXIT CODES
              0  success
              2  wrong usage, an unknown toggle, or an invalid value
            """
    )

    @OptionGroup var manifest: ManifestOptions

    @Argument(
        help: ArgumentHelp("A key and a value, or any number of KEY=VALUE pairs.", valueName: "key=value"),
        completion: .toggleSettings
    )
    var settings: [String]

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let modules = try manifest.selection.loadModules()
        let values = try ToggleSettings(settings, command: "scheme").values(in: modules)
        let arguments = values.map { "\($0.key)=\($0.value.plainText)" }
        let variables = values.map { (name: "TOGGLE_\($0.key.uppercased())", value: $0.value.plainText) }
        if json {
            var environment = JSONObject()
            for variable in variables { environment[variable.name] = .string(variable.value) }
            ToolOutput.print(
                json: [
                    "arguments": .array(arguments.flatMap { [.string("--toggle"), .string($0)] }),
                    "environment": .object(environment),
                ]
            )
            return
        }
        let typed = values.indices.filter { values[$0].value.plainText.isOneLine }
        if !typed.isEmpty {
            ToolOutput.print("Arguments passed on launch, one for each line:")
            for index in typed { ToolOutput.print("  --toggle \(arguments[index].quotedForShell)") }
            ToolOutput.print("")
            ToolOutput.print("Or environment variables:")
            for index in typed { ToolOutput.print("  \(variables[index].name) = \(variables[index].value)") }
            ToolOutput.print("")
        }
        ToolOutput.print("In a UI test:")
        let literals = arguments.flatMap { ["--toggle", $0] }.map(\.swiftLiteral)
        ToolOutput.print("  app.launchArguments += [\(literals.joined(separator: ", "))]")
        for value in values where !value.value.plainText.isOneLine {
            ToolOutput.warn(
                "‘\(value.key)’ is only in the line for a UI test, because a scheme can't hold its line breaks or other control characters."
            )
        }
    }
}

extension String {
    /// Whether it can be typed into a field of one line.
    fileprivate var isOneLine: Bool { printableLine.utf8.elementsEqual(utf8) }

    /// A literal in Swift without control characters.
    fileprivate var swiftLiteral: String {
        let parts = unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case "\n": "\\n"
            case "\t": "\\t"
            default: scalar.isUnprintable ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
            }
        }
        return "\"\(parts.joined())\""
    }
}
