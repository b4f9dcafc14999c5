/// The attributes that tell whether a file or folder has changed, without reading it.
///
/// A file that is changed twice within the resolution of the file system's clock has the same signature after both
/// changes. A signature reveals every later change only if ``isSettled(at:)`` returned `true` when it was determined.
package struct FileSignature: Hashable, Sendable {
    package var identity: FileStatus.Identity
    /// The size in bytes.
    package var size: Int64
    /// When the content was last changed, in nanoseconds since 1970; programs can set it.
    package var modified: Int64
    /// When the content or the status was last changed, in nanoseconds since 1970.
    package var changed: Int64

    package init(identity: FileStatus.Identity, size: Int64, modified: Int64, changed: Int64) {
        self.identity = identity
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Returns whether every change after a time gives the file another signature.
    ///
    /// - Parameter milliseconds: A time before the signature was determined, in milliseconds since 1970.
    /// - Returns: Whether the file was last changed 3 seconds before that time, which is more than the resolution of any
    ///   file system.
    package func isSettled(at milliseconds: Int64) -> Bool {
        max(modified, changed) / 1_000_000 < milliseconds - 3_000
    }
}
