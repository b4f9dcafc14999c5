/// An export of a user's old store, which a device uploads for a backfill on a server.
public struct BackfillUpload: Sendable, Hashable {
    /// The targeting key of the user.
    public let user: String
    /// When the user's dual writes began.
    public let start: MigrationTime
    /// The SHA-256 digest of the file, as 64 lowercase hexadecimal digits.
    public let digest: String
    /// The size of the file in bytes.
    public let size: Int

    /// Creates a description of an upload.
    public init(user: String, start: MigrationTime, digest: String, size: Int) {
        self.user = user
        self.start = start
        self.digest = digest
        self.size = size
    }
}
