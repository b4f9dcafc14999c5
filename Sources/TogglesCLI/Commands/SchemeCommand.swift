import ArgumentParser
import FeatureToggles
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
        completion: .toggleKeys
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
        ToolOutput.print("Arguments passed on launch, one for each line:")
        for argument in arguments { ToolOutput.print("  --toggle \(argument.quotedForShell)") }
        ToolOutput.print("")
        ToolOutput.print("Or environment variables:")
        for variable in variables { ToolOutput.print("  \(variable.name) = \(variable.value)") }
        ToolOutput.print("")
        ToolOutput.print("In a UI test:")
        let literals = arguments.flatMap { ["--toggle", $0] }.map { JSONWriter(.compact).text(.string($0)) }
        ToolOutput.print("  app.launchArguments += [\(literals.joined(separator: ", "))]")
    }
}
