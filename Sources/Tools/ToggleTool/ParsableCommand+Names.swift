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

    /// Returns a message of ArgumentParser that names an option which the command doesn't have, and what to write instead.
    ///
    /// If such an option has a value, ArgumentParser only reports the value, as an unexpected argument; if another option is
    /// missing, such as the one that is misspelled, it only reports that.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - arguments: The arguments, without the name of the program.
    /// - Returns: The message; as it is if all options are known.
    static func explainingUnknownOption(_ message: String, _ arguments: [String]) -> String {
        guard message.hasPrefix("Error: ") else { return message }
        let (command, path) = command(of: arguments)
        let isPartOfOption = { (character: Character) in
            character.isASCII && (character.isLetter || character.isNumber || character == "-")
        }
        let known = command.helpMessage(includeHidden: true).split { !isPartOfOption($0) }
            .filter { $0.hasPrefix("--") }.map(String.init)
        let given = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
            .map { String($0.prefix { $0 != "=" }) }
        guard let option = given.first(where: { !known.contains($0) }) else { return message }
        let hint =
            switch option {
            case "--write" where known.contains("--dry-run"):
                "`toggles \(path)` writes at once; with --dry-run, it only shows what would change."
            case "--dry-run" where known.contains("--write"):
                "`toggles \(path)` only shows what would change, until you add --write."
            default: Suggestion.closest(to: option, in: known).map { "Did you mean '\($0)'?" }
            }
        let first = "Error: Unknown option '\(option)'\(hint.map { ". \($0)" } ?? "")"
        let usage = message.firstRange(of: "\nUsage: ").map { message[$0.lowerBound...] } ?? ""
        return first + usage
    }

    /// Returns the command that arguments name, and its name after that of the program.
    private static func command(of arguments: [String]) -> (type: any ParsableCommand.Type, path: String) {
        var type: any ParsableCommand.Type = Self.self
        var names: [String] = []
        for argument in arguments {
            guard let next = type.configuration.subcommands.first(where: { $0.configuration.commandName == argument })
            else { break }
            type = next
            names.append(argument)
        }
        return (type, names.joined(separator: " "))
    }
}
