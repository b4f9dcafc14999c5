import FeatureToggles
import ToggleBase
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

extension ManifestDeclarations {
    /// Describes what a compiled manifest declares.
    init(_ file: ManifestFile, _ manifest: CompiledManifest) {
        self.init(file: file, registry: manifest.registry, content: manifest.content)
    }
}

extension ManifestFile {
    /// The toggles that it declares; a manifest that hasn't changed is not parsed again.
    ///
    /// - Parameter willParse: Called before it is parsed, which takes a while for a large one.
    /// - Returns: The toggles.
    /// - Throws: ``InvalidManifestError``, or ``ToolError`` if it can't be read.
    func declarations(willParse: (ManifestFile) -> Void = { _ in }) throws -> ManifestDeclarations {
        var cached = CachedManifests(self, in: .ofUser)
        defer { cached.keep() }
        return try cached.declarations(at: 0, willParse: willParse)
    }
}

extension CachedManifests {
    /// Returns the toggles of a manifest, which is parsed if it has changed.
    ///
    /// - Parameters:
    ///   - index: The index of the manifest.
    ///   - willParse: Called before it is parsed.
    /// - Returns: The toggles.
    /// - Throws: ``InvalidManifestError``, or ``ToolError`` if it can't be read.
    mutating func declarations(at index: Int, willParse: (ManifestFile) -> Void) throws -> ManifestDeclarations {
        let file = files[index]
        guard contains(index) else { return try file.declarations(willParse: willParse) }
        if let manifest = self[index] { return ManifestDeclarations(file, manifest) }
        let bytes = try ToolFiles.read(file.path)
        willParse(file)
        let result = Manifest.parse(bytes, path: file.path)
        guard let registry = result.manifest?.registry else {
            throw InvalidManifestError(file.path, result.diagnostics)
        }
        return ManifestDeclarations(file, add(registry, of: bytes, at: index))
    }
}

extension ManifestCache {
    /// The user's cache for this version of the tool.
    static var ofUser: ManifestCache { ManifestCache(environment: ToolFiles.environment, tool: ToolVersion.current) }
}
