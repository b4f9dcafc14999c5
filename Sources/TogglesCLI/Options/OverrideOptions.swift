import ArgumentParser
import FeatureToggles
import ToggleConsole
import ToggleTool

/// The application whose overrides, presets, and pins a command uses.
struct OverrideOptions: ParsableArguments {
    @OptionGroup var manifest: ManifestOptions

    @Option(
        help: "The local defaults file. Default: TOGGLES_DEFAULTS or the application's own.",
        completion: .file(extensions: ["json"])
    )
    var defaults: String?

    /// Loads the toggles, and returns them with the files of their application.
    ///
    /// - Throws: ``ToolError`` if the manifest can't be read, or this build has no overrides.
    func load() throws -> (modules: ApplicationModules, files: ConsoleFiles) {
        let modules = try manifest.selection.loadModules()
        modules.printProblems()
        guard let path = LocalDefaults.path(for: modules) else { throw LocalDefaults.unavailable }
        return (modules, ConsoleFiles(defaultsPath: defaults ?? path))
    }
}

extension OverrideChange.Edit {
    /// The edit on one line: `page_size: 10 → not overridden`.
    var line: String {
        func text(_ value: JSONValue?) -> String { value?.tableText ?? "not overridden" }
        return "\(key): \(text(before)) → \(text(after))"
    }
}
