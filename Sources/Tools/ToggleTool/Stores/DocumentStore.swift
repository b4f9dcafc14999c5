/// A store of whole files with conditional writes: a folder, an HTTP server, a bucket, or etcd.
///
/// A store holds one file for each address. It never merges, never retries a write, and either replaces a file
/// entirely or leaves it as it was.
package protocol DocumentStore: Sendable {
    /// Reads a file.
    ///
    /// - Returns: The file, or `nil` if the store says that it doesn't exist.
    /// - Throws: ``DocumentStoreError``, never ``DocumentStoreError/conflict(_:)``.
    func read(_ address: RemoteAddress) async throws -> StoredFile?

    /// Writes a file if the condition holds at the time of the write, and creates the folders that it needs.
    ///
    /// - Returns: The tag of the new file.
    /// - Throws: ``DocumentStoreError``.
    func write(_ bytes: [UInt8], to address: RemoteAddress, if condition: WriteCondition) async throws -> String

    /// Removes a file, if it exists.
    ///
    /// - Throws: ``DocumentStoreError``, never ``DocumentStoreError/conflict(_:)``.
    func remove(_ address: RemoteAddress) async throws
}

/// What a store holds at an address.
package struct StoredFile: Sendable, Hashable {
    package var bytes: [UInt8]
    /// The version of the file, which only the store understands.
    ///
    /// It's an entity tag with its quotes, a revision of etcd, or a hash for a local file.
    package var tag: String

    package init(bytes: [UInt8], tag: String) {
        self.bytes = bytes
        self.tag = tag
    }
}

/// What must hold when a store writes.
package enum WriteCondition: Sendable, Hashable {
    /// There is no file yet.
    case absent
    /// The file has this tag.
    case matches(String)
    /// Nothing: for stores without conditional writes.
    case unconditional
}

/// Why a store didn't do what it was asked to.
package enum DocumentStoreError: Error, Sendable, Hashable {
    /// The condition of a write didn't hold. Nothing was written.
    case conflict(String)
    /// The store can't be reached, or has no quorum. Nothing was written.
    case unavailable(String)
    /// A write was sent, and its answer was lost: it may have been done.
    case unknown(String)
    /// The store refuses: credentials, permissions, a redirect, a file over its limit. Nothing was written.
    case refused(String)
}
