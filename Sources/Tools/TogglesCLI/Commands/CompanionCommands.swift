import ArgumentParser
import ToggleTool

/// A command that runs a companion executable.
///
/// The help lists it like any other command, and the companion parses its arguments.
protocol CompanionCommand: ParsableCommand {
    static var companion: Companion { get }
    var arguments: [String] { get }
}

extension CompanionCommand {
    static func makeConfiguration(_ name: String, _ abstract: String) -> CommandConfiguration {
        CommandConfiguration(commandName: name, abstract: "\(abstract) (\(companion.name)).")
    }

    func run() throws {
        try Self.companion.run([Self.configuration.commandName ?? ""] + arguments)
    }
}

/// The command `toggles keys`.
struct KeysCommand: CompanionCommand {
    static let companion = Companion.remote
    static let configuration = makeConfiguration("keys", "Creates keys for signing remote documents")
    @Argument(parsing: .captureForPassthrough, help: "The arguments; --help lists them.") var arguments: [String] = []
}

/// The command `toggles sign`.
struct SignCommand: CompanionCommand {
    static let companion = Companion.remote
    static let configuration = makeConfiguration("sign", "Signs a remote document")
    @Argument(parsing: .captureForPassthrough, help: "The arguments; --help lists them.") var arguments: [String] = []
}

/// The command `toggles verify`.
struct VerifyCommand: CompanionCommand {
    static let companion = Companion.remote
    static let configuration = makeConfiguration("verify", "Checks whether an app would trust a signed document")
    @Argument(parsing: .captureForPassthrough, help: "The arguments; --help lists them.") var arguments: [String] = []
}

/// The command `toggles fetch`.
struct FetchCommand: CompanionCommand {
    static let companion = Companion.remote
    static let configuration = makeConfiguration("fetch", "Fetches a remote document as an app would, and describes it")
    @Argument(parsing: .captureForPassthrough, help: "The arguments; --help lists them.") var arguments: [String] = []
}

/// The command `toggles lint`.
struct LintCommand: CompanionCommand {
    static let companion = Companion.lint
    static let configuration = makeConfiguration("lint", "Reports which toggles to remove, and the next step for each")
    @Argument(parsing: .captureForPassthrough, help: "The arguments; --help lists them.") var arguments: [String] = []
}

/// The command `toggles remove`.
struct RemoveCommand: CompanionCommand {
    static let companion = Companion.lint
    static let configuration = makeConfiguration("remove", "Removes a toggle from the code and the manifest")
    @Argument(parsing: .captureForPassthrough, help: "The arguments; --help lists them.") var arguments: [String] = []
}

/// The command `toggles tickets`.
struct TicketsCommand: CompanionCommand {
    static let companion = Companion.lint
    static let configuration = makeConfiguration("tickets", "Prints or files tickets for removing toggles")
    @Argument(parsing: .captureForPassthrough, help: "The arguments; --help lists them.") var arguments: [String] = []
}

/// The command `toggles report`.
struct ReportCommand: CompanionCommand {
    static let companion = Companion.lint
    static let configuration = makeConfiguration("report", "Writes a page with the toggles' ages, owners, and history")
    @Argument(parsing: .captureForPassthrough, help: "The arguments; --help lists them.") var arguments: [String] = []
}
