#if OVERRIDES

/// Why a state file can't be written or read.
package struct StateFileError: Error, Hashable, CustomStringConvertible {
    /// The file or folder.
    package let path: String
    /// A sentence that says what is wrong, and what to do about it.
    package let message: String

    init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// The path and the sentence.
    package var description: String { "\(path): \(message)" }
}

#endif
