import CNCurses
import Dispatch
import ToggleBase
import ToggleConsole
import ToggleTool

extension ConsoleSources {
    /// Shows the console in the terminal, and exits when the user quits.
    ///
    /// - Parameters:
    ///   - options: The console's appearance and permissions.
    ///   - document: The remote document whose flags the user can change; `nil` for the one that a manifest names.
    /// - Throws: ``ToolError`` as ``makeConsole(environment:document:hasScreen:)`` does, or `ConsoleError` if there is no suitable
    ///   terminal.
    func show(_ options: ConsoleOptions, document: String? = nil) throws {
        // Ctrl-\ ends the console without a backtrace.
        ToggleConsole.endQuietlyOnQuit()
        // The first screen needs most of the memory. Typing a filter allocates many large arrays.
        cn_use_large_pages()
        // Runs while this thread searches for the manifests.
        _ = ConcurrentWork { ToggleConsole.prepareFirstScreen() }
        let console = try makeConsole(environment: options.environment, document: document)
        console.backend.afterFirstScreen {
            // Later, because other work waits for the first screen, too.
            let queue = DispatchQueue(label: "feature-toggles.memory")
            queue.asyncAfter(deadline: .now() + .seconds(1)) { cn_return_unused_memory() }
        }
        try ToggleConsole.run(
            console.backend,
            options: options,
            programOptions: selection.words + console.place.words
        ) {
            console.place.phone?.end()
        }
        // Exit without deallocating, because the system reclaims everything faster.
        withExtendedLifetime(console) { ToolOutput.exit(.success) }
    }

    /// Runs the console in line mode, until the input ends or the user quits.
    ///
    /// - Parameters:
    ///   - options: The console's permissions.
    ///   - document: The remote document whose flags the user can change; `nil` for the one that a manifest names.
    /// - Returns: Whether every line succeeded.
    /// - Throws: ``ToolError`` as ``makeConsole(environment:document:hasScreen:)`` does.
    func runLines(_ options: ConsoleOptions, document: String? = nil) throws -> Bool {
        let console = try makeConsole(environment: options.environment, document: document, hasScreen: false)
        defer { console.place.phone?.end() }
        return try withExtendedLifetime(console) {
            try ToggleConsole.runLines(
                console.backend,
                options: options,
                programOptions: selection.words + console.place.words
            )
        }
    }

    /// Shows the console for the usual arguments of `toggles console`, without ArgumentParser, which would double the
    /// time to the first screen of fifty toggles.
    ///
    /// It returns if there are any other arguments, or if there is no suitable terminal, for which the command has an
    /// alternative.
    ///
    /// - Parameter arguments: The arguments of the process.
    /// - Throws: ``ToolError``, as the command does.
    static func showForUsualArguments(_ arguments: [String]) throws {
        guard arguments.dropFirst().first == "console", StandardStream.input.isTerminal,
            StandardStream.output.isTerminal
        else { return }
        var defaults: String?
        var sources = ConsoleSources()
        var options = ConsoleOptions()
        var rest = arguments.dropFirst(2).makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--readonly": options.isReadOnly = true
            case "--no-mouse": options.hasMouse = false
            case "--ascii": options.isASCII = true
            case "-m", "--manifest", "--defaults", "--remote":
                guard let value = rest.next(), !value.hasPrefix("-"), !value.isEmpty else { return }
                switch argument {
                case "--defaults": defaults = value
                case "--remote": sources.remote = value
                default: sources.selection.paths.append(value)
                }
            default: return
            }
        }
        sources.selection.runningApps = RunningAppSearch(defaults: defaults)
        sources.place = { [defaults] in LocalDefaultsPlace(defaults: defaults, for: $0) }
        do {
            try sources.show(options)
        } catch let error as ConsoleError where error.isAboutTerminal {
            return
        }
    }
}

extension ConsoleError {
    /// Whether the command prints a table instead, because there is no terminal, or it can't show the console.
    var isAboutTerminal: Bool { code == .noTerminal || code == .unsuitableTerminal }
}
