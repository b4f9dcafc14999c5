/// What a remote source says by itself.
public enum RemoteSignal: Sendable, Hashable {
    /// The connection stands.
    case opened
    /// There is nothing new, and the connection still stands.
    case heartbeat
    /// There may be something new. The identifier is what to resume behind after a break.
    case changed(id: String?)
    /// How long the source wants its listeners to wait before they listen again.
    case reconnectAfter(Duration)
    /// How long the source may be silent before its listeners should take the connection for dead.
    case silentFor(Duration)
    /// The connection ended; the last signal.
    case closed(RemoteSourceError?)
}
