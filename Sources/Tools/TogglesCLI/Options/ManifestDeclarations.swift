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
        for diagnostic in diagnostics { ToolOutput.printError(lines: diagnostic.description) }
        let command = "toggles validate\(path == ManifestFile.name ? "" : " --manifest \(path.quotedForShell)")"
        return .usage("The manifest has errors; correct them, and check it with `\(command)`.")
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
    /// Whether the manifest names a remote document.
    var namesDocument = false
    /// The targets to which documents are published.
    var environments: [ManifestEnvironment] = []
    /// The offset from UTC of creation times of update policies; `nil` if the manifest doesn't state a time zone.
    var utcOffset: Duration?
}

extension ManifestFile {
    /// Reads the toggles that it declares.
    ///
    /// - Returns: The toggles.
    /// - Throws: ``InvalidManifestError``, or ``ToolError`` if it can't be read.
    func declarations() throws -> ManifestDeclarations {
        let bytes = try ToolFiles.readProjectFile(path)
        let result = Manifest.parse(bytes, path: path)
        guard let manifest = result.manifest else { throw InvalidManifestError(path, result.diagnostics) }
        return ManifestDeclarations(
            file: self,
            registry: manifest.registry,
            content: ContentDigest(bytes),
            namesDocument: manifest.document != nil,
            environments: manifest.environments,
            utcOffset: manifest.utcOffset
        )
    }
}
