import ArgumentParser
import FeatureToggles
import FeatureTogglesRemote
import ToggleManifest
import ToggleTool

/// The sources from which a command reads values.
struct ClientOptions: ParsableArguments {
    @OptionGroup var manifest: ManifestOptions

    @Option(
        help: "The local defaults file. Default: TOGGLES_DEFAULTS or the application's own.",
        completion: .file(extensions: ["json"])
    )
    var defaults: String?

    @Option(
        help: "The remote document: a file, or a URL (file:, https:, ofrep+https:).",
        completion: .file(extensions: ["json"])
    )
    var remote: String?

    @Option(
        parsing: .singleValue,
        help: """
            Attributes of the context, as NAME=VALUE or a JSON object; targetingKey identifies the user. May be \
            repeated.
            """,
        transform: EvaluationContext.init(argument:)
    )
    var context: [EvaluationContext] = []

    /// Loads the toggles, and returns them with the path of their local defaults file.
    func load() throws -> (registry: ToggleRegistry, localDefaultsPath: String?) {
        let registry = try manifest.loadRegistry()
        return (registry, defaults ?? LocalDefaults.path(for: registry))
    }

    /// The given options that select files, as arguments for another command.
    var words: [String] {
        (manifest.manifest.map { ["--manifest", $0] } ?? []) + (defaults.map { ["--defaults", $0] } ?? [])
    }

    /// Creates a client that evaluates toggles as the app does.
    ///
    /// - Throws: ``ToolError`` if the manifest or the given remote document can't be read.
    func makeClient() throws -> ToggleClient {
        let (registry, path) = try load()
        let context = context.joined
        let source = try remote.map { try RemoteSources.source(for: $0, context: context) }
        var overrides = OverrideSources(environment: ToolFiles.environment, localDefaultsPath: path)
        overrides.followsLocalDefaults = false
        return ToggleClient(
            registries: [registry],
            overrides: overrides,
            remote: try source.map { .forTool(try FixedRemoteSource($0)) },
            context: context
        )
    }
}

extension ToolError {
    /// Returns the error for an unknown toggle.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    static func unknownToggle(_ key: String, among keys: [String]) -> ToolError {
        let hint =
            Suggestion.closest(to: key, in: keys).map { "Did you mean ‘\($0)’?" }
            ?? "`toggles list` shows all of them."
        return .usage("There is no toggle ‘\(key)’. \(hint)")
    }
}
