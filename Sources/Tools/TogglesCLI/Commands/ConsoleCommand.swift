import ArgumentParser
import ToggleConsole
import ToggleTool

/// The command `toggles console`.
struct ConsoleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract: "Shows and changes all toggles in the terminal.",
        discussion: """
            The running app picks up your changes. Press ? for help and q to quit.

            Without a terminal, or in one that can't move its cursor, the command prints the same as `toggles list`, \
            with a note.

            EXAMPLES
              toggles console
              toggles console --manifest app/toggles.yaml --remote flags.json --readonly
              toggles console --simulator       # shows the app in a booted simulator
              toggles console --device com.example.shop
                                                # shows a development build on a phone
              toggles console --json            # prints JSON like `toggles list --json`
              toggles console --document production --reason 'incident 12'
                                                # publishes changes of flags
              toggles console --plain           # reads commands line by line
              echo 'set page_size 10' | toggles console --plain
              toggles console --reset-terminal  # restores the terminal after SIGKILL

            EXIT CODES
              0  success, even if the table was printed instead
              2  wrong usage, or input that cannot be read; with --plain and without a
                 terminal, a line that failed; or toggles itself was built as a RELEASE
                 build, which has no overrides and therefore no console

            If a signal other than SIGKILL ends the console, the terminal is restored first.

            ENVIRONMENT
              TERM            the capabilities of the terminal
              NO_COLOR        turns off colors unless it's empty
              VISUAL, EDITOR  the editor for long values; vi if neither is set
              ESCDELAY        the milliseconds to wait after Esc for the rest of a
                              key; by default 100, or 300 over ssh
            """
    )

    @OptionGroup var options: ClientOptions
    @OptionGroup var apps: AppOptions

    @Argument(
        help: ArgumentHelp("After --simulator or --device: the simulator or device, and the app.", visibility: .hidden)
    )
    var names: [String] = []

    @Option(
        help: """
            The remote document that D changes: a file, or a target to publish to, such as an environment in \
            toggles.yaml. Default: the file that the manifest names. If you pass it, it also determines the values while \
            no app is running, unless you pass --remote.
            """,
        completion: .targets
    )
    var document: String?

    @Option(help: "Why changes are published, for the history of a target.")
    var reason: String?

    @Option(
        help: "The counts of running apps to show with each toggle, which `toggles usage merge` writes.",
        completion: .file(extensions: ["json"])
    )
    var usage: String?

    @Flag(help: "Don't allow changes.")
    var readonly = false

    @Flag(help: "Print JSON instead, as `toggles list --json` does.")
    var json = false

    @Flag(
        help: """
            Read commands and print answers line by line, for screen readers and scripts; enter help to list the \
            commands.
            """
    )
    var plain = false

    @Flag(help: "Don't use the mouse.")
    var noMouse = false

    @Option(help: "Whether to use colors.")
    var color = ColorArgument.auto

    @Option(help: "The initial theme.", completion: .list(ConsoleOptions.themes))
    var theme: String?

    @Flag(help: "Use only ASCII characters for lines and marks.")
    var ascii = false

    @Flag(
        help: """
            Use only ASCII characters for lines and marks, because the terminal draws characters of ambiguous width \
            two columns wide. Some Chinese and Japanese terminals do this.
            """
    )
    var ambiguousWide = false

    @Flag(
        name: .customLong("a11y"),
        help: "For screen readers: draw no lines, and keep the cursor on the selected toggle."
    )
    var accessible = false

    @Option(help: "The name of the environment to show in the header. Default: the application's name.")
    var environment: String?

    @Flag(help: "Restore the terminal after the console was killed with SIGKILL, and do nothing else.")
    var resetTerminal = false

    func validate() throws {
        if let theme, !ConsoleOptions.themes.contains(theme) {
            throw ValidationError(
                "There is no theme ‘\(theme)’. Write one of \(ConsoleOptions.themes.joined(separator: ", "))."
            )
        }
        _ = try options.naming(names)
    }

    func run() throws {
        if resetTerminal { return try ToggleConsole.resetTerminal() }
        let options = try options.naming(names)
        if json {
            let toggles = try ResolvedToggles(options, apps)
            return ToggleListing(toggles.explanations(), of: toggles).print(asJSON: true)
        }
        try open(options)
    }

    private func open(_ options: ClientOptions) throws {
        do {
            let sources = ConsoleSources(
                selection: options.manifest.selection(
                    or: options.localDefaults.runningApps(apps.app, isForConsole: !plain)
                ),
                place: {
                    try plain ? options.localDefaults.place(for: $0) : options.localDefaults.placeForConsole(for: $0)
                },
                remote: options.remote,
                context: options.context.given,
                apps: apps.choice,
                publishing: try PublishingOptions.parse(reason.map { ["--reason", $0] } ?? [])
            )
            let consoleOptions = try consoleOptions(options)
            guard plain else { return try sources.show(consoleOptions, document: document) }
            guard try sources.runLines(consoleOptions, document: document) else { throw ToolError.usage("") }
        } catch let error as ConsoleError where error.isAboutTerminal {
            ToolOutput.printError("\(error) Here is the table instead; `--json` prints JSON.")
            let toggles = try ResolvedToggles(options, apps)
            ToggleListing(toggles.explanations(), of: toggles).print(asJSON: false)
        }
    }

    private func consoleOptions(_ options: ClientOptions) throws -> ConsoleOptions {
        var result = ConsoleOptions()
        result.isReadOnly = readonly
        result.color = color.color
        result.theme = theme
        result.hasMouse = !noMouse
        result.isASCII = ascii
        result.isAmbiguousWide = ambiguousWide
        result.isForScreenReaders = accessible
        result.environment = environment
        for (key, text) in ReleasedVersions.remarks(options.manifest.selection) {
            result.remarks[key] = ["released": text]
        }
        if let usage {
            for (key, text) in try ReleasedVersions.usageRemarks(usage) {
                result.remarks[key, default: [:]]["usage"] = text
            }
        }
        return result
    }
}
