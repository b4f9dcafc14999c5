import ArgumentParser

/// Whether a command shows the values of a running app.
struct AppOptions: ParsableArguments {
    @Option(
        name: .customLong("app"),
        defaultAsFlag: .newest,
        help: ArgumentHelp(
            """
            Show what the process with this ID resolved, or fail if it isn't running. With --app but no PID, use the \
            newest process, or fail if none is running. To list the processes, use `toggles apps`.
            """,
            valueName: "pid"
        )
    )
    var app: AppArgument? = nil

    @Flag(name: .customLong("no-app"), help: "Compute the values, even if an app is running.")
    var computes = false

    /// The given choice.
    var choice: AppChoice { AppChoice(app: app, computes: computes) }
}
