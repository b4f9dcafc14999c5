import ArgumentParser

/// The command `toggles lint`, which `toggles-lint` carries out.
struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Says which toggles should be gone, and what to do about each (toggles-lint)."
    )

    @Argument(parsing: .captureForPassthrough, help: "What toggles-lint takes.")
    var arguments: [String] = []

    func run() throws { try SiblingTool.lint.run(["lint"] + arguments) }
}

/// The command `toggles tickets`, which `toggles-lint` carries out.
struct TicketsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickets",
        abstract: "Writes and files tickets for the removal of toggles (toggles-lint)."
    )

    @Argument(parsing: .captureForPassthrough, help: "What toggles-lint takes.")
    var arguments: [String] = []

    func run() throws { try SiblingTool.lint.run(["tickets"] + arguments) }
}

/// The command `toggles report`, which `toggles-lint` carries out.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Draws a page about the toggles: ages, owners, history (toggles-lint)."
    )

    @Argument(parsing: .captureForPassthrough, help: "What toggles-lint takes.")
    var arguments: [String] = []

    func run() throws { try SiblingTool.lint.run(["report"] + arguments) }
}
