import ArgumentParser
import FeatureTogglesOverrides
import ToggleBase
import ToggleTool

/// The command `toggles preset`.
struct PresetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset",
        abstract: "Saves, applies, and shares named sets of overrides.",
        discussion: """
            Presets are JSON files in the presets folder, next to the local defaults file. The console uses the same \
            ones.

            EXAMPLES
              toggles preset save demo              # saves the current overrides
              toggles preset apply demo --dry-run   # shows what it would change
              toggles preset apply demo
              toggles preset export demo demo.json  # writes a file to share
              toggles preset import demo.json
            """,
        subcommands: [
            PresetListCommand.self, PresetShowCommand.self, PresetSaveCommand.self, PresetApplyCommand.self,
            PresetDeleteCommand.self, PresetExportCommand.self, PresetImportCommand.self,
        ]
    )
}

/// Presets, as commands report them.
enum Presets {
    /// Returns the preset with a name.
    ///
    /// - Throws: An error that suggests a similar name if the preset doesn't exist, or an error if it can't be read.
    static func preset(_ name: String, in store: PresetStore) throws -> Preset {
        guard let preset = try store.preset(name) else { throw store.unknown(name) }
        return preset
    }

    /// Returns the number of toggles in a preset, in words.
    static func count(_ preset: Preset) -> String {
        preset.values.count.counted("toggle")
    }
}

extension CompletionKind {
    /// Completes the names of the presets of the current manifest.
    static var presetNames: CompletionKind {
        .custom { _, _, prefix in
            guard let files = try? OverrideOptions.parse([]).load(printsProblems: false).files else { return [] }
            return PresetStore(folder: files.presets).all().presets.map(\.name).filter { $0.hasPrefix(prefix) }
        }
    }
}
