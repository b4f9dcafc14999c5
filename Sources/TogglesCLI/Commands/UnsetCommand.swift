import ArgumentParser
import FeatureToggles
import ToggleManifest
import ToggleTool

/// The command `toggles unset`.
struct UnsetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Removes overrides from the local defaults file.",
        discussion: """
            You can also remove overrides of toggles that are no longer in the manifest.

            EXAMPLES
              toggles unset new_checkout search_ranking
              toggles unset --all
            """
    )

    @OptionGroup var options: ClientOptions

    @OptionGroup var toggles: KeysOrAll

    func run() throws {
        let keys = toggles.keys
        let (registry, path) = try options.load()
        let overridden = Set(try LocalDefaults.overrides(path).keys)
        if toggles.all {
            try LocalDefaults.apply([.unsetAll], to: path, title: "reset all toggles")
            for key in overridden.sorted() { ToolOutput.print("\(key) is no longer overridden") }
            if overridden.isEmpty { ToolOutput.print("Nothing was overridden.") }
            return
        }
        var known = TogglesByKey(registry)
        for key in keys where !overridden.contains(key) { _ = try known.toggle(key) }
        try LocalDefaults.apply(
            keys.map { LocalDefaults.Edit.unset($0) },
            to: path,
            title: keys.count == 1 ? "reset \(keys[0])" : "reset \(keys.count.counted("toggle"))"
        )
        for key in keys {
            ToolOutput.print(overridden.contains(key) ? "\(key) is no longer overridden" : "\(key) was not overridden")
        }
    }
}
