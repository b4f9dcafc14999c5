import ArgumentParser
import FeatureToggles
import ToggleCompanions
import ToggleDocuments
import ToggleManifest
import ToggleManifestCache

/// Which manifest a command works on.
struct ManifestOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "The manifest. Default: toggles.yaml in this folder or one above it.",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var manifest: String?

    /// The manifest's path and bytes.
    ///
    /// - Throws: ``CommandFailure`` when there is none or it cannot be read.
    func read() throws -> (path: String, bytes: [UInt8]) {
        let path = try path()
        return (path, try Files.read(path))
    }

    /// The manifest's path.
    ///
    /// - Throws: ``CommandFailure`` when there is none.
    func path() throws -> String {
        guard let path = manifest ?? ManifestFile.find()?.path else {
            throw CommandFailure.usage(
                "There is no toggles.yaml in this folder or one above it. `toggles init` writes one."
            )
        }
        return path
    }

    /// The parsed manifest.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read or has errors, which are printed.
    func load() throws -> (path: String, manifest: Manifest) {
        let (path, bytes) = try read()
        return (path, try parse(bytes, path: path))
    }

    /// The toggles of the manifest, for commands that do not need to know where they stand in it.
    ///
    /// A large manifest that was read before, and has the same content, is not parsed again.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read or has errors, which are printed.
    func loadRegistry() throws -> ToggleRegistry {
        let (path, bytes) = try read()
        return try registry(of: bytes, path: path)
    }

    /// The toggles of a manifest with this content.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The manifest.
    ///   - willParse: Called before a manifest is parsed, which takes a while for a large one.
    /// - Returns: The toggles.
    /// - Throws: ``CommandFailure`` when it has errors, which are printed.
    func registry(of bytes: [UInt8], path: String, willParse: () -> Void = {}) throws -> ToggleRegistry {
        switch Self.readRegistry(bytes, path: path, willParse: willParse) {
        case .success(let registry): return registry
        case .failure(let errors): throw failure(errors.diagnostics)
        }
    }

    /// What is wrong with a manifest.
    struct Errors: Error {
        let diagnostics: [Diagnostic]
    }

    /// The toggles of a manifest with this content, or what is wrong with it; nothing is printed.
    static func readRegistry(
        _ bytes: [UInt8],
        path: String,
        willParse: () -> Void = {}
    ) -> Result<ToggleRegistry, Errors> {
        let cache = ManifestCache(environment: Files.environment, tool: ToolVersion.current)
        if let registry = cache.registry(of: bytes, path: path) { return .success(registry) }
        willParse()
        let result = Manifest.parse(bytes, path: path)
        guard let registry = result.manifest?.registry else {
            return .failure(Errors(diagnostics: result.diagnostics))
        }
        cache.keep(registry, of: bytes, path: path)
        return .success(registry)
    }

    private func parse(_ bytes: [UInt8], path: String) throws -> Manifest {
        let result = Manifest.parse(bytes, path: path)
        guard let manifest = result.manifest else { throw failure(result.diagnostics) }
        return manifest
    }

    /// Prints what is wrong with the manifest, and answers what to end with.
    private func failure(_ diagnostics: [Diagnostic]) -> CommandFailure {
        for diagnostic in diagnostics { Console.printError(diagnostic.description) }
        let command = manifest.map { "toggles validate --manifest \($0)" } ?? "toggles validate"
        return .usage("The manifest has errors; `\(command)` shows them with their lines.")
    }
}
