import ArgumentParser
import ToggleTool

/// The command `toggles init`, which needs the companion only to find flags.
struct InitCommand: ParsableCommand {
    static let configuration = InitArguments.configuration

    @OptionGroup var arguments: InitArguments

    func run() throws {
        let isForFlags =
            arguments.from != nil || arguments.all || arguments.dryRun || arguments.date != nil
        if isForFlags || (try? InitArguments.companion.path()) != nil {
            try HandedOverCommand<InitArguments>.handOver()
        }
        try StarterManifest(
            output: arguments.output,
            namespace: arguments.namespace,
            application: arguments.application
        ).write()
    }
}
