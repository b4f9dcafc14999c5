import ToggleBase

/// An error while reading or writing a cache.
///
/// The client continues without the cache.
struct DocumentCacheError: Error, Hashable, CustomStringConvertible {
    /// The file or folder concerned.
    let path: String
    /// A sentence that says what is wrong.
    let message: String
    /// Whether the record has the format of another version and must be left unchanged.
    let isOtherVersion: Bool
    /// Whether the bytes differ from the ones that were written.
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
