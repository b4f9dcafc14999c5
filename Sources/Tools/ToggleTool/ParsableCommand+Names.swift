package import ArgumentParser
import ToggleBase

extension ParsableCommand {
    /// Checks that there aren't so many arguments that it takes seconds to parse them.
    ///
    /// The time that ArgumentParser takes grows with the square of their number.
    ///
    /// - Parameter arguments: The arguments, without the name of the program.
    /// - Throws: ``ToolError`` if there are too many.
    package static func checkCount(of arguments: some Collection<String>) throws {
        let limit = 2_000
        guard arguments.count > limit else { return }
        throw ToolError.usage(
            """
            There are \(arguments.count) arguments, and the limit is \(limit). Run the command several times, for \
            example with `xargs -n 1000`.
            """
        )
    }

    /// Checks that arguments begin with the names of commands.
    ///
    /// - Parameter arguments: The arguments, without the name of the program.
    /// - Throws: ``ToolError`` that suggests another name if there is no such command.
    package static func checkCommandName(in arguments: [String]) throws {
        var configuration = Self.configuration
        var path: [String] = []
        for argument in arguments {
            let subcommands = configuration.subcommands.map { $0.configuration }
            guard !subcommands.isEmpty, configuration.defaultSubcommand == nil, argument != "help",
                !argument.hasPrefix("-")
            else { return }
            guard let next = subcommands.first(where: { $0.commandName == argument }) else {
                let names = subcommands.filter(\.shouldDisplay).compactMap(\.commandName)
                func full(_ name: String) -> String { (path + [name]).joined(separator: " ") }
                let hint =
                    Suggestion.closest(to: argument, in: names).map { "Did you mean ‘\(full($0))’?" }
                    ?? "`toggles \(full(path.isEmpty ? "--help-all" : "--help"))` lists them."
                throw ToolError.usage("There is no command ‘\(full(argument))’. \(hint)")
            }
            configuration = next
            path.append(argument)
        }
    }
}
