#if OVERRIDES
/// An override that was written as text, in a launch argument or an environment variable.
struct TextOverride: Sendable, Equatable {
    /// The override as written, for explanations: `--toggle search_ranking=neural`, `TOGGLE_NEW_CHECKOUT=1`.
    let origin: String
    /// The text of the value.
    let text: String
}

/// The overrides of the launch arguments and the environment, by key.
struct TextOverrides: Sendable {
    /// The launch arguments by key.
    ///
    /// The last of several arguments for one key takes precedence.
    private(set) var arguments: [String: TextOverride] = [:]
    /// The environment variables by key; their names contain the key in upper case.
    private(set) var environment: [String: TextOverride] = [:]
    /// The names of the presets in the launch arguments, in their order.
    private(set) var presets: [String] = []
    /// The problems with overrides that could not be parsed.
    private(set) var problems: [ToggleProblem] = []

    /// Reads the overrides from launch arguments and environment variables.
    init(arguments: [String], environment: [String: String]) {
        readArguments(arguments)
        // In descending order, so that of two names that differ only in case, the one in upper case always takes
        // precedence.
        let variables = environment.filter { $0.key.hasPrefix(Self.variablePrefix) }
        for (name, text) in variables.sorted(by: { $0.key > $1.key }) {
            let key = String(name.dropFirst(Self.variablePrefix.count)).lowercased()
            self.environment[key] = TextOverride(origin: "\(name)=\(text)", text: text)
        }
    }

    /// The prefix of the environment variables for toggles.
    static let variablePrefix = "TOGGLE_"

    private mutating func readArguments(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" { return }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = String(parts[0])
            guard Self.options.contains(option) else { continue }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.first, !value.hasPrefix("--") else {
                problems.append(
                    ToggleProblem(
                        source: .launchArgument,
                        origin: argument,
                        message: "‘\(option)’ must be followed by \(Self.operands[option] ?? "a key")"
                    )
                )
                continue
            }
            if parts.count == 1 { rest.removeFirst() }
            let origin = parts.count == 2 ? argument : "\(option) \(value)"
            switch option {
            case Self.presetOption:
                presets.append(value)
            case "--enable-toggle":
                self.arguments[value] = TextOverride(origin: origin, text: "true")
            case "--disable-toggle":
                self.arguments[value] = TextOverride(origin: origin, text: "false")
            default:
                let pair = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard pair.count == 2, !pair[0].isEmpty else {
                    problems.append(
                        ToggleProblem(
                            source: .launchArgument,
                            origin: origin,
                            message: "‘\(value)’ has no value; write --toggle \(pair[0])=VALUE"
                        )
                    )
                    continue
                }
                self.arguments[String(pair[0])] = TextOverride(origin: origin, text: String(pair[1]))
            }
        }
    }

    /// The option for a preset.
    static let presetOption = "--toggle-preset"
    private static let options: Set<String> = ["--enable-toggle", "--disable-toggle", "--toggle", presetOption]
    /// What follows an option, if it isn't a key.
    private static let operands = ["--toggle": "KEY=VALUE", presetOption: "the name of a preset"]
}
#endif
