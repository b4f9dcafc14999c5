import FeatureToggles
import FeatureTogglesHTTP

/// What identifies values that were decided for one context: the server's ETag, and for whom.
///
/// Some servers' ETags cover the rules and not the context, and would say “nothing changed” to somebody else.
struct OFREPRevision: Equatable {
    /// A hash over the context that was sent.
    private let context: String
    private let revision: DocumentRevision

    /// Reads a revision that was given out before.
    init?(_ text: String?) {
        guard let text, let space = text.firstIndex(of: " "),
            let revision = DocumentRevision(String(text[text.index(after: space)...]))
        else { return nil }
        context = String(text[..<space])
        self.revision = revision
    }

    /// The revision of an answer.
    init(_ answer: HTTPAnswer, text: [UInt8], context: [UInt8]) {
        self.context = Self.hash(context)
        revision = DocumentRevision(answer, text: text, now: nil)
    }

    /// As it is given out.
    var text: String { "\(context) \(revision.text)" }

    /// The ETag, if it is one.
    var etag: String? { if case .etag(let tag) = revision { tag } else { nil } }

    /// Whether the values were decided for that context.
    func isFor(_ context: [UInt8]) -> Bool { self.context == Self.hash(context) }

    private static func hash(_ context: [UInt8]) -> String { String(ContentHash.of(context), radix: 16) }
}
