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
///
/// Its arguments are its own properties to ArgumentParser, and not a group of options: in a debug build, every level of
/// groups takes five times as long to check.
package struct RunCommand<Arguments: RunnableArguments>: ParsableCommand, CustomReflectable {
    package static var configuration: CommandConfiguration { Arguments.configuration }

    package var arguments = Arguments()

    package var customMirror: Mirror { Mirror(reflecting: arguments) }

    package init() {}

    package init(from decoder: any Decoder) throws { arguments = try Arguments(from: decoder) }

    package mutating func validate() throws { try arguments.validate() }

    package func run() throws { try arguments.run() }
}
