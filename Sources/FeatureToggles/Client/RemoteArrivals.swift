/// The remote documents that were brought and are not in force yet.
struct RemoteArrivals: Sendable {
    /// The revision of the newest document that was brought.
    var revision: String?
    private var waiting: RemoteDocument?
    private var fetchCount = 0
    private var newestFetch = 0

    /// Begins a fetch.
    ///
    /// - Returns: The fetch's number, and the revision to ask with.
    mutating func begin() -> (number: Int, revision: String?) {
        fetchCount += 1
        return (fetchCount, revision)
    }

    /// Ends a fetch.
    ///
    /// What an earlier fetch brings does not replace what a later one brought.
    ///
    /// - Parameters:
    ///   - number: The fetch's number.
    ///   - document: What it brought, or `nil` for nothing new.
    /// - Returns: Whether a document waits.
    mutating func end(_ number: Int, bringing document: RemoteDocument?) -> Bool {
        if let document, number > newestFetch {
            newestFetch = number
            waiting = document
            revision = document.revision
        }
        return waiting != nil
    }

    /// Takes the document that waits, if there is one.
    mutating func take() -> RemoteDocument? {
        defer { waiting = nil }
        return waiting
    }
}
