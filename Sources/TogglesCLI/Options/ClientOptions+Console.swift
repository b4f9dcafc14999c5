#if OVERRIDES
import FeatureToggles
import FeatureTogglesRemote
import ToggleCompanions
import ToggleConsole
import ToggleConsoleTool
import ToggleDocuments
import ToggleManifest

extension ClientOptions {
    /// The world of a console that follows the manifest, the local defaults file and the remote document.
    ///
    /// A remote document in a file is followed as it changes; one of a network is asked for at once, but not waited for, and
    /// again when the person wants everything read again.
    ///
    /// - Parameter environment: What to call the environment; `nil` for the application's name.
    /// - Returns: The world, and what keeps it up to date as long as it is referred to.
    /// - Throws: ``CommandFailure`` when the manifest cannot be read or has errors, or the address of the remote document
    ///   has a scheme that no source speaks.
    func makeConsole(environment: String? = nil) throws -> (backend: ConsoleBackend, follower: ManifestFollower) {
        let (path, bytes) = try manifest.read()
        let registry = try registry(of: bytes, path: path)
        let defaults = defaults ?? LocalDefaults.path(for: registry)
        let context = ContextArgument.joined(context)
        let source = try remote.map { address -> any RemoteSource in
            let source = try RemoteSources.source(for: address, context: context)
            return source.isLocal ? source : BackgroundRemoteSource(source: source)
        }
        let makeClient = { @Sendable (registry: ToggleRegistry) -> ToggleClient in
            let client = ToggleClient(
                registries: [registry],
                overrides: OverrideSources(environment: Files.environment, localDefaultsPath: defaults),
                remote: source,
                context: context
            )
            if source?.isLocal == false {
                // What goes wrong is among the client's problems.
                Task { _ = try? await client.fetchAndActivate() }
            }
            return client
        }
        let backend = ConsoleBackend(makeClient(registry), environment: environment)
        let follower = ManifestFollower(
            ManifestFile(path: path),
            content: ContentDigest(bytes),
            backend: backend,
            read: Self.readRegistry
        ) { registry throws(CompanionFailure) in makeClient(registry) }
        return (backend, follower)
    }

    /// Compiles the manifest for the next start.
    ///
    /// - Throws: ``CommandFailure`` when the manifest cannot be read or has errors, which are printed.
    func compileManifest() throws {
        let (path, bytes) = try manifest.read()
        _ = try registry(of: bytes, path: path)
    }

    /// The toggles of the manifest, with a line that says so while a large one is read.
    private func registry(of bytes: [UInt8], path: String) throws -> ToggleRegistry {
        var isSlow = false
        let registry = try manifest.registry(of: bytes, path: path) {
            // Half a second for ten thousand toggles, the first time.
            isSlow = bytes.count > 200_000 && Console.isTerminal
            if isSlow { Console.write("Reading \(path.printableLine) …") }
        }
        if isSlow { Console.write("\r\u{1B}[K") }
        return registry
    }

    /// What a manifest declares now.
    private static func readRegistry(_ manifest: ManifestFile) -> Result<ToggleRegistry, CompanionFailure> {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(path: manifest.path, limit: Manifest.maximumSize)
        } catch {
            return .failure(CompanionFailure("\(error)"))
        }
        return ManifestOptions.readRegistry(bytes, path: manifest.path).mapError { errors in
            let errors = errors.diagnostics.filter { $0.severity == .error }.map(\.description)
            return CompanionFailure(errors: errors) ?? CompanionFailure("\(manifest.path) has errors")
        }
    }
}
#endif
