#if OVERRIDES
/// Where tools find the active remote document, which is in the format of flagd.
package enum RemoteDocumentPlace: Sendable, Equatable {
    /// In the file at this path.
    case file(String)
    /// In no file; this is its text.
    case text([UInt8])
}
#endif
