import ArgumentParser
import FeatureToggles
import ToggleBase
import ToggleTool

/// The command `toggles unset`.
struct UnsetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Removes overrides from the local defaults file.",
        discussion: """
            You can also remove overrides of toggles that no manifest declares anymore, by
            naming them. With --all, such overrides stay, because they can belong to
            modules of the application that are not in this project.

            EXAMPLES
              toggles unset new_checkout search_ranking
              toggles unset --all
            """
    )

    @OptionGroup var options: OverrideOptions

    @OptionGroup var toggles: KeysOrAll

    func run() throws {
        let (modules, files, place) = try options.load(isChanging: true)
        let overridden = Set(try LocalDefaults.overrides(place.path).keys)
        var known = TogglesByKey(modules)
        let keys =
            try toggles.all
            ? overridden.filter(known.contains).sorted()
            : toggles.keys.map { overridden.contains($0) ? $0 : try known.toggle($0).key }
        let names = toggles.all ? "all toggles" : keys.count == 1 ? keys[0] : keys.count.counted("toggle")
        try LocalDefaults.apply(keys.map { ($0, nil) }, to: files, title: "unset \(names)")
        for key in keys {
            ToolOutput.print(overridden.contains(key) ? "\(key): unset" : "\(key): already unset")
        }
        if keys.isEmpty { ToolOutput.print("All toggles are already unset.") }
        if keys.contains(where: overridden.contains) { place.printNoteOfMissingLock() }
        modules.warnOfConflicts(of: keys)
        LocalDefaults.warnOfStrongerOverrides(keys, modules, place)
        let left = overridden.subtracting(keys).sorted()
        guard toggles.all, !left.isEmpty else { return }
        let reason =
            switch modules.manifestWithErrors {
            case let broken?: "they may be declared in \(broken.path), which has errors"
            case nil where modules.app != nil: "the app doesn't have them"
            case nil where options.manifest.selection.paths.isEmpty: "no manifest declares them"
            case nil: "the given manifests don't declare them"
            }
        ToolOutput.print(
            """
            Left in the file, since \(reason): \(left.joined(separator: ", ")). To remove them, name them: \
            toggles unset \(left.map(\.quotedForShell).joined(separator: " "))
            """
        )
    }
}
