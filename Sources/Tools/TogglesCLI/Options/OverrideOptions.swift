import ArgumentParser
import FeatureToggles
import FeatureTogglesOverrides
import ToggleTool

/// The application whose overrides, presets, and pins a command uses.
struct OverrideOptions: ParsableArguments {
    @OptionGroup var manifest: ManifestOptions

    @OptionGroup var localDefaults: LocalDefaultsOptions

    /// Loads the toggles, and returns them with the files of their application and the place of its local defaults file.
    ///
    /// - Parameter printsProblems: Whether to print why toggles may be missing.
    /// - Returns: The toggles, and the files.
    /// - Throws: ``ToolError`` if the manifest can't be read, or there is no home folder.
    func load(
        printsProblems: Bool = true
    ) throws -> (modules: ApplicationModules, files: ConsoleFiles, place: LocalDefaultsPlace) {
        let modules = try manifest.selection(or: localDefaults.runningApps()).loadModules()
        if printsProblems { modules.printProblems() }
        let place = try localDefaults.place(for: modules)
        guard let files = place.files else {
            throw ToolError.usage("There is no home folder. Set HOME, or name the file with --defaults.")
        }
        return (modules, files, place)
    }
}

extension OverrideChange.Edit {
    /// The edit on one line: `page_size: 10 → not overridden`.
    var line: String {
        func text(_ value: JSONValue?) -> String { value?.tableText ?? "not overridden" }
        return "\(key): \(text(before)) → \(text(after))"
    }
}
