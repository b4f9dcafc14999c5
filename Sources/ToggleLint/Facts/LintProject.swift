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

    /// The path of the manifest, relative to the root of the project.
    package var manifestPath: String
    /// The parsed manifest.
    package var manifest: Manifest
    /// The `lint:` section of the manifest.
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
    /// The CODEOWNERS file, if there is one.
    package var codeOwners: File?
    /// The history from git; `nil` outside of a repository.
    package var history: ProjectHistory?

    package init(
        manifestPath: String,
        manifest: Manifest,
        configuration: LintConfiguration = LintConfiguration(),
        today: CalendarDate,
        sources: SourceFacts? = nil,
        document: File? = nil,
        localDefaults: File? = nil,
        tracksLocalDefaults: Bool = false,
        codeOwners: File? = nil,
        history: ProjectHistory? = nil
    ) {
        self.manifestPath = manifestPath
        self.manifest = manifest
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
}
