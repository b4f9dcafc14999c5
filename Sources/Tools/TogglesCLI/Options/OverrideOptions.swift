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
    /// - Parameters:
    ///   - isChanging: Whether the command changes the files. If a running app declares the toggles that the user
    ///     doesn't name, it asks first, because any other app could run.
    ///   - printsProblems: Whether to print why toggles may be missing.
    /// - Returns: The toggles, and the files.
    /// - Throws: ``ToolError`` if the manifest can't be read, the user doesn't confirm, or there is no home folder.
    func load(
        isChanging: Bool = false,
        printsProblems: Bool = true
    ) throws -> (modules: ApplicationModules, files: ConsoleFiles, place: LocalDefaultsPlace) {
        let modules = try manifest.selection(or: localDefaults.runningApps()).loadModules()
        if printsProblems { modules.printProblems() }
        let place = try localDefaults.place(for: modules)
        if let app = modules.app, isChanging, manifest.application == nil, localDefaults.isDefault,
            (ToolFiles.environment[LocalDefaultsFile.environmentVariable] ?? "").isEmpty
        {
            try ToolOutput.confirm(
                "Change the files of \(app.name)?",
                otherwise: """
                    there's no manifest here, and the command doesn't name the app whose files it changes. If it is \
                    \(app.name), add \(place.option(choosing: modules.application)).
                    """
            )
        }
        guard let files = place.files else {
            throw ToolError.usage("There is no home folder. Set HOME, or name the file with --defaults.")
        }
        return (modules, files, place)
    }
}

extension OverrideChange.Edit {
    /// The edit on one line: `page_size: 10 → unset`.
    var line: String {
        "\(key): \(ValueText.short(before)) → \(ValueText.short(after))"
    }
}
