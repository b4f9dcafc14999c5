import ToggleBase

/// Identifies values that were evaluated for one context: the server's ETag, and a hash of the context.
///
/// The ETags of some servers cover the rules and not the context, so they would confirm the values of another user.
struct OFREPRevision: Equatable {
    /// A hash of the context that was sent.
    private let context: String
    private let revision: DocumentRevision

    /// Parses a revision created from an earlier response.
    init?(_ text: String?) {
        guard let text, let space = text.firstIndex(of: " "),
            let revision = DocumentRevision(String(text[text.index(after: space)...]))
        else { return nil }
        context = String(text[..<space])
        self.revision = revision
    }

    /// Creates the revision of a response.
    init(_ answer: HTTPAnswer, text: [UInt8], context: [UInt8]) {
        self.context = Self.hash(context)
        revision = DocumentRevision(answer, text: text, usesDate: false)
    }

    /// The revision as text.
    var text: String { "\(context) \(revision.text)" }

    /// The ETag, if the revision is one.
    var etag: String? { if case .etag(let tag) = revision { tag } else { nil } }

    /// Whether the values were evaluated for the given context.
    func isFor(_ context: [UInt8]) -> Bool { self.context == Self.hash(context) }

    private static func hash(_ context: [UInt8]) -> String { String(ContentHash.of(context), radix: 16) }
}
