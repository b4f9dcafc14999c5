import FeatureToggles

/// Why something of a cache cannot be read or written.
///
/// The client goes on without it.
struct DocumentCacheError: Error, Hashable, CustomStringConvertible {
    /// The file or folder that it is about.
    let path: String
    /// A sentence that says what is wrong.
    let message: String
    /// Whether the record was written by a version of another format, and is to be left alone.
    let isOtherVersion: Bool
    /// Whether the bytes are not those that were written.
    let isDamaged: Bool

    init(path: String, _ message: String, isOtherVersion: Bool = false, isDamaged: Bool = false) {
        self.path = path
        self.message = message
        self.isOtherVersion = isOtherVersion
        self.isDamaged = isDamaged
    }

    init(_ error: DurableFileError) {
        self.init(path: error.path, error.message)
    }

    var description: String { message }
}
