package import ArgumentParser

/// The arguments of a command that a companion runs, so that `toggles` can show and complete them without it.
package protocol CompanionArguments: ParsableArguments {
    /// The companion.
    static var companion: Companion { get }
    /// The name and the help.
    static var configuration: CommandConfiguration { get }
}

/// A command of `toggles` that hands its arguments over to a companion.
package struct HandedOverCommand<Arguments: CompanionArguments>: ParsableCommand {
    /// The configuration, which names the companion in lists of commands.
    package static var configuration: CommandConfiguration {
        var configuration = Arguments.configuration
        configuration.abstract = "\(configuration.abstract.dropLast()) (\(Arguments.companion.name))."
        return configuration
    }

    @OptionGroup package var arguments: Arguments

    package init() {}

    package func run() throws { try Self.handOver() }

    /// Replaces this process with the companion.
    ///
    /// - Throws: ``ToolError`` if it isn't installed or can't be started.
    package static func handOver() throws(ToolError) {
        try Arguments.companion.run(Array(CommandLine.arguments.dropFirst().drop { $0.hasPrefix("-") }))
    }
}

/// The arguments of a command, in the companion that runs it.
package protocol RunnableArguments: CompanionArguments {
    /// Runs the command.
    func run() throws
}

/// A command of a companion.
package struct RunCommand<Arguments: RunnableArguments>: ParsableCommand {
    package static var configuration: CommandConfiguration { Arguments.configuration }

    @OptionGroup package var arguments: Arguments

    package init() {}

    package func run() throws { try arguments.run() }
}
