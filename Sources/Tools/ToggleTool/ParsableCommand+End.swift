package import ArgumentParser

extension ParsableCommand {
    /// Ends the process after an error of running a command, and prints its description as a sentence.
    package static func fail(with error: any Error) -> Never {
        // Errors of parsing, and requests for help, have other exit codes.
        if error is ToolError || error is ExitCode || exitCode(for: error) != .failure { end(with: error) }
        let text = "\(error)"
        // A text that ends like one is a sentence already, and lines after the first one are a list, such as of choices.
        let isSentence = text.hasSuffix(".") || text.contains("\n")
        end(with: ToolError.usage(isSentence ? text : text.sentence))
    }

    /// Ends the process after an error of parsing or running a command, and prints its message.
    ///
    /// Requests for help or the version are such errors, too, and end the process with success.
    package static func end(with error: any Error) -> Never {
        if let error = error as? ToolError {
            ToolOutput.printFailure(error.message)
            ToolOutput.exit(error.code)
        }
        let text = fullMessage(for: error)
        if exitCode(for: error).isSuccess {
            let isHelp = text.hasPrefix("OVERVIEW: ")
            ToolOutput.print(
                lines: isHelp
                    ? HelpText(text, whole: fullMessage(for: error, columns: .max)).text : text.correctedForBash
            )
            ToolOutput.exit(.success)
        }
        ToolOutput.printError(lines: explainingUnknownOption(text, Array(CommandLine.arguments.dropFirst())))
        ToolOutput.exit(.usage)
    }

    /// Runs the command that the arguments of this process name, and ends the process if it fails.
    package static func launch() {
        do {
            try checkCount(of: CommandLine.arguments.dropFirst())
            var command = try parseAsRoot()
            do { try command.run() } catch { fail(with: error) }
        } catch {
            end(with: error)
        }
    }
}

extension AsyncParsableCommand {
    /// Runs the command that the arguments of this process name, and ends the process if it fails.
    package static func launch() async {
        do {
            try checkCount(of: CommandLine.arguments.dropFirst())
            var command = try parseAsRoot()
            do {
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            } catch {
                fail(with: error)
            }
        } catch {
            end(with: error)
        }
    }
}

extension String {
    /// The completion script for bash, which then adds no space after `on=`, and whose function also works without
    /// arguments: scripts that wrap it for an alias or another command often set only the words of the line.
    fileprivate var correctedForBash: String {
        let names = [("cur=\"${2", "COMP_CWORD"), ("prev=\"${3", "COMP_CWORD - 1")]
        // `on=` awaits a number, without a space and without the backslash that a file's name would have.
        let end = #"-- "${cur}")\#n}"#
        let words =
            #"-- "${cur}")\#n    [[ "${COMPREPLY[*]-}" != *= ]] || compopt +o filenames -o nospace 2>/dev/null || true\#n}"#
        return names.reduce(replacing(end, with: words)) { text, name in
            text.split(separator: "local -r \(name.0)}\"", maxSplits: 1, omittingEmptySubsequences: false)
                .joined(separator: "local -r \(name.0)-${COMP_WORDS[\(name.1)]-}}\"")
        }
    }
}
