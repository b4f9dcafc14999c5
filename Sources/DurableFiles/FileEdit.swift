/// What becomes of a file that people and other tools edit, too.
package struct FileEdit: Sendable {
    /// The path.
    package let path: String
    /// The content that was read.
    package let old: [UInt8]
    /// The content that takes its place.
    package let new: [UInt8]

    /// Names a file with both contents; nothing is read or written.
    package init(path: String, old: [UInt8], new: [UInt8]) {
        self.path = path
        self.old = old
        self.new = new
    }
}
