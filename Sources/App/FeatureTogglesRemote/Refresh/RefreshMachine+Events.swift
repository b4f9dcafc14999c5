import FeatureToggles

extension RefreshMachine {
    /// An input of the machine.
    enum Event: Sendable {
        /// The client was created; always the first event.
        case started(Start)
        /// The app requested a fetch unless the last success is within the interval; `nil` for the policy's interval.
        case requested(ticket: Int, interval: Duration?)
        /// The app no longer waits for its fetch.
        case cancelled(ticket: Int)
        /// A fetch ended.
        case fetched(Int, Outcome)
        /// A received document was activated.
        case activated(Document)
        /// A received document is invalid; the sentence says why.
        case refused(String)
        /// A connection sent a signal.
        case received(connection: Int, RemoteSignal)
        /// A timer fired.
        case due(Timer)
        case enteredForeground
        case enteredBackground
        /// The ambient context changed and the source depends on it, or the source's identity changed.
        ///
        /// The event contains the document that is active now, if any, and whether a newer one waits.
        case contextChanged(Document?, hasWaiting: Bool = false)
        case credentialsChanged
        /// The app marked the document as out of date.
        case markedStale
        /// The app marked the run as healthy.
        case markedHealthy
    }

    /// The state in which a client starts.
    struct Start: Sendable {
        /// The active document.
        var document: Document?
        /// Whether a document fetched by an earlier process waits for activation.
        var hasWaiting = false
        /// When the source last responded, in seconds since 1970.
        var fetchedAt: Int64?
        /// The pause left by an earlier process.
        var backOff: BackOff?
        /// Whether the document was marked stale and not fetched since.
        var isMarkedStale = false
        /// The reason why a document that should be available is not.
        var failure: RemoteSourceError?
        /// The reason why the available document is invalid.
        var refusal: String?
        /// The reason why an older document than the newest, or none, is active.
        var fallback: String?
        /// Whether the app may have been launched in the background.
        var isInBackground = false
    }

    /// The result of a fetch.
    enum Outcome: Sendable, Hashable {
        /// The fetch delivered another document.
        case document
        /// The fetch delivered the same document with another revision, such as the ETag of another server.
        case copy
        /// The fetch delivered the document before the newest one again, which is active or waits now.
        case previous
        /// The fetch delivered the document before the newest one again, which was disregarded.
        case outdated
        /// The source has nothing newer.
        case unchanged
        /// The fetch failed; if there is a new document, the source had it at hand.
        case failed(RemoteSourceError, isNew: Bool = false)
    }

    /// The timers of a machine.
    enum Timer: Sendable, Hashable {
        /// The next fetch.
        case fetch
        /// The timeout of a fetch.
        case timeout(Int)
        /// The next connection.
        case listen
        /// The limit of a connection's silence.
        case silence
        /// The document's expiry.
        case expiry
        /// The time from which the run counts as healthy.
        case health
    }

    /// An output of the machine, to be carried out.
    enum Action: Sendable, Hashable {
        /// Fetch, and report ``Event/fetched(_:_:)`` with the number.
        ///
        /// If the newest document is kept, the one that it has replaced is disregarded.
        /// The interval is the age up to which a service's last response is recent enough.
        case fetch(
            Int,
            isUnconditional: Bool,
            keepsNewest: Bool = false,
            signalID: String?,
            minimumInterval: Duration? = nil
        )
        /// Cancel a fetch, whose result is no longer needed.
        case cancelFetch(Int)
        /// Resume the caller with the ticket, with an error if there is one.
        case answer(ticket: Int, RemoteSourceError?)
        /// Activate the waiting document, if there is one.
        case activate
        /// Keep the waiting document for the next launch or until the app activates it.
        case keepWaiting
        /// Treat the active document as confirmed, so that its values no longer count as cached.
        case confirm
        /// Open a connection and report its signals.
        case listen(connection: Int, after: String?)
        /// End the connection.
        case stopListening
        /// Set a timer to an uptime, replacing its previous time.
        case set(Timer, at: Duration)
        case cancel(Timer)
        /// Notify the observers of the state.
        case publish(RemoteState)
        /// List problems with fetching and listening among the client's problems, or remove them.
        case report(fetch: String?, stream: String?)
        /// Record information for the next process.
        case keep(Keeping)
        /// Mark the run with the active document as healthy.
        case markHealthy
    }

    /// Information that outlives the process.
    struct Keeping: Sendable, Hashable {
        /// The remaining pause, or `nil` for none.
        var backOff: BackOff?
        /// When the source last responded, in seconds since 1970; `nil` leaves the stored time unchanged.
        var fetchedAt: Int64?
        /// When a change was announced that has not arrived, in seconds since 1970; `nil` leaves the mark unchanged.
        var markedAt: Int64?
        /// Whether to remove the stale mark, unless there is a new one.
        var clearsMark = false
    }
}
