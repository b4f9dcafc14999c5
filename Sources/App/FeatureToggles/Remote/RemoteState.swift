/// The state of a client's remote source: how reliable its document is, since when, and why.
public struct RemoteState: Sendable, Hashable {
    /// How reliable the document is.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// No document was received yet, so values are overrides and defaults.
        case notReady = "NOT_READY"
        /// A document is active, and the source confirmed it with its last response.
        case ready = "READY"
        /// A document is active, but it may be out of date.
        case stale = "STALE"
        /// There is no document because the source can't deliver one, or the client has stopped fetching until it gets
        /// other credentials.
        case error = "ERROR"
    }

    /// How reliable the document is.
    public let status: Status
    /// The time at which the state began, in seconds since 1970.
    public let since: Int64
    /// A sentence that says why the source is in this state.
    public let why: String
    /// The time of the last document or "nothing newer" response, in seconds since 1970.
    ///
    /// A response whose document can't be used doesn't count. The time may be earlier than the client's start if the cache
    /// recorded it; the cache also records responses whose document was refused later.
    public let lastSuccess: Int64?
    /// The time of the next attempt, in seconds since 1970, or `nil` if it depends on the app or the source.
    public let nextAttempt: Int64?
    /// The source's identifier for the active document, if there is one.
    public let revision: String?
    /// The name of the source.
    public let source: String

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - status: How reliable the document is.
    ///   - since: The time at which the state began, in seconds since 1970.
    ///   - why: A sentence that says why the source is in this state.
    ///   - lastSuccess: The time of the last successful response, in seconds since 1970.
    ///   - nextAttempt: The time of the next attempt, in seconds since 1970.
    ///   - revision: The source's identifier for the active document.
    ///   - source: The name of the source.
    package init(
        status: Status,
        since: Int64,
        why: String,
        lastSuccess: Int64? = nil,
        nextAttempt: Int64? = nil,
        revision: String? = nil,
        source: String
    ) {
        self.status = status
        self.since = since
        self.why = why
        self.lastSuccess = lastSuccess
        self.nextAttempt = nextAttempt
        self.revision = revision
        self.source = source
    }
}

extension RemoteState: CustomStringConvertible {
    /// The status, the source, and the reason.
    public var description: String { "\(status.rawValue) (\(source)): \(why)" }
}
