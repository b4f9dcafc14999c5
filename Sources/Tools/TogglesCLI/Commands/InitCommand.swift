import ArgumentParser
import ToggleBase
import ToggleTool

/// The command `toggles init`, which needs the companion only to find flags.
struct InitCommand: ParsableCommand {
    static let configuration = InitArguments.configuration

    @OptionGroup var arguments: InitArguments

    func run() throws {
        let isForFlags = arguments.from != nil || arguments.all || arguments.date != nil
        if !isForFlags, let absence = InitArguments.companion.absence { return try writeStarter(absence) }
        try HandedOverCommand<InitArguments>.handOver()
    }

    /// Writes examples, because flags can't be found.
    private func writeStarter(_ absence: ToolError) throws {
        let hasCode = ManifestSearch(from: arguments.output.map(PathText.folder(of:)) ?? ".").hasCode
        try StarterManifest(
            output: arguments.output,
            namespace: arguments.namespace,
            application: arguments.application
        ).write(isDryRun: arguments.dryRun)
        if hasCode { ToolOutput.note("flags that the code has already weren't searched for. \(absence.message)") }
    }
}
