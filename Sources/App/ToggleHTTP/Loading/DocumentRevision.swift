import ToggleBase

/// The revision of a document: the server's ETag, or otherwise its date and a hash of the content, or otherwise only
/// the hash.
///
/// A date alone is not enough, because a document that is written twice within a second has the same date (RFC 9110,
/// 8.8.2.2).
package enum DocumentRevision: Equatable {
    /// An ETag as the server sent it: strong, weak, or without the required quotes.
    case etag(String)
    /// The value of `Last-Modified`, and a hash of the content.
    case date(String, content: String)
    /// A hash of the content, for servers that send neither.
    case content(String)

    private static let datePrefix = "modified "
    private static let contentPrefix = "content "
    /// The maximum length in bytes of an ETag that is sent back; some servers send megabytes.
    private static let maximumLength = 1_024

    /// Parses the text of a revision.
    package init?(_ text: String?) {
        guard let text, !text.isEmpty, text.utf8.count <= Self.maximumLength else { return nil }
        if text.hasPrefix(Self.datePrefix) {
            let parts = text.dropFirst(Self.datePrefix.count).split(separator: " ", maxSplits: 1)
            // Revisions of earlier versions have no hash, because those relied on the date alone.
            guard parts.count == 2, UInt64(parts[0], radix: 16) != nil else { return nil }
            self = .date(String(parts[1]), content: String(parts[0]))
        } else if text.hasPrefix(Self.contentPrefix) {
            self = .content(String(text.dropFirst(Self.contentPrefix.count)))
        } else {
            self = .etag(text)
        }
    }

    /// Creates the revision of a response.
    ///
    /// - Parameters:
    ///   - answer: The response.
    ///   - text: The relevant part of the body; `nil` for the whole body.
    ///   - usesDate: Whether requests may use the date.
    package init(_ answer: HTTPAnswer, text: [UInt8]? = nil, usesDate: Bool = true) {
        func usable(_ name: String) -> String? {
            guard let value = answer.headers[name]?.trimmed, !value.isEmpty, value.utf8.count <= Self.maximumLength / 2,
                HTTPHeaders.isSendable(name: name, value: value)
            else { return nil }
            return value
        }
        if let etag = usable("ETag"), !etag.hasPrefix(Self.datePrefix), !etag.hasPrefix(Self.contentPrefix) {
            self = .etag(etag)
            return
        }
        let content = String(ContentHash.of(text ?? answer.body), radix: 16)
        if usesDate, let date = usable("Last-Modified"), HTTPDate.seconds(date) != nil {
            self = .date(date, content: content)
        } else {
            self = .content(content)
        }
    }

    /// The revision as text.
    package var text: String {
        switch self {
        case .etag(let tag): tag
        case .date(let date, let content): "\(Self.datePrefix)\(content) \(date)"
        case .content(let hash): Self.contentPrefix + hash
        }
    }

    /// The header field that requests the document only if it has changed.
    var condition: HTTPHeaders.Field? {
        switch self {
        case .etag(let tag): HTTPHeaders.Field(name: "If-None-Match", value: tag)
        case .date(let date, _): HTTPHeaders.Field(name: "If-Modified-Since", value: date)
        case .content: nil
        }
    }
}
