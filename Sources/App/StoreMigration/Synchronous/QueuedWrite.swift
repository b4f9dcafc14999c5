/// A write in a ``WriteQueue``: a record that one store has, and that the other one has yet to receive.
public struct QueuedWrite: Sendable, Hashable {
    /// The key of the record.
    public let record: String
    /// The user who wrote it, see ``Migration/user(for:)``.
    public let user: String
    /// The store to write the record to: the one that wasn't authoritative.
    public let destination: MigrationOrigin
}
