import FeatureToggles

/// What identifies a state of a document: the server's ETag, else its date, else what is in it.
enum DocumentRevision: Equatable {
    /// An ETag as the server wrote it: strong, weak, or without the quotes it should have.
    case etag(String)
    /// The value of `Last-Modified`.
    case date(String)
    /// A hash over the bytes, for servers that say neither.
    case content(String)

    private static let datePrefix = "modified "
    private static let contentPrefix = "content "
    /// The longest ETag that is sent back; servers have sent megabytes.
    private static let maximumLength = 1_024

    /// Reads a revision that was given out before.
    init?(_ text: String?) {
        guard let text, !text.isEmpty, text.utf8.count <= Self.maximumLength else { return nil }
        if text.hasPrefix(Self.datePrefix) {
            self = .date(String(text.dropFirst(Self.datePrefix.count)))
        } else if text.hasPrefix(Self.contentPrefix) {
            self = .content(String(text.dropFirst(Self.contentPrefix.count)))
        } else {
            self = .etag(text)
        }
    }

    /// The revision of an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - text: What of its body counts; `nil` for all of it.
    ///   - knowsDates: Whether a date may stand for the content.
    init(_ answer: HTTPAnswer, text: [UInt8]? = nil, knowsDates: Bool = true) {
        func usable(_ name: String) -> String? {
            guard let value = answer.headers[name]?.trimmed, !value.isEmpty, value.utf8.count <= Self.maximumLength / 2,
                HTTPHeaders.isSendable(name: name, value: value)
            else { return nil }
            return value
        }
        if let etag = usable("ETag"), !etag.hasPrefix(Self.datePrefix), !etag.hasPrefix(Self.contentPrefix) {
            self = .etag(etag)
        } else if knowsDates, let date = usable("Last-Modified") {
            self = .date(date)
        } else {
            self = .content(String(ContentHash.of(text ?? answer.body), radix: 16))
        }
    }

    /// As it is given out.
    var text: String {
        switch self {
        case .etag(let tag): tag
        case .date(let date): Self.datePrefix + date
        case .content(let hash): Self.contentPrefix + hash
        }
    }

    /// The header field that asks for the document only if it is another one.
    var condition: HTTPHeaders.Field? {
        switch self {
        case .etag(let tag): HTTPHeaders.Field(name: "If-None-Match", value: tag)
        case .date(let date): HTTPHeaders.Field(name: "If-Modified-Since", value: date)
        case .content: nil
        }
    }
}
