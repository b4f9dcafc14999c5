#if OVERRIDES
import FeatureToggles
import FeatureTogglesRemote
import ToggleConsole
import ToggleDocuments
import ToggleTool

extension ClientOptions {
    /// Creates the backend of a console that follows the manifests, the local defaults file, and the remote document.
    ///
    /// Changes of a remote document in a file are followed. A document from a network is fetched in the background, and
    /// again when the user reloads everything.
    ///
    /// - Parameter environment: The name of the environment, or `nil` for the application's name.
    /// - Returns: The backend, and the follower, which updates the backend as long as it is referenced.
    /// - Throws: ``ToolError`` if a manifest can't be read or has errors, or no source supports the remote address.
    func makeConsole(environment: String? = nil) throws -> (backend: ConsoleBackend, follower: ManifestFollower) {
        let modules = try loadModules()
        let defaults = localDefaultsPath(for: modules)
        let context = context.joined
        let source = try remote.map { address -> any RemoteSource in
            let source = try RemoteSources.source(for: address, context: context)
            return source.isLocal ? source : BackgroundRemoteSource(source: source)
        }
        let makeClient = { @Sendable (modules: ApplicationModules) -> ToggleClient in
            let client = ToggleClient(
                registries: modules.registries,
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
        let backend = ConsoleBackend(
            makeClient(modules),
            environment: environment ?? modules.application,
            modules: modules.namesByToggle()
        )
        for problem in modules.problems { backend.notify(problem) }
        let selection = manifest.selection
        let follower = ManifestFollower(modules.paths, content: modules.digests, backend: backend) {
            let modules = try selection.modules()
            return ManifestFollower.Reading(
                paths: modules.paths,
                client: makeClient(modules),
                modules: modules.namesByToggle()
            )
        }
        return (backend, follower)
    }

    /// Loads the modules, and shows a line while a large manifest is read.
    private func loadModules() throws -> ApplicationModules {
        var isSlow = false
        let modules = try manifest.selection.loadModules { file in
            // Parsing thousands of toggles takes a noticeable time; later runs use the cache.
            isSlow = ToolOutput.isTerminal && (try? file.content().size).map { $0 > 200_000 } ?? false
            if isSlow { ToolOutput.write("Reading \(file.path.printableLine) …") }
        }
        if isSlow { ToolOutput.write("\r\u{1B}[K") }
        return modules
    }
}
#endif
