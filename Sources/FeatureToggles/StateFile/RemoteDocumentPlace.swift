#if OVERRIDES

/// Where tools find the active remote document.
package enum RemoteDocumentPlace: Sendable {
    /// The maximum size in bytes of a document that the state file contains.
    package static let maximumTextSize = 64 << 10

    /// In the file at this path.
    case file(String)
    /// In no file; this is its text.
    case text([UInt8])

    /// Returns the place of a document that is in no file, or `nil` if it is too large for the state file.
    package static func small(_ text: [UInt8]) -> RemoteDocumentPlace? {
        text.count <= maximumTextSize ? .text(text) : nil
    }
}

#endif
