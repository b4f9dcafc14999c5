package import ArgumentParser

/// The options that select the local defaults file: on this machine, in a simulator, or on a device.
package struct LocalDefaultsOptions: ParsableArguments {
    @Option(
        help: "The local defaults file. Default: TOGGLES_DEFAULTS or the application's own.",
        completion: .file(extensions: ["json"])
    )
    package var defaults: String?

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
    package var simulator: DeviceArgument? = nil

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
    package var device: DeviceArgument? = nil

    @Option(help: "The app's bundle identifier, for --simulator and --device.")
    package var bundle: String?

    package init() {}

    package func validate() throws {
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

    /// Returns the options with the names that follow `--simulator` or `--device`: of a device, of an app, or of both.
    ///
    /// - Throws: ``ValidationError`` if there are too many.
    package func naming(_ names: [String]) throws -> LocalDefaultsOptions {
        guard let first = names.first else { return self }
        guard isElsewhere else { throw ValidationError("Unexpected argument ‘\(first)’.") }
        var options = self
        var names = names[...]
        if (device ?? simulator)?.word == nil, let name = names.popFirst() {
            if device != nil {
                options.device = .named(name)
            } else {
                options.simulator = .named(name)
            }
        }
        if bundle == nil, let name = names.popFirst() { options.bundle = name }
        if let name = names.first { throw ValidationError("Unexpected argument ‘\(name)’.") }
        return options
    }

    /// Whether each application uses its own file on this machine.
    package var isDefault: Bool { defaults == nil && !isElsewhere }

    /// Whether the file isn't that of an app on this machine.
    package var isElsewhere: Bool { simulator != nil || device != nil }
}
