/// How a client stands with its remote source: whether its document can be relied on, since when, and why.
public struct RemoteState: Sendable, Hashable {
    /// How far the document can be relied on.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Nothing was received yet: values are overrides and defaults.
        case notReady = "NOT_READY"
        /// A document is in force, and the last word of the source confirms it.
        case ready = "READY"
        /// A document is in force that may be out of date.
        case stale = "STALE"
        /// There is no document because the source cannot bring one, or the client has stopped asking until somebody acts.
        case error = "ERROR"
    }

    /// How far the document can be relied on.
    public let status: Status
    /// Since when it is, in seconds since 1970.
    public let since: Int64
    /// A sentence that says why.
    public let why: String
    /// When the source last answered with a document or that there is nothing newer, in seconds since 1970; also before
    /// this client, as far as the cache knows.
    public let lastSuccess: Int64?
    /// When the source will be asked next, in seconds since 1970; `nil` when that depends on the app or on the source.
    public let nextAttempt: Int64?
    /// What identifies the document in force at its source, if there is one.
    public let revision: String?
    /// The name of the source.
    public let source: String

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - status: How far the document can be relied on.
    ///   - since: Since when, in seconds since 1970.
    ///   - why: A sentence that says why.
    ///   - lastSuccess: When the source last answered, in seconds since 1970.
    ///   - nextAttempt: When it will be asked next, in seconds since 1970.
    ///   - revision: What identifies the document in force.
    ///   - source: The name of the source.
    public init(
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
    /// The status, the source and the sentence.
    public var description: String { "\(status.rawValue) (\(source)): \(why)" }
}
