/// A signal that a remote source sends while the client listens.
public enum RemoteSignal: Sendable, Hashable {
    /// The connection opened.
    case opened
    /// The connection is alive, without news.
    ///
    /// After the first heartbeat, the client expects further ones and treats a silent connection as dead.
    case heartbeat
    /// There may be something new; after a disconnection, the client resumes after this identifier.
    case changed(id: String?)
    /// The pause that the source requests before the client listens again.
    case reconnectAfter(Duration)
    /// How long the source may be silent before the client treats the connection as dead.
    case silentFor(Duration)
    /// There is nothing to listen to now; the source waits and sends ``opened`` when there is.
    ///
    /// This is not a failure. The client polls in the meantime and doesn't open another connection.
    case idle
    /// The connection ended; this is the last signal.
    case closed(RemoteSourceError?)
}
