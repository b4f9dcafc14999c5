/// Why an edit of a `toggles.yaml` was refused, in which case nothing has changed.
public struct ManifestEditingError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word.
        public let rawValue: String

        /// Creates a code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file has errors already.
        public static let invalidManifest = Code(rawValue: "invalidManifest")
        /// There is no such toggle, or the toggle has no such field.
        public static let notFound = Code(rawValue: "notFound")
        /// There is a toggle with that key already.
        public static let alreadyExists = Code(rawValue: "alreadyExists")
        /// The edit would remove comments.
        public static let wouldLoseComments = Code(rawValue: "wouldLoseComments")
        /// The result would not be a valid manifest.
        public static let invalidResult = Code(rawValue: "invalidResult")
        /// The layout of the file is one that the editor cannot change without changing something else.
        public static let unsupportedLayout = Code(rawValue: "unsupportedLayout")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// A sentence that says what, where, and what to do instead.
    public let message: String
    /// The errors in the file, or in the result of the edit, with the line numbers of that result.
    public let diagnostics: [Diagnostic]

    init(_ code: Code, _ message: String, diagnostics: [Diagnostic] = []) {
        self.code = code
        self.message = message
        self.diagnostics = diagnostics
    }

    /// The sentence.
    public var description: String { message }
}
