import ArgumentParser
import FeatureToggles
import ToggleConsole

/// The command `toggles console`.
struct ConsoleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract: "Shows every toggle in the terminal, and changes what you want changed.",
        discussion: """
            The running app follows what is changed. Press ? for help and q to leave.

            Where there is no terminal, or one that cannot move its cursor, it prints what `toggles list` does and says so.

            EXAMPLES
              toggles console
              toggles console --manifest app/toggles.yaml --remote flags.json --readonly
              toggles console --json                the table as JSON, as `toggles list --json`
              toggles console --plain               commands line by line
              echo 'set page_size 10' | toggles console --plain
              toggles console --reset-terminal      after a console that was killed

            EXIT CODES
              0  fine, also when the table was printed instead
              2  wrong usage, or input that cannot be read; with --plain and without a terminal, a line that could not
                 be done; there is no console in a RELEASE build without overrides

            A signal that ends it gives the terminal back first.

            ENVIRONMENT
              TERM            what the terminal can do
              NO_COLOR        no colours, when not empty
              VISUAL, EDITOR  what long values are edited with; vi when neither is set
            """
    )

    @OptionGroup var options: ClientOptions

    @Flag(help: "Change nothing.")
    var readonly = false

    @Flag(help: "Print JSON instead, as `toggles list --json` does.")
    var json = false

    @Flag(help: "Read commands line by line and answer with lines, for screen readers and scripts; help lists them.")
    var plain = false

    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false

    @Option(help: "When to use colours.")
    var color = ColorArgument.auto

    @Option(help: "The theme to begin with.", completion: .list(ConsoleOptions.themes))
    var theme: String?

    @Flag(help: "Draw lines and marks in ASCII.")
    var ascii = false

    @Flag(help: "Characters of ambiguous width take two columns, as some terminals for Chinese and Japanese have it.")
    var ambiguousWide = false

    @Flag(name: .customLong("a11y"), help: "For screen readers: no lines, and the cursor on the selected toggle.")
    var accessible = false

    @Option(help: "What to call the environment that the local defaults file belongs to.")
    var environment: String?

    @Flag(help: "Put right a terminal that a killed console left as it was, and do nothing else.")
    var resetTerminal = false

    @Flag(help: ArgumentHelp("Compile the manifest for the next start, and do nothing else.", visibility: .private))
    var compile = false

    func validate() throws {
        if let theme, !ConsoleOptions.themes.contains(theme) {
            throw ValidationError(
                "There is no theme ‘\(theme)’. Write one of \(ConsoleOptions.themes.joined(separator: ", "))."
            )
        }
    }

    func run() throws {
        if resetTerminal {
            do {
                return try ToggleConsole.resetTerminal()
            } catch {
                throw CommandFailure.usage(error.description)
            }
        }
        if compile {
            _ = try options.manifest.loadRegistry()
            return
        }
        if json {
            let client = try options.makeClient()
            return ToggleListing(client.explanations(), of: client).print(asJSON: true)
        }
        #if OVERRIDES
        try open()
        #else
        throw LocalDefaults.refusal
        #endif
    }

    #if OVERRIDES
    private func open() throws {
        do {
            if plain {
                // A script's first line wants what its remote document says.
                let backend = ConsoleBackend(try options.makeClient(), environment: environment)
                let isDone = try ToggleConsole.runLines(
                    backend,
                    options: consoleOptions,
                    programOptions: options.words
                )
                guard isDone else { throw CommandFailure.usage("") }
                return
            }
            // Ctrl-\ ends it; nobody who presses it wants to see where a debug build was.
            ToggleConsole.endQuietlyOnQuit()
            let (backend, follower) = try options.makeConsole(environment: environment)
            defer { withExtendedLifetime(follower) {} }
            try ToggleConsole.run(backend, options: consoleOptions, programOptions: options.words)
        } catch let error as ConsoleError where error.code == .noTerminal || error.code == .unsuitableTerminal {
            Console.printError("\(error) Here is the table instead; `--json` prints JSON.")
            let client = try options.makeClient()
            ToggleListing(client.explanations(), of: client).print(asJSON: false)
        } catch let error as ConsoleError {
            throw CommandFailure.usage(error.description)
        }
    }
    #endif

    private var consoleOptions: ConsoleOptions {
        var result = ConsoleOptions()
        result.isReadOnly = readonly
        result.color = color.color
        result.theme = theme
        result.hasMouse = !noMouse
        result.isASCII = ascii
        result.isAmbiguousWide = ambiguousWide
        result.isForScreenReaders = accessible
        result.environment = environment
        return result
    }
}
