/// The file system's information about a file.
package struct FileStatus: Hashable, Sendable {
    /// The kind of a file.
    package enum Kind: Sendable {
        case file
        case folder
        case link
        case other
    }

    /// Identifies a file independently of its names.
    package struct Identity: Hashable, Sendable {
        package var device: UInt64
        package var inode: UInt64

        package init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    package var kind: Kind
    /// The size in bytes.
    package var size: Int
    /// The permission bits.
    package var mode: UInt32
    package var owner: UInt32
    package var group: UInt32
    package var identity: Identity
    /// When the content was last changed, in nanoseconds since 1970; 0 if this is unknown.
    package var modified: Int64

    /// Whether the file belongs to the effective user of this process.
    package var isOwnedByCurrentUser: Bool { owner == ProcessEnvironment.userID }

    package init(
        kind: Kind,
        size: Int,
        mode: UInt32,
        owner: UInt32,
        group: UInt32,
        identity: Identity,
        modified: Int64 = 0
    ) {
        self.kind = kind
        self.size = size
        self.mode = mode
        self.owner = owner
        self.group = group
        self.identity = identity
        self.modified = modified
    }
}
