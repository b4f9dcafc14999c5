import ToggleBase

/// Identifies values that were evaluated for one context: the server's ETag, and hashes of the context and the values.
///
/// The ETags of some servers cover the rules and not the context, so they would confirm the values of another user. A
/// server may also send other values with the same ETag.
struct OFREPRevision: Equatable {
    /// A hash of the context that was sent.
    private let context: String
    /// A hash of the values.
    private let values: String
    /// The server's ETag, or the values' hash without one.
    let revision: DocumentRevision

    /// Parses a revision created from an earlier response.
    init?(_ text: String?) {
        guard let text, let space = text.firstIndex(of: " "),
            let revision = DocumentRevision(String(text[text.index(after: space)...]))
        else { return nil }
        let hashes = text[..<space].split(separator: "-")
        guard hashes.count == 2 else { return nil }
        (context, values, self.revision) = (String(hashes[0]), String(hashes[1]), revision)
    }

    /// Creates the revision of a response.
    init(_ answer: HTTPAnswer, text: [UInt8], context: [UInt8]) {
        self.context = Self.hash(context)
        values = Self.hash(text)
        revision = DocumentRevision(answer, text: text, usesDate: false)
    }

    /// The revision as text.
    var text: String { "\(context)-\(values) \(revision.text)" }

    /// Whether the values were evaluated for the given context.
    func isFor(_ context: [UInt8]) -> Bool { self.context == Self.hash(context) }

    private static func hash(_ bytes: [UInt8]) -> String { String(ContentHash.of(bytes), radix: 16) }
}
