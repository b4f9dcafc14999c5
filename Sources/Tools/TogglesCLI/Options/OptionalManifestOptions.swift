import ArgumentParser
import FeatureToggles
import ToggleTool

/// The manifests with which a document is compared, if there are any.
struct OptionalManifestOptions: ParsableArguments {
    @OptionGroup var manifests: ManifestOptions

    @Flag(help: "Ignore the manifests.")
    var alone = false

    /// Returns the toggles, if there is a manifest.
    ///
    /// If toggles may be missing, a warning says so.
    ///
    /// - Throws: ``ToolError`` if a manifest can't be read, or there are several applications.
    func registry() throws -> ToggleRegistry? { try modules()?.registry }

    /// Returns the modules, if there is a manifest, with the same warning and errors as ``registry()``.
    func modules() throws -> ApplicationModules? {
        if alone || manifests.selection.isDefault && ManifestSearch().files.isEmpty { return nil }
        do {
            let modules = try manifests.selection.modules()
            modules.printProblems()
            return modules
        } catch let error as InvalidManifestError {
            throw error.printed(alternative: "With --alone, the command ignores it.")
        }
    }
}
