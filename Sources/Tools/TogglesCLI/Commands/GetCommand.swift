import ArgumentParser
import FeatureToggles
import ToggleTool

/// The command `toggles get`.
struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Prints the value of a toggle.",
        discussion: """
            If the app is running, the value is the one that it resolved, and a line on
            standard error says so (see `toggles apps`). If it isn't, or with --no-app,
            --remote, or --context, the command computes the value. With --context, it
            uses the document of the running app, otherwise only one from --remote.

            In a terminal, and with --json, control characters are escaped. Scripts get the text unchanged.

            EXAMPLES
              toggles get search_ranking
              if [ "$(toggles get new_checkout)" = true ]; then …; fi
              toggles get search_ranking --app 4711
              toggles get search_ranking --no-app

            EXIT CODES
              0  success
              2  wrong usage, a file that cannot be read, an app that isn't running, or an
                 app's value that is too long for its state file
            """
    )

    @OptionGroup var options: ClientOptions

    @OptionGroup var apps: AppOptions

    @Argument(help: "The toggle's key.", completion: .toggleKeys)
    var key: String

    @Argument(
        help: ArgumentHelp("After --simulator or --device: the simulator or device, and the app.", visibility: .hidden)
    )
    var names: [String] = []

    @Flag(help: "Print the value as JSON.")
    var json = false

    func validate() throws {
        _ = try options.naming(names)
    }

    func run() throws {
        let options = try options.naming(names)
        let toggles = try ResolvedToggles(options, apps, modules: refuseNameAsKey(options))
        guard let explanation = try toggles.explanations(of: [key])[key]?.first else { return }
        // Scripts get no line about a computed value.
        toggles.printOrigin(includesComputed: ToolOutput.isTerminal)
        toggles.printUnusedAttributes(of: [explanation])
        toggles.warnOfUnusableLocalDefaults()
        toggles.modules.warnOfConflicts(of: [explanation.key])
        if let size = toggles.sizeOfIncompleteValue(of: explanation) {
            let value = toggles.showsApp ? "The app's value" : "The app's default"
            let advice =
                toggles.modules.app == nil
                ? "--no-app computes the value instead."
                : "To compute the value, run the command in a checkout of the project, with --no-app."
            throw ToolError.usage(
                "\(value) of ‘\(key)’ has \(size) bytes, and its state file contains only the beginning. \(advice)"
            )
        }
        if let error = explanation.evaluation.error { ToolOutput.warn("\(error.message.sentence)") }
        let value = explanation.value
        switch value {
        case _ where json: ToolOutput.print(json: value, isPretty: false)
        case _ where ToolOutput.isTerminal: ToolOutput.print("\(value.tableText)")
        case .string(let text): ToolOutput.write(document: "\(text)\n".utf8)
        default: ToolOutput.print(json: value, isPretty: false)
        }
    }

    /// Throws an error for a simulator or device whose name was taken for the key.
    ///
    /// In `toggles get --simulator phone page_size`, `phone` looks like a key, so `page_size` would be the simulator.
    ///
    /// - Returns: The modules, if they had to be loaded. Without a manifest, this copies the files of a device.
    private func refuseNameAsKey(_ options: ClientOptions) throws -> ApplicationModules? {
        guard !names.isEmpty, DeviceArgument.option(before: key) != nil else { return nil }
        let modules = try options.selection(apps.choice).loadModules()
        modules.printProblems()
        guard modules.modules(declaring: modules.key(key)).isEmpty else { return modules }
        throw ToolError.unknownToggle(key, among: [])
    }
}
