public import FeatureToggles
import ToggleBase

#if OVERRIDES

/// Opens the console for a client, in the process's terminal.
///
/// ```swift
/// try ToggleConsole.run(client)
/// ```
///
/// Returns after the user quits and the terminal is restored. While the console is open, the app's output is held back;
/// its last 64 KiB are shown afterward. The app keeps running and observes toggle changes as usual.
///
/// This function blocks the calling thread until the user quits. Call it from the main thread or a thread of your own,
/// not from a task, whose thread other tasks need. While the console is open, it handles signals that end the process,
/// and `SIGTSTP`, `SIGCONT`, and `SIGWINCH`. A signal that ends the process first restores the terminal and then has
/// its usual effect.
///
/// A RELEASE build without the trait `InternalBuild` has no overrides and therefore no console; there, this function
/// throws.
///
/// - Parameters:
///   - client: The client whose toggles are shown. Overrides are written to its local defaults file, if it has one.
///   - options: The console's appearance and permissions.
/// - Throws: ``ConsoleError`` if there is no terminal, if the terminal can't show the console, or if the process
///   already has one open.
public func run(_ client: ToggleClient, options: ConsoleOptions = ConsoleOptions()) throws(ConsoleError) {
    try run(ConsoleBackend(client, environment: options.environment, waitsForScreen: true), options: options)
}

/// Opens the console on a backend, for the command line.
///
/// - Parameters:
///   - backend: The connection to the client and its files.
///   - options: The console's appearance and permissions.
///   - programOptions: The options to add to copied command lines so that they use the same files.
///   - willEnd: Called after the terminal is restored, before a signal ends the process.
/// - Throws: ``ConsoleError``, as ``run(_:options:)`` does.
package func run(
    _ backend: ConsoleBackend,
    options: ConsoleOptions,
    programOptions: [String] = [],
    willEnd: () -> Void = {}
) throws(ConsoleError) {
    let end = try runUntilEnd(backend, options, programOptions)
    willEnd()
    if case .signal(let signal) = end {
        // The terminal is restored, so the signal can have its usual effect.
        SystemCalls.send(signal)
    }
}

/// Opens the console in line mode, for screen readers and scripts.
///
/// This function doesn't need a terminal.
///
/// - Returns: Whether every line succeeded; always `true` on a terminal, where the user has seen the failures.
package func runLines(
    _ backend: ConsoleBackend,
    options: ConsoleOptions,
    programOptions: [String] = []
) throws(ConsoleError) -> Bool {
    let bell = try Bell()
    let mailbox = Mailbox { bell.ring() }
    // The first line of a script may ask for the document.
    let start = backend.start(readsDocument: true) { mailbox.put($0) }
    var settings = ConsoleSettings(options)
    // The first line of a script may be about the document.
    settings.changesDocuments = backend.operations?.isDocumentNamed() ?? false
    settings.showsHistory = backend.operations?.hasHistory ?? false
    settings.programOptions = programOptions
    for notice in start.notices { mailbox.put(.report(.notice(notice))) }
    let console = LineConsole(model: start.model, memory: start.memory, settings: settings)
    let hasSucceeded = LineLoop(console, backend: backend, mailbox: mailbox, bell: bell).run()
    return hasSucceeded || SystemCalls.hasTerminal
}

private func runUntilEnd(
    _ backend: ConsoleBackend,
    _ options: ConsoleOptions,
    _ programOptions: [String]
) throws(ConsoleError) -> ConsoleLoop.End {
    let terminal = try ConsoleTerminal(
        name: ProcessEnvironment.value("TERM") ?? "",
        hasColors: options.usesColors(variable: ProcessEnvironment.value),
        hasMouse: options.hasMouse
    )
    defer { terminal.close() }
    let mailbox = Mailbox(wake: ConsoleTerminal.wake)
    var start = backend.start { mailbox.put($0) }
    start.memory.theme = options.theme ?? start.memory.theme
    var settings = ConsoleSettings(options)
    settings.changesDocuments = backend.operations != nil
    settings.showsHistory = backend.operations?.hasHistory ?? false
    settings.hasUnicode = settings.hasUnicode && terminal.hasUnicode
    if terminal.screen.depth == .mono { settings.themes = [Theme.mono.rawValue] }
    settings.programOptions = programOptions
    settings.home = SystemCalls.home
    for notice in start.notices { mailbox.put(.report(.notice(notice))) }
    let state = ConsoleState(
        model: start.model,
        memory: start.memory,
        settings: settings,
        size: terminal.size,
        catalog: start.catalog
    )
    return try ConsoleLoop(state, terminal: terminal, backend: backend, mailbox: mailbox).run()
}

extension ConsoleSettings {
    /// Creates the settings for the options on a terminal that supports everything.
    init(_ options: ConsoleOptions) {
        self.init()
        if options.isReadOnly { readOnlyReason = "the console is read-only" }
        isAmbiguousWide = options.isAmbiguousWide
        isASCII = options.isASCII || options.isForScreenReaders
        hasMouse = options.hasMouse
        hasVisibleCursor = options.isForScreenReaders
        hasFrames = !options.isForScreenReaders
        themes = ConsoleOptions.themes
        remarks = options.remarks
    }
}

/// Draws a screen in memory, which creates tables and types that the first real screen needs.
///
/// Call it on another thread while the declarations are read, so that ``run(_:options:programOptions:willEnd:)`` shows
/// its first screen sooner.
package func prepareFirstScreen() {
    let toggle = ToggleDefinition(
        key: "example",
        category: .ops,
        type: .bool,
        defaultValue: false,
        details: ToggleDetails(description: "An example.", owner: "nobody")
    )
    let client = ToggleClient(
        registries: [ToggleRegistry(namespace: "Example", toggles: [toggle])],
        overrides: .none,
        context: EvaluationContext()
    )
    let source = ModelSource(client, modules: [toggle.id: "Example"]) { _ in }
    let size = Grid.Size(rows: 24, columns: 80)
    let state = ConsoleState(
        model: source.start(),
        memory: ConsoleMemory(),
        settings: ConsoleSettings(),
        size: size
    )
    source.stop()
    _ = state.draw()
}

/// Makes Ctrl-\ end the process without the backtrace of a debug build's runtime, for the command line.
package func endQuietlyOnQuit() { SystemCalls.restoreQuit() }

/// Restores a terminal after a console was killed.
///
/// - Throws: ``ConsoleError`` if there is no terminal.
package func resetTerminal() throws(ConsoleError) {
    guard SystemCalls.hasTerminal else { throw .noTerminal }
    ConsoleTerminal.reset(name: ProcessEnvironment.value("TERM") ?? "")
}

#else

/// Throws an error, because a RELEASE build without the trait `InternalBuild` has no overrides and therefore no console.
///
/// - Parameters:
///   - client: The client.
///   - options: The console's appearance and permissions.
/// - Throws: ``ConsoleError``, always.
public func run(_ client: ToggleClient, options: ConsoleOptions = ConsoleOptions()) throws(ConsoleError) {
    throw .noOverrides
}

/// Throws an error, as ``run(_:options:)`` does.
package func resetTerminal() throws(ConsoleError) {
    throw .noOverrides
}

#endif
