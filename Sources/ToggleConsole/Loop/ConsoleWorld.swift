/// What is outside of the console: toggles, files, presets.
protocol ConsoleWorld: AnyObject, Sendable {
    /// Begins to tell what happens; from any thread, and for effects that were performed.
    func start(_ report: @escaping @Sendable (ConsoleEvent) -> Void)

    /// Does what the console wants done with toggles, files and presets.
    ///
    /// Returns at once where it would take long; ``start(_:)``'s function hears what came of it.
    func perform(_ effect: ConsoleEffect)

    /// Ends what was begun, when everything that was to be written is.
    func finish()
}

/// What the console shows and how it reacts, without the world.
protocol ConsoleProgram {
    /// Which colours are wanted.
    var theme: Theme { get }
    /// Reacts to an event with what is to be done.
    mutating func handle(_ event: ConsoleEvent) -> [ConsoleEffect]
    /// The screen as it is now.
    func draw() -> Grid
}
