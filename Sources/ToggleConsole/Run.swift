public import FeatureToggles

#if !RELEASE || InternalBuild

/// Opens the console on a client, in the terminal that the process has.
///
/// ```swift
/// try ToggleConsole.run(client)
/// ```
///
/// It returns when the person leaves it, with the terminal as it was. What the app prints meanwhile is kept and shown
/// then, its newest 64 KiB. The app goes on meanwhile and hears of changed toggles as always.
///
/// The calling thread waits until the end, so call it from the main thread or from one of your own; never from a task,
/// whose thread others need. Signals that end the process give the terminal back first and do afterwards what they would
/// have done. While the console is open they and `SIGTSTP`, `SIGCONT` and `SIGWINCH` are its own.
///
/// A RELEASE build without the trait `InternalBuild` has no overrides, and so no console: it throws.
///
/// - Parameters:
///   - client: The client whose toggles are shown. Overrides are written into its local defaults file, if it has one.
///   - options: How the console looks and what it may do.
/// - Throws: ``ConsoleError`` when there is no terminal, it cannot show the console, or the process has one open.
public func run(_ client: ToggleClient, options: ConsoleOptions = ConsoleOptions()) throws(ConsoleError) {
    try run(ConsoleBackend(client, environment: options.environment), options: options)
}

/// Opens the console on what is behind it, for the command line.
///
/// - Parameters:
///   - backend: What is behind the console.
///   - options: How it looks and what it may do.
///   - programOptions: What to add to command lines that are copied, so that they mean the same files.
/// - Throws: ``ConsoleError``, as ``run(_:options:)`` does.
package func run(
    _ backend: ConsoleBackend,
    options: ConsoleOptions,
    programOptions: [String] = []
) throws(ConsoleError) {
    if case .signal(let signal) = try runUntilEnd(backend, options, programOptions) {
        // Now it does what it would have done.
        SystemCalls.send(signal)
    }
}

/// Opens the console line by line, for screen readers and scripts.
///
/// It needs no terminal.
///
/// - Returns: Whether every line was done; `true` where a person saw what was not.
package func runLines(
    _ backend: ConsoleBackend,
    options: ConsoleOptions,
    programOptions: [String] = []
) throws(ConsoleError) -> Bool {
    let bell = try Bell()
    let mailbox = Mailbox { bell.ring() }
    let start = backend.start { mailbox.put($0) }
    var settings = ConsoleSettings(options)
    settings.programOptions = programOptions
    for notice in start.notices { mailbox.put(.notice(notice)) }
    let isDone = LineLoop(
        LineConsole(model: start.model, memory: start.memory, settings: settings),
        world: backend,
        mailbox: mailbox,
        bell: bell,
        editor: .preferred(variable: SystemCalls.variable)
    ).run()
    return isDone || SystemCalls.hasTerminal
}

private func runUntilEnd(
    _ backend: ConsoleBackend,
    _ options: ConsoleOptions,
    _ programOptions: [String]
) throws(ConsoleError) -> ConsoleEnd {
    let terminal = try Terminal(
        name: SystemCalls.variable("TERM") ?? "",
        hasColours: options.usesColours(variable: SystemCalls.variable),
        hasMouse: options.hasMouse
    )
    defer { terminal.close() }
    let mailbox = Mailbox(wake: Terminal.wake)
    var start = backend.start { mailbox.put($0) }
    start.memory.theme = options.theme ?? start.memory.theme
    var settings = ConsoleSettings(options)
    settings.hasUnicode = settings.hasUnicode && terminal.hasUnicode
    if terminal.screen.depth == .mono { settings.themes = [Theme.mono.rawValue] }
    settings.programOptions = programOptions
    settings.home = SystemCalls.home
    for notice in start.notices { mailbox.put(.notice(notice)) }
    let loop = ConsoleLoop(
        ConsoleState(model: start.model, memory: start.memory, settings: settings, size: terminal.size),
        terminal: terminal,
        world: backend,
        mailbox: mailbox,
        editor: .preferred(variable: SystemCalls.variable)
    )
    return try loop.run()
}

extension ConsoleSettings {
    /// The settings that options mean on a terminal that can show everything.
    init(_ options: ConsoleOptions) {
        self.init()
        if options.isReadOnly { readOnlyReason = "The console was opened for reading only." }
        isAmbiguousWide = options.isAmbiguousWide
        isASCII = options.isASCII || options.isForScreenReaders
        hasMouse = options.hasMouse
        hasVisibleCursor = options.isForScreenReaders
        hasFrames = !options.isForScreenReaders
        themes = ConsoleOptions.themes
    }
}

/// Lets Ctrl-\ end the process without the backtrace that the runtime of a debug build shows, for the command line.
package func endQuietlyOnQuit() { SystemCalls.restoreQuit() }

/// Puts a terminal right that a killed console left as it was.
///
/// - Throws: ``ConsoleError`` when there is none.
package func resetTerminal() throws(ConsoleError) {
    guard SystemCalls.hasTerminal else { throw .noTerminal }
    Terminal.reset(name: SystemCalls.variable("TERM") ?? "")
}

#else

/// Throws: a RELEASE build without the trait `InternalBuild` has no overrides, and so no console.
///
/// - Parameters:
///   - client: The client.
///   - options: How the console would look.
/// - Throws: ``ConsoleError``, always.
public func run(_ client: ToggleClient, options: ConsoleOptions = ConsoleOptions()) throws(ConsoleError) {
    throw .noOverrides
}

/// Throws, as ``run(_:options:)`` does.
package func resetTerminal() throws(ConsoleError) {
    throw .noOverrides
}

#endif
