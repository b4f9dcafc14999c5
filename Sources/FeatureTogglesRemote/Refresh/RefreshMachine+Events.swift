import FeatureToggles

extension RefreshMachine {
    /// What can happen.
    enum Event: Sendable {
        /// The client was created; always the first event.
        case started(Start)
        /// The app wants a fetch, unless the last success is not older than the interval; `nil` for the policy's.
        case asked(ticket: Int, interval: Duration?)
        /// The app does not wait for its fetch any more.
        case cancelled(ticket: Int)
        /// A fetch ended.
        case fetched(Int, Outcome)
        /// A document that came was put in force.
        case activated(Document)
        /// A document that came is no usable one; the sentence says why.
        case refused(String)
        /// A connection said something.
        case heard(connection: Int, RemoteSignal)
        /// A timer rang.
        case due(Timer)
        case enteredForeground
        case enteredBackground
        /// The ambient context changed; with the document that is in force for it, if there is one, and whether a newer
        /// one waits.
        case contextChanged(Document?, hasWaiting: Bool = false)
        case credentialsChanged
        /// The app knows that the document is out of date.
        case markedStale
        /// The app knows that it works with the document.
        case markedHealthy
    }

    /// What a client begins with.
    struct Start: Sendable {
        /// The document in force.
        var document: Document?
        /// Whether a document that an earlier process brought waits to be put in force.
        var hasWaiting = false
        /// When the source last answered, in seconds since 1970.
        var fetchedAt: Int64?
        /// What an earlier process left of its pause.
        var backOff: BackOff?
        /// Whether the document was marked stale and not fetched since.
        var isMarkedStale = false
        /// Why there is no document at hand, though there should be.
        var failure: RemoteSourceError?
        /// Why the document at hand is no usable one.
        var refusal: String?
        /// Why an older document than the newest, or none, is in force.
        var fallback: String?
    }

    /// How a fetch ended.
    enum Outcome: Sendable, Hashable {
        /// It brought another document.
        case document
        /// There is nothing newer.
        case unchanged
        case failed(RemoteSourceError)
    }

    /// What a machine waits for.
    enum Timer: Sendable, Hashable {
        /// The next fetch.
        case fetch
        /// The end of a fetch's patience.
        case timeout(Int)
        /// The next connection.
        case listen
        /// The end of the patience with a silent connection.
        case silence
        /// The document's expiry.
        case expiry
        /// The moment from which the run counts as healthy.
        case health
    }

    /// What is to be done.
    enum Action: Sendable, Hashable {
        /// Ask the source and report ``Event/fetched(_:_:)`` with the number.
        case fetch(Int, isUnconditional: Bool, signalID: String?)
        /// End a fetch; nobody wants to hear of it any more.
        case cancelFetch(Int)
        /// Let the caller with the ticket go on, with an error if there is one.
        case answer(ticket: Int, RemoteSourceError?)
        /// Put the document that waits in force, if one does.
        case activate
        /// Keep the document that waits for the next launch or for the app's call.
        case keepWaiting
        /// The document in force is the current one: its values do not count as cached any more.
        case confirm
        /// Open a connection and report what it says.
        case listen(connection: Int, after: String?)
        /// End the connection.
        case stopListening
        /// Ring a timer at an uptime, instead of when it was to ring before.
        case set(Timer, at: Duration)
        case cancel(Timer)
        /// Tell those who watch the state.
        case publish(RemoteState)
        /// List what went wrong with fetching and listening among the client's problems, or no longer.
        case report(fetch: String?, stream: String?)
        /// Write down what the next process has to know.
        case keep(Keeping)
        /// The run with the document in force is a healthy one.
        case markHealthy
    }

    /// What outlives the process.
    struct Keeping: Sendable, Hashable {
        /// The pause that is left, or `nil` for none.
        var backOff: BackOff?
        /// When the source last answered; `nil` leaves that as it was.
        var fetchedAt: Int64?
        /// Whether the mark goes that the document is out of date.
        var clearsMark = false
    }
}
