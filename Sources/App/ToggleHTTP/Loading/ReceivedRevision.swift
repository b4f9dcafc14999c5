import ToggleBase

/// The revision of the last response with a document, and whether a server can be asked for changes since then.
///
/// An ETag or a date that is made from the time of a file is the same for another document of the same second. It's
/// certain only if the document was older than that when the server sent it.
struct ReceivedRevision: Sendable {
    let revision: DocumentRevision
    private let content: UInt64
    /// The value of `Last-Modified`.
    private let date: String?
    /// When this content with this revision was first received, in seconds since 1970.
    private let since: Int64
    /// When it was last received.
    private let receivedAt: Int64
    private let isCertain: Bool
    /// Whether the server has sent two documents with the same certain ETag or date.
    private let isAmbiguous: Bool

    /// The minimum age in seconds of a document, by the server's clock or since it was first received.
    private static let certainAge: Int64 = 2
    /// The minimum age by this machine's clock, for servers that don't send the time.
    private static let certainAgeByOwnClock: Int64 = 60
    /// The time in seconds after which even a certain revision is fetched again, because a file can have any time.
    private static let longestTrust: Int64 = 86_400

    /// Creates the revision of a response.
    ///
    /// - Parameters:
    ///   - answer: The response.
    ///   - values: The values that an OFREP server has evaluated; `nil` for a document. Their ETag isn't made from the
    ///     time of a file, so it's certain.
    ///   - before: The response before it, in this process.
    ///   - now: The time in seconds since 1970.
    init(_ answer: HTTPAnswer, values: [UInt8]? = nil, after before: ReceivedRevision?, at now: Int64) {
        let revision = DocumentRevision(answer, text: values, usesDate: values == nil)
        let content = ContentHash.of(values ?? answer.body)
        let date = values == nil ? answer.headers["Last-Modified"]?.trimmed : nil
        var (since, isAmbiguous) = (now, false)
        if let before {
            let isSame = before.content == content
            if isSame, before.revision == revision { since = before.since }
            let repeats = before.revision == revision || date != nil && before.date == date
            isAmbiguous = before.isAmbiguous || before.isCertain && !isSame && repeats
        }
        (self.revision, self.content, self.date) = (revision, content, date)
        (self.since, self.isAmbiguous, receivedAt) = (since, isAmbiguous, now)
        isCertain =
            values != nil || Self.isOld(answer, at: now) || Self.age(since: since, at: now) >= Self.certainAge
    }

    /// Returns the header field that requests the document only if it has changed since this response.
    ///
    /// - Parameters:
    ///   - known: The revision that the client has.
    ///   - now: The time in seconds since 1970.
    /// - Returns: The field, or `nil` if the whole document must be requested.
    func condition(for known: DocumentRevision?, at now: Int64) -> HTTPHeaders.Field? {
        guard revision == known, isCertain, !isAmbiguous,
            (0..<Self.longestTrust).contains(Self.age(since: receivedAt, at: now))
        else { return nil }
        return revision.condition
    }

    /// Whether the response has the same content as an earlier one, if the revision doesn't contain a hash of it.
    func isRepeated(of before: ReceivedRevision?) -> Bool {
        guard case .etag = revision else { return true }
        return before?.content == content
    }

    /// Whether a document was old enough when it was sent, so that a later one has another date.
    private static func isOld(_ answer: HTTPAnswer, at now: Int64) -> Bool {
        guard let date = answer.headers["Last-Modified"], let changed = HTTPDate.seconds(date.trimmed) else {
            return false
        }
        let serverTime = answer.headers["Date"].flatMap { HTTPDate.seconds($0.trimmed) }
        return age(since: changed, at: serverTime ?? now) >= (serverTime == nil ? certainAgeByOwnClock : certainAge)
    }

    /// Returns the seconds between two times; negative if they can't be compared.
    private static func age(since start: Int64, at end: Int64) -> Int64 {
        let (age, overflow) = end.subtractingReportingOverflow(start)
        return overflow ? -1 : age
    }
}
