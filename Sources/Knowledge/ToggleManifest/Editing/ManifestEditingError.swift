/// An error that rejects an edit of a `toggles.yaml`, in which case nothing has changed.
public struct ManifestEditingError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file already has errors.
        public static let invalidManifest = Code(rawValue: "invalid_manifest")
        /// The toggle doesn't exist, or it doesn't have the field.
        public static let notFound = Code(rawValue: "not_found")
        /// A toggle with the same key already exists.
        public static let alreadyExists = Code(rawValue: "already_exists")
        /// The edit would remove comments.
        public static let wouldLoseComments = Code(rawValue: "would_lose_comments")
        /// The result would be an invalid manifest.
        public static let invalidResult = Code(rawValue: "invalid_result")
        /// The layout of the file doesn't allow the edit without changing something else.
        public static let unsupportedLayout = Code(rawValue: "unsupported_layout")
    }

    /// The kind of error.
    public let code: Code
    /// A sentence that names the problem, the file, and what to do instead.
    public let message: String
    /// The errors in the file, or in the result of the edit, with the line numbers of that result.
    public let diagnostics: [Diagnostic]

    init(_ code: Code, _ message: String, diagnostics: [Diagnostic] = []) {
        self.code = code
        self.message = message
        self.diagnostics = diagnostics
    }

    /// The message.
    public var description: String { message }
}
