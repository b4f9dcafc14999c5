/// What the file system knows of a file.
struct FileStatus: Hashable, Sendable {
    /// What stands under a name.
    enum Kind: Sendable {
        case file
        case folder
        case link
        case other
    }

    /// Which file it is, whatever it is called.
    struct Identity: Hashable, Sendable {
        var device: UInt64
        var inode: UInt64
    }

    var kind: Kind
    /// The size in bytes.
    var size: Int
    /// The permission bits.
    var mode: UInt32
    var owner: UInt32
    var group: UInt32
    var identity: Identity
}
