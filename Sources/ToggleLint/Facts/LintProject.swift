package import FeatureToggles
package import ToggleDocuments
package import ToggleManifest

/// The input of all rules.
///
/// It is collected once, by the code that reads the files, and doesn't change.
package struct LintProject: Sendable {
    /// A file and its content.
    package struct File: Sendable {
        /// The path, relative to the root of the project.
        package var path: String
        /// The content.
        package var bytes: [UInt8]

        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The path of a manifest, relative to the root of the project, and its content.
    package typealias ManifestFile = (path: String, manifest: Manifest)

    /// The manifests of the application; a single one in most projects.
    package let manifestFiles: [ManifestFile]
    /// The toggles of all manifests, with the other fields of the first one.
    ///
    /// If several manifests declare a key, it contains the first declaration.
    package var manifest: Manifest
    /// The indices in ``manifestFiles`` by toggle key, without the toggles of the first manifest.
    private let fileIndices: [String: Int]
    /// The `lint:` sections of the manifests.
    package var configuration: LintConfiguration
    /// The date that the run uses as today.
    package var today: CalendarDate
    /// The facts from the sources; `nil` if they were not read.
    package var sources: SourceFacts?
    /// The remote document, if one is given.
    package var document: File? {
        didSet { outline = document.flatMap { DocumentOutline($0.bytes) } }
    }
    /// The outline of the remote document; `nil` if there is none or it can't be read.
    ///
    /// It is created once, because parsing a large document takes a while and most rules use it.
    package private(set) var outline: DocumentOutline?
    /// The local defaults file, if there is one.
    package var localDefaults: File?
    /// Whether git tracks the local defaults file.
    package var tracksLocalDefaults: Bool
    /// The options with which other commands use the same local defaults file.
    package var localDefaultsOptions: [String] = []
    /// The CODEOWNERS file, if there is one.
    package var codeOwners: File?
    /// The history from git; `nil` outside of a repository.
    package var history: ProjectHistory?

    /// Creates the input of the rules.
    ///
    /// - Precondition: There is at least one manifest.
    package init(
        manifestFiles: [ManifestFile],
        configuration: LintConfiguration = LintConfiguration(),
        today: CalendarDate,
        sources: SourceFacts? = nil,
        document: File? = nil,
        localDefaults: File? = nil,
        tracksLocalDefaults: Bool = false,
        codeOwners: File? = nil,
        history: ProjectHistory? = nil
    ) {
        self.manifestFiles = manifestFiles
        (manifest, fileIndices) = Self.merged(manifestFiles)
        self.configuration = configuration
        self.today = today
        self.sources = sources
        self.document = document
        outline = document.flatMap { DocumentOutline($0.bytes) }
        self.localDefaults = localDefaults
        self.tracksLocalDefaults = tracksLocalDefaults
        self.codeOwners = codeOwners
        self.history = history
    }

    /// Returns a manifest with the toggles of all files, and the indices of those that aren't in the first file.
    private static func merged(_ files: [ManifestFile]) -> (Manifest, [String: Int]) {
        var merged = files.first?.manifest ?? Manifest(namespace: "", toggles: [])
        guard files.count > 1 else { return (merged, [:]) }
        var known = Set(merged.toggles.map(\.key))
        var indices: [String: Int] = [:]
        for (index, file) in files.enumerated().dropFirst() {
            if merged.application == nil { merged.application = file.manifest.application }
            for toggle in file.manifest.toggles where known.insert(toggle.key).inserted {
                indices[toggle.key] = index
                merged.toggles.append(toggle)
            }
        }
        return (merged, indices)
    }

    /// The path of the first manifest, relative to the root of the project.
    package var manifestPath: String { manifestFiles.first?.path ?? "toggles.yaml" }

    /// The path of the only manifest, or the number of manifests, for a sentence.
    package var manifestsText: String {
        manifestFiles.count == 1 ? manifestPath : manifestFiles.count.counted("manifest")
    }

    /// The path of the only manifest, or other words for any of them, for a sentence.
    func anyManifestText(_ words: String) -> String { manifestFiles.count == 1 ? manifestPath : words }

    /// Returns the path of the manifest that declares a toggle, relative to the root of the project.
    package func manifestPath(of toggle: ToggleDeclaration) -> String {
        fileIndices[toggle.key].map { manifestFiles[$0].path } ?? manifestPath
    }
}
