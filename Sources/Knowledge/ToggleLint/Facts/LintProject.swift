package import ToggleBase
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
        /// The path from the folder that the file is about to the root of the project, with a slash at its end; empty if
        /// they are the same.
        package var prefix: String

        package init(path: String, bytes: [UInt8], prefix: String = "") {
            self.path = path
            self.bytes = bytes
            self.prefix = prefix
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
    /// The declarations whose keys an earlier manifest declares, too.
    package let repeatedToggles: [ToggleDeclaration]
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
    /// The path of the local defaults file on this machine, whether it exists or not; `nil` for one on a device.
    package var localDefaultsPath: String?
    /// Whether git tracks the local defaults file.
    package var tracksLocalDefaults: Bool
    /// The options with which other commands use the same local defaults file.
    package var localDefaultsOptions: [String] = []
    /// The CODEOWNERS file, if there is one.
    package var codeOwners: File?
    /// The toggles of released versions; `nil` unless it is known which versions users may run.
    package var releases: ReleasedToggles?
    /// What running apps report; `nil` if no counts are given.
    package var usage: FieldUsage?
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
        self.manifestFiles = Self.withPaths(manifestFiles)
        (manifest, repeatedToggles) = Self.merged(self.manifestFiles)
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

    /// Returns several manifests with the path of each toggle.
    private static func withPaths(_ files: [ManifestFile]) -> [ManifestFile] {
        guard files.count > 1 else { return files }
        return files.map { path, manifest in
            var manifest = manifest
            for index in manifest.toggles.indices { manifest.toggles[index].path = path }
            return (path, manifest)
        }
    }

    /// Returns a manifest with the toggles of all files, and the repeated declarations of their keys.
    private static func merged(_ files: [ManifestFile]) -> (Manifest, [ToggleDeclaration]) {
        var merged = files.first?.manifest ?? Manifest(namespace: "", toggles: [])
        guard files.count > 1 else { return (merged, []) }
        var known = Set(merged.toggles.map(\.key))
        var repeated: [ToggleDeclaration] = []
        for file in files.dropFirst() {
            if merged.application == nil { merged.application = file.manifest.application }
            for toggle in file.manifest.toggles {
                if known.insert(toggle.key).inserted {
                    merged.toggles.append(toggle)
                } else {
                    repeated.append(toggle)
                }
            }
        }
        return (merged, repeated)
    }

    /// The toggles of all manifests, with every declaration of a key.
    package var declarations: [ToggleDeclaration] { manifest.toggles + repeatedToggles }

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
        toggle.path ?? manifestPath
    }
}
