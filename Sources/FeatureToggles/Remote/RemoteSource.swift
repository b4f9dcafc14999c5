/// Brings the remote document: a flagd definition as JSON text.
///
/// A source only carries bytes. Parsing, checking, activating and explaining are the client's, the same for every
/// source. ``FileRemoteSource`` and ``InMemoryRemoteSource`` are examples; the testing product has a conformance suite
/// for new ones.
public protocol RemoteSource: Sendable {
    /// Where the document comes from, for people: a path, a URL without credentials.
    var name: String { get }

    /// The document that is at hand without waiting, if there is one.
    ///
    /// The client puts it in force when it is created.
    ///
    /// - Returns: The document, or `nil` for a source that must be asked with ``fetch(since:)``.
    /// - Throws: ``RemoteSourceError`` when there should be one at hand and it cannot be had. The client lists it in its
    ///   problems.
    func availableDocument() throws(RemoteSourceError) -> RemoteDocument?

    /// Brings the current document.
    ///
    /// - Parameter revision: The revision of the document that the client has, if it has one.
    /// - Returns: The document, or `nil` when it still is the one of that revision.
    /// - Throws: ``RemoteSourceError``. The client goes on with the document it has.
    func fetch(since revision: String?) async throws(RemoteSourceError) -> RemoteDocument?

    /// One element whenever there may be something new. Finished when the source never says so by itself.
    func changes() -> AsyncStream<Void>
}

extension RemoteSource {
    /// None.
    public func availableDocument() throws(RemoteSourceError) -> RemoteDocument? { nil }

    /// Finished: such a source is asked, it does not speak.
    public func changes() -> AsyncStream<Void> {
        AsyncStream { $0.finish() }
    }
}

/// A remote document as it came.
public struct RemoteDocument: Sendable, Hashable {
    /// The JSON text in UTF-8.
    public let text: [UInt8]
    /// What identifies this state of the document at its source, such as an ETag; compared, never interpreted.
    public let revision: String?

    /// Creates a document.
    public init(text: [UInt8], revision: String? = nil) {
        self.text = text
        self.revision = revision
    }
}

/// Why a source could not bring the document.
public struct RemoteSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word.
        public let rawValue: String

        /// Creates a code from its word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nobody answered; asking again later may help.
        public static let unreachable = Code(rawValue: "unreachable")
        /// There is no such document.
        public static let notFound = Code(rawValue: "notFound")
        /// The document is larger than ``FlagDocument/Limits``.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// Asking was given up, because its task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// A sentence that says what and where.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence.
    public var description: String { message }
}
