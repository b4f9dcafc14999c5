import FeatureToggles
import ToggleDocuments
import ToggleManifest
import ToggleTool

/// A manifest that has errors.
struct InvalidManifestError: Error, CustomStringConvertible {
    private let path: String
    private let diagnostics: [Diagnostic]

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - path: The path of the manifest.
    ///   - diagnostics: What its parser reported.
    init(_ path: String, _ diagnostics: [Diagnostic]) {
        self.path = path
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
    /// - Returns: The error for the command to end with.
    func printed() -> ToolError {
        for diagnostic in diagnostics { ToolOutput.printError(diagnostic.description) }
        let command = "toggles validate\(path == ManifestFile.name ? "" : " --manifest \(path.quotedForShell)")"
        return .usage("The manifest has errors; `\(command)` shows them with their lines.")
    }
}

/// The toggles that a manifest declares.
struct ManifestDeclarations: Sendable {
    /// The manifest.
    let file: ManifestFile
    /// The toggles.
    let registry: ToggleRegistry
    /// The digest of the content that declares them.
    let content: ContentDigest
}

extension ManifestFile {
    /// The toggles that it declares; a manifest that hasn't changed is not parsed again.
    ///
    /// - Parameter willParse: Called before it is parsed, which takes a while for a large one.
    /// - Returns: The toggles.
    /// - Throws: ``InvalidManifestError``, or ``ToolError`` if it can't be read.
    func declarations(willParse: (ManifestFile) -> Void = { _ in }) throws -> ManifestDeclarations {
        let cache = ManifestCache(environment: ToolFiles.environment, tool: ToolVersion.current)
        if let cached = declarations(in: cache) { return cached }
        let bytes = try ToolFiles.read(path)
        willParse(self)
        let result = Manifest.parse(bytes, path: path)
        guard let registry = result.manifest?.registry else { throw InvalidManifestError(path, result.diagnostics) }
        cache.keep(registry, of: bytes, path: path)
        return ManifestDeclarations(file: self, registry: registry, content: ContentDigest(bytes))
    }

    /// Returns the toggles that it declares if they are cached.
    private func declarations(in cache: ManifestCache) -> ManifestDeclarations? {
        // Computes the digest of a stream, so that a large manifest takes no memory.
        guard let content = try? content(),
            let registry = cache.registry(of: content.digest, size: content.size, path: path, realPath: realPath)
        else { return nil }
        return ManifestDeclarations(file: self, registry: registry, content: content.digest)
    }

    /// Returns the cached toggles of many manifests, which two threads read.
    ///
    /// - Parameter files: The manifests.
    /// - Returns: The toggles of each manifest, or `nil` if they must be read with ``declarations(willParse:)``.
    static func cachedDeclarations(of files: [ManifestFile]) -> [ManifestDeclarations?] {
        let cache = ManifestCache(environment: ToolFiles.environment, tool: ToolVersion.current)
        return files.mappedByTwoThreads { $0.declarations(in: cache) }
    }
}
