#if OVERRIDES
/// Performs the console's effects on toggles, files, and presets.
protocol ConsoleWorld: AnyObject, Sendable {
    /// Performs an effect on toggles, files, or presets.
    ///
    /// Returns at once and reports the result of a slow effect as an event.
    ///
    /// - Returns: Whether the effect was of this kind; other effects are for the terminal.
    func perform(_ effect: ConsoleEffect) -> Bool

    /// Returns after all pending writes are done, and stops reporting.
    func finish()
}

extension ConsoleBackend: ConsoleWorld {}

/// The state and behaviour of the console, without side effects.
protocol ConsoleProgram {
    /// The theme to use.
    var theme: Theme { get }
    /// Handles an event and returns the effects to perform.
    mutating func handle(_ event: ConsoleEvent) -> [ConsoleEffect]
    /// Returns the current screen.
    func draw() -> Grid
}

extension ConsoleState: ConsoleProgram {}
#endif
