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

    /// The place and message of each error.
    var lines: [String] { diagnostics.map(\.description) }

    /// The first error, and the number of the others.
    var description: String {
        let errors = diagnostics.filter { $0.severity == .error }
        let first = errors.first?.description ?? "the manifest has errors"
        return errors.count > 1 ? "\(first) (and \((errors.count - 1).counted("more error")))" : first
    }

    /// Prints all diagnostics.
    ///
    /// - Parameter alternative: How the command works without the manifest, if it does, as a sentence.
    /// - Returns: The error for the command to end with.
    func printed(alternative: String? = nil) -> ToolError {
        for line in lines { ToolOutput.printError(lines: line) }
        let command = "toggles validate\(path == ManifestFile.name ? "" : " --manifest \(path.quotedForShell)")"
        return .usage(
            "The manifest has errors; correct them, and check it with `\(command)`.\(alternative.map { " \($0)" } ?? "")"
        )
    }
}

/// What a command uses of a manifest that has errors.
enum ManifestUsage: Sendable {
    /// Nothing: the command rejects the manifest.
    case withoutErrors
    /// The entries without errors, for commands about values, if the application, whose files they change, is certain.
    case forValues
    /// The entries without errors, for commands that operate remote documents.
    case inEmergencies
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
    /// The errors in entries that were left out; `nil` if every entry was read.
    var errors: InvalidManifestError?
}

extension ManifestFile {
    /// Reads the toggles that it declares.
    ///
    /// - Parameter usage: What is used of a manifest that has errors.
    /// - Returns: The toggles.
    /// - Throws: ``InvalidManifestError``, or ``ToolError`` if it can't be read.
    func declarations(using usage: ManifestUsage = .withoutErrors) throws -> ManifestDeclarations {
        let bytes = try ToolFiles.readProjectFile(path)
        let result = Manifest.parse(bytes, path: path)
        let errors = result.diagnostics.isEmpty ? nil : InvalidManifestError(path, result.diagnostics)
        let used =
            switch usage {
            case .withoutErrors: result.manifest
            case .forValues: result.usableForApplication
            case .inEmergencies: result.usable
            }
        guard let manifest = used else {
            throw errors ?? InvalidManifestError(path, [])
        }
        return ManifestDeclarations(
            file: self,
            registry: manifest.registry,
            content: ContentDigest(bytes),
            namesDocument: manifest.document != nil,
            environments: manifest.environments,
            utcOffset: manifest.utcOffset,
            errors: errors
        )
    }
}
