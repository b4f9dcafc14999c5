/// What a remote source says by itself.
public enum RemoteSignal: Sendable, Hashable {
    /// The connection stands.
    case opened
    /// There is nothing new, and the connection still stands.
    ///
    /// Who says this once says it now and then: silence means from then on that the connection is dead.
    case heartbeat
    /// There may be something new. The identifier is what to resume behind after a break.
    case changed(id: String?)
    /// How long the source wants its listeners to wait before they listen again.
    case reconnectAfter(Duration)
    /// How long the source may be silent before its listeners should take the connection for dead.
    case silentFor(Duration)
    /// There is nothing to listen to by now; the source waits for it and says ``opened`` when there is.
    ///
    /// That is no failure: the client polls meanwhile, and does not open another connection.
    case idle
    /// The connection ended; the last signal.
    case closed(RemoteSourceError?)
}
