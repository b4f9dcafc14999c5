package import FeatureToggles
package import ToggleDocuments
package import ToggleManifest

/// Everything that rules may look at.
///
/// It is put together once, by whoever reads files, and does not change.
package struct LintProject: Sendable {
    /// A file with its text.
    package struct File: Sendable {
        /// The path, relative to the root of the project.
        package var path: String
        /// The bytes.
        package var bytes: [UInt8]

        /// Creates a file.
        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The path of the manifest, relative to the root of the project.
    package var manifestPath: String
    /// What the manifest says.
    package var manifest: Manifest
    /// What the manifest says to the linter.
    package var configuration: LintConfiguration
    /// The day as of which the project is judged.
    package var today: CalendarDate
    /// What the sources say; `nil` when they were not read.
    package var sources: SourceFacts?
    /// The remote document, when one is given.
    package var document: File? {
        didSet { outline = document.flatMap { DocumentOutline($0.bytes) } }
    }
    /// What the remote document says; `nil` when there is none, or it cannot be read.
    ///
    /// It is read once, since a large document takes a while and most rules look at it.
    package private(set) var outline: DocumentOutline?
    /// The local defaults file, when there is one.
    package var localDefaults: File?
    /// Whether the local defaults file is tracked by git.
    package var tracksLocalDefaults: Bool
    /// The CODEOWNERS file, when there is one.
    package var codeOwners: File?
    /// What happened before; `nil` outside of a repository.
    package var history: ProjectHistory?

    /// Creates a project.
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
