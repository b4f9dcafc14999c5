#if !RELEASE || InternalBuild
/// What is outside of the console: toggles, files, presets.
protocol ConsoleWorld: AnyObject, Sendable {
    /// Does what the console wants done with toggles, files and presets.
    ///
    /// Returns at once where it would take long, and tells by an event what came of it.
    ///
    /// - Returns: Whether it is such an effect; the others are about the terminal.
    func perform(_ effect: ConsoleEffect) -> Bool

    /// Returns when everything that was to be written is, and tells nothing any more.
    func finish()
}

extension ConsoleBackend: ConsoleWorld {}

/// What the console shows and how it reacts, without the world.
protocol ConsoleProgram {
    /// Which colours are wanted.
    var theme: Theme { get }
    /// Reacts to an event with what is to be done.
    mutating func handle(_ event: ConsoleEvent) -> [ConsoleEffect]
    /// The screen as it is now.
    func draw() -> Grid
}

extension ConsoleState: ConsoleProgram {}
#endif
