#if OVERRIDES
import FeatureToggles
import FeatureTogglesRemote
import ToggleConsole
import ToggleDocuments
import ToggleTool

extension ClientOptions {
    /// Creates the backend of a console that follows the manifest, the local defaults file, and the remote document.
    ///
    /// Changes of a remote document in a file are followed. A document from a network is fetched in the background, and
    /// again when the user reloads everything.
    ///
    /// - Parameter environment: The name of the environment, or `nil` for the application's name.
    /// - Returns: The backend, and the follower, which updates the backend as long as it is referenced.
    /// - Throws: ``ToolError`` if the manifest can't be read or has errors, or no source supports the remote address.
    func makeConsole(environment: String? = nil) throws -> (backend: ConsoleBackend, follower: ManifestFollower) {
        let file = try manifest.file()
        let content = try? file.content().digest
        let registry = try loadRegistry()
        let defaults = defaults ?? LocalDefaults.path(for: registry)
        let context = context.joined
        let source = try remote.map { address -> any RemoteSource in
            let source = try RemoteSources.source(for: address, context: context)
            return source.isLocal ? source : BackgroundRemoteSource(source: source)
        }
        let makeClient = { @Sendable (registry: ToggleRegistry) -> ToggleClient in
            let client = ToggleClient(
                registries: [registry],
                overrides: OverrideSources(environment: ToolFiles.environment, localDefaultsPath: defaults),
                remote: source.map { .forTool($0) },
                context: context
            )
            if source?.isLocal == false {
                // The client's problems include the errors.
                Task { _ = try? await client.fetchAndActivate() }
            }
            return client
        }
        let backend = ConsoleBackend(makeClient(registry), environment: environment)
        let follower = ManifestFollower(file.path, content: content, backend: backend) {
            makeClient(try file.registry())
        }
        return (backend, follower)
    }

    /// Loads the toggles of the manifest, and shows a line while a large one is read.
    private func loadRegistry() throws -> ToggleRegistry {
        var isSlow = false
        let registry = try manifest.loadRegistry { file in
            // Parsing thousands of toggles takes a noticeable time; later runs use the cache.
            isSlow = ToolOutput.isTerminal && (try? file.content().size).map { $0 > 200_000 } ?? false
            if isSlow { ToolOutput.write("Reading \(file.path.printableLine) …") }
        }
        if isSlow { ToolOutput.write("\r\u{1B}[K") }
        return registry
    }
}
#endif
