import ArgumentParser
import FeatureToggles
import ToggleConsole
import ToggleManifest

/// The command `toggles preset`.
struct PresetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset",
        abstract: "Keeps sets of overrides under names, applies and shares them.",
        discussion: """
            Presets lie as JSON files in the folder presets beside the local defaults file. The console has the same ones.

            EXAMPLES
              toggles preset save demo              what is overridden now, as a preset
              toggles preset apply demo --dry-run   what it would change
              toggles preset apply demo
              toggles preset export demo demo.json  to give it to somebody
              toggles preset import demo.json
            """,
        subcommands: [
            PresetListCommand.self, PresetShowCommand.self, PresetSaveCommand.self, PresetApplyCommand.self,
            PresetDeleteCommand.self, PresetExportCommand.self, PresetImportCommand.self,
        ]
    )
}

/// Presets, with failures told as commands tell them.
enum Presets {
    /// The preset of a name.
    ///
    /// - Throws: ``CommandFailure`` with a suggestion when there is none, or it cannot be read.
    static func preset(_ name: String, in store: PresetStore) throws -> Preset {
        try telling {
            guard let preset = try store.preset(name) else { throw store.unknown(name) }
            return preset
        }
    }

    /// The result of what may fail as the console's stores do.
    static func telling<Value>(_ action: () throws -> Value) throws -> Value {
        do {
            return try action()
        } catch let failure as ConsoleFailure {
            throw CommandFailure.usage(failure.message)
        }
    }

    /// How many toggles a preset is about, as words.
    static func count(_ preset: Preset) -> String {
        preset.values.count.counted("toggle")
    }
}

extension CompletionKind {
    /// The names of the presets that belong to the manifest in reach.
    static var presetNames: CompletionKind {
        .custom { _, _, prefix in
            guard let files = try? OverrideOptions.parse([]).load().files else { return [] }
            return PresetStore(folder: files.presets).all().presets.map(\.name).filter { $0.hasPrefix(prefix) }
        }
    }
}
