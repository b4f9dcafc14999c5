import ArgumentParser
import FeatureToggles
import ToggleDocuments
import ToggleManifest
import ToggleTool

/// The manifest that a command works on.
struct ManifestOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "The manifest. Default: toggles.yaml in this folder or one above it.",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var manifest: String?

    /// The manifest's file.
    ///
    /// - Throws: ``ToolError`` if there is none.
    func file() throws -> ManifestFile { try ManifestFile.named(manifest) }

    /// The manifest's path and content.
    ///
    /// - Throws: ``ToolError`` if there is none or it can't be read.
    func read() throws -> (path: String, bytes: [UInt8]) {
        let path = try file().path
        return (path, try ToolFiles.read(path))
    }

    /// The parsed manifest.
    ///
    /// - Throws: ``ToolError`` if it can't be read or has errors, which are printed.
    func load() throws -> (path: String, manifest: Manifest) {
        let (path, bytes) = try read()
        let result = Manifest.parse(bytes, path: path)
        guard let parsed = result.manifest else { throw InvalidManifestError(result.diagnostics).printed(manifest) }
        return (path, parsed)
    }

    /// The toggles of the manifest, without their places in it.
    ///
    /// - Parameter willParse: Called with the manifest before it is parsed, which takes a while for a large one.
    /// - Returns: The toggles.
    /// - Throws: ``ToolError`` if it can't be read or has errors, which are printed.
    func loadRegistry(willParse: (ManifestFile) -> Void = { _ in }) throws -> ToggleRegistry {
        do {
            return try file().registry(willParse: willParse)
        } catch let error as InvalidManifestError {
            throw error.printed(manifest)
        }
    }
}

/// A manifest that has errors.
struct InvalidManifestError: Error, CustomStringConvertible {
    private let diagnostics: [Diagnostic]

    init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// The first error, and the number of the others.
    var description: String {
        let errors = diagnostics.filter { $0.severity == .error }
        let first = errors.first?.description ?? "the manifest has errors"
        return errors.count > 1 ? "\(first) (and \((errors.count - 1).counted("more error")))" : first
    }

    /// Prints all diagnostics.
    ///
    /// - Parameter manifest: The path that the user wrote, or `nil`.
    /// - Returns: The error for the command to end with.
    func printed(_ manifest: String?) -> ToolError {
        for diagnostic in diagnostics { ToolOutput.printError(diagnostic.description) }
        let command = manifest.map { "toggles validate --manifest \($0)" } ?? "toggles validate"
        return .usage("The manifest has errors; `\(command)` shows them with their lines.")
    }
}

extension ManifestFile {
    /// The toggles that it declares; a manifest that hasn't changed is not parsed again.
    ///
    /// - Parameter willParse: Called before it is parsed, which takes a while for a large one.
    /// - Returns: The toggles.
    /// - Throws: ``InvalidManifestError``, or ``ToolError`` if it can't be read.
    func registry(willParse: (ManifestFile) -> Void = { _ in }) throws -> ToggleRegistry {
        let cache = ManifestCache(environment: ToolFiles.environment, tool: ToolVersion.current)
        // Computes the digest of a stream, so that a large manifest takes no memory.
        if let content = try? content(),
            let registry = cache.registry(of: content.digest, size: content.size, path: path)
        {
            return registry
        }
        let bytes = try ToolFiles.read(path)
        willParse(self)
        let result = Manifest.parse(bytes, path: path)
        guard let registry = result.manifest?.registry else { throw InvalidManifestError(result.diagnostics) }
        cache.keep(registry, of: bytes, path: path)
        return registry
    }
}
