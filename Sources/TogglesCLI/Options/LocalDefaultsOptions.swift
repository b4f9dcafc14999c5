import ArgumentParser
import FeatureToggles
import ToggleConsole
import ToggleTool

/// The options that select the local defaults file: on this machine, in a simulator, or on a device.
struct LocalDefaultsOptions: ParsableArguments {
    @Option(
        help: "The local defaults file. Default: TOGGLES_DEFAULTS or the application's own.",
        completion: .file(extensions: ["json"])
    )
    var defaults: String?

    @Option(
        name: .customLong("simulator"),
        defaultAsFlag: .any,
        help: ArgumentHelp(
            """
            Use the app's files in a booted simulator. The value is the simulator's name or identifier, or the app's \
            bundle identifier.
            """,
            valueName: "simulator"
        )
    )
    var simulator: DeviceArgument? = nil

    @Option(
        name: .customLong("device"),
        defaultAsFlag: .any,
        help: ArgumentHelp(
            """
            Use the app's files on a device. The value is the device's name or identifier, or the app's bundle \
            identifier.
            """,
            valueName: "device"
        )
    )
    var device: DeviceArgument? = nil

    @Option(help: "The app's bundle identifier, for --simulator and --device.")
    var bundle: String?

    func validate() throws {
        if [defaults != nil, simulator != nil, device != nil].count(where: \.self) > 1 {
            throw ValidationError("--defaults, --simulator, and --device exclude each other.")
        }
        if bundle != nil, simulator == nil, device == nil {
            throw ValidationError("--bundle needs --simulator or --device.")
        }
        // Such a value looks like a toggle's key, so it isn't taken for a name.
        for option in ["--simulator", "--device"] where isAny(option) {
            if let word = CommandLine.arguments.first(where: { $0.hasPrefix("\(option)=") }) {
                throw ValidationError("‘\(word)’ can't be distinguished from a key. Use the identifier.")
            }
        }
    }

    private func isAny(_ option: String) -> Bool {
        if case .any? = option == "--device" ? device : simulator { true } else { false }
    }

    /// Whether each application uses its own file on this machine.
    var isDefault: Bool { defaults == nil && !isElsewhere }

    /// Whether the file isn't that of an app on this machine.
    var isElsewhere: Bool { simulator != nil || device != nil }

    /// Finds the file of an application, and shows a line meanwhile if it isn't on this machine.
    ///
    /// - Throws: ``ToolError``, as ``place(for:)`` does.
    func placeForConsole(for modules: ApplicationModules) throws -> LocalDefaultsPlace {
        guard isElsewhere, ToolOutput.isTerminal else { return try place(for: modules) }
        ToolOutput.write("Reading the app's files …")
        defer { ToolOutput.write("\r\u{1B}[K") }
        return try place(for: modules)
    }

    /// Finds the file of an application.
    ///
    /// The files on a device are read now.
    ///
    /// - Throws: ``ToolError`` if the simulator or the device, or the app in it, isn't found or can't be reached.
    func place(for modules: ApplicationModules) throws -> LocalDefaultsPlace {
        guard isElsewhere else {
            return LocalDefaultsPlace(
                path: defaults ?? LocalDefaults.path(for: modules),
                words: defaults.map { ["--defaults", $0] } ?? []
            )
        }
        #if OVERRIDES
        do {
            if let simulator {
                let app = try SimulatorApp.chosen(
                    word: simulator.word,
                    bundle: bundle,
                    application: modules.application,
                    .process()
                )
                return LocalDefaultsPlace(app, application: modules.application)
            }
            return LocalDefaultsPlace(
                try PhoneMirror(word: device?.word, bundle: bundle, application: modules.application)
            )
        } catch let error as DeviceError {
            throw ToolError.usage(error.description)
        }
        #else
        throw LocalDefaults.unavailable
        #endif
    }
}
