import FeatureToggles

/// What identifies a state of a document: the server's ETag, else its date and what is in it, else what is in it.
///
/// A date alone identifies nothing: a document that is written twice within a second has the same one (RFC 9110, 8.8.2.2).
package enum DocumentRevision: Equatable {
    /// An ETag as the server wrote it: strong, weak, or without the quotes it should have.
    case etag(String)
    /// The value of `Last-Modified`, with a hash over the bytes.
    case date(String, content: String)
    /// A hash over the bytes, for servers that say neither, and for dates that may still become those of another document.
    case content(String)

    private static let datePrefix = "modified "
    private static let contentPrefix = "content "
    /// The longest ETag that is sent back; servers have sent megabytes.
    private static let maximumLength = 1_024
    /// How many seconds a document must be old by the server's clock before its date is asked with.
    private static let certainAge = 2
    /// The same by this machine's clock, for servers that do not tell the time.
    private static let certainAgeByOwnClock = 60

    /// Reads a revision that was given out before.
    package init?(_ text: String?) {
        guard let text, !text.isEmpty, text.utf8.count <= Self.maximumLength else { return nil }
        if text.hasPrefix(Self.datePrefix) {
            let parts = text.dropFirst(Self.datePrefix.count).split(separator: " ", maxSplits: 1)
            // Without the hash it was given out when the date was believed alone.
            guard parts.count == 2, UInt64(parts[0], radix: 16) != nil else { return nil }
            self = .date(String(parts[1]), content: String(parts[0]))
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
    ///   - now: The time in seconds since 1970, where the server may be asked by date; `nil` where it may not.
    package init(_ answer: HTTPAnswer, text: [UInt8]? = nil, now: Int64?) {
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
        if let now, let date = usable("Last-Modified"), let changed = HTTPDate.seconds(date) {
            let told = answer.headers["Date"].flatMap { HTTPDate.seconds($0.trimmed) }
            let age = (told ?? now).subtractingReportingOverflow(changed)
            if !age.overflow, age.partialValue >= (told == nil ? Self.certainAgeByOwnClock : Self.certainAge) {
                self = .date(date, content: content)
                return
            }
        }
        self = .content(content)
    }

    /// As it is given out.
    package var text: String {
        switch self {
        case .etag(let tag): tag
        case .date(let date, let content): "\(Self.datePrefix)\(content) \(date)"
        case .content(let hash): Self.contentPrefix + hash
        }
    }

    /// The header field that asks for the document only if it is another one.
    var condition: HTTPHeaders.Field? {
        switch self {
        case .etag(let tag): HTTPHeaders.Field(name: "If-None-Match", value: tag)
        case .date(let date, _): HTTPHeaders.Field(name: "If-Modified-Since", value: date)
        case .content: nil
        }
    }
}
