import ArgumentParser
import FeatureToggles
import FeatureTogglesRemote
import ToggleBase
import ToggleTool

/// The sources from which a command reads values.
struct ClientOptions: ParsableArguments {
    @OptionGroup var manifest: ManifestOptions

    @OptionGroup var localDefaults: LocalDefaultsOptions

    @Option(
        help: "The remote document: a file, or a URL (file:, https:, ofrep+https:).",
        completion: .file(extensions: ["json"])
    )
    var remote: String?

    @OptionGroup var context: ContextOptions

    /// Returns the manifests, or the running app whose toggles are used if the project has none.
    ///
    /// - Parameter apps: Which running app the user chooses.
    /// - Returns: What to load.
    func selection(_ apps: AppChoice = AppChoice()) -> ManifestSelection {
        manifest.selection(or: localDefaults.runningApps(apps.app))
    }

    /// Loads the toggles, and returns them with the place of their local defaults file.
    ///
    /// If toggles may be missing, a warning says so.
    ///
    /// - Parameter apps: Which running app the user chooses.
    /// - Returns: The toggles, and the place.
    /// - Throws: ``ToolError`` if a manifest can't be read, or the place isn't found.
    func load(_ apps: AppChoice = AppChoice()) throws -> (modules: ApplicationModules, place: LocalDefaultsPlace) {
        let modules = try selection(apps).loadModules()
        modules.printProblems()
        return (modules, try localDefaults.place(for: modules))
    }

    /// Returns the options with the names that follow `--simulator` or `--device`: of a device, of an app, or of both.
    ///
    /// - Throws: ``ValidationError`` if there are too many.
    func naming(_ names: [String]) throws -> ClientOptions {
        var options = self
        options.localDefaults = try localDefaults.naming(names)
        return options
    }

    /// Creates a client that evaluates toggles as the app does.
    ///
    /// - Parameters:
    ///   - modules: The modules whose toggles the client serves.
    ///   - place: The place of the local defaults file.
    ///   - document: The remote document.
    ///   - hasRemote: Whether the app has a remote source, or may have one.
    /// - Returns: The client.
    func makeClient(
        for modules: ApplicationModules,
        in place: LocalDefaultsPlace,
        document: FixedRemoteSource?,
        hasRemote: Bool
    ) -> ToggleClient {
        let client = ToggleClient(
            registries: modules.registries,
            overrides: place.overrides,
            remote: document.map { .forTool($0) },
            context: context.given ?? EvaluationContext()
        )
        if document == nil, hasRemote { client.omitRemote() }
        return client
    }

    /// Reads the remote document that the user names, or else another one.
    ///
    /// - Throws: ``ToolError`` if it can't be read.
    func document(or other: (any RemoteSource)?) throws -> FixedRemoteSource? {
        let context = context.given ?? EvaluationContext()
        let source = try remote.map { try RemoteSources.source(for: $0, context: context) } ?? other
        return try source.map { try FixedRemoteSource($0) }
    }
}
