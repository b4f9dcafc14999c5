/// A remote document that was received and verified.
struct RemoteArrival: Sendable, Hashable {
    /// The document as received, in its envelope if it has one; this is stored.
    let original: RemoteDocument
    /// The document itself, which is parsed.
    let document: RemoteDocument
    /// When the document expires, in seconds since 1970.
    let expiresAt: Int64?
    /// The number of the document's edition; `nil` without a verifier.
    let revision: UInt64?
    /// Whether the source has confirmed to this client that the document is the newest; `false` if another had replaced
    /// it.
    var isConfirmed = true

    init(_ original: RemoteDocument) {
        self.original = original
        document = original
        expiresAt = nil
        revision = nil
    }

    init(_ original: RemoteDocument, _ verified: VerifiedDocument) {
        self.original = original
        document = verified.document
        expiresAt = verified.expiresAt
        revision = verified.revision
    }
}

/// The remote documents that were fetched and are not active yet.
struct RemoteArrivals: Sendable {
    /// How a fetched document relates to earlier ones.
    enum Ending: Sendable {
        /// A document other than the newest so far; it now waits.
        case newest
        /// The newest document so far, or one that a later fetch has replaced.
        case known
        /// A lower edition than one that was accepted before.
        case replay
    }

    /// The newest document fetched.
    private var newest: CacheRecord.Entry?
    private(set) var waiting: RemoteArrival?
    private var lastBegun = 0
    private var newestFetch = 0
    /// The highest revision of a verified document.
    private(set) var highestRevision: UInt64?

    /// The revision of the newest document fetched.
    var revision: String? { newest?.revision }

    /// Begins a fetch.
    ///
    /// - Parameter number: The fetch's number; later fetches have higher ones.
    /// - Returns: The revision to send with the request.
    mutating func begin(_ number: Int) -> String? {
        lastBegun = max(lastBegun, number)
        return revision
    }

    /// Ends a fetch that delivered a document.
    ///
    /// The document of an earlier fetch does not replace that of a later one, and no edition replaces a higher one,
    /// which another fetch may have delivered since this one was verified.
    ///
    /// - Parameters:
    ///   - number: The fetch's number.
    ///   - arrival: The delivered document.
    /// - Returns: How the document relates to earlier ones.
    mutating func end(_ number: Int, bringing arrival: RemoteArrival) -> Ending {
        if let revision = arrival.revision, let highestRevision, revision < highestRevision { return .replay }
        guard number > newestFetch else { return .known }
        newestFetch = number
        let entry = CacheRecord.Entry(arrival.original)
        guard entry != newest else {
            waiting?.isConfirmed = true
            return .known
        }
        newest = entry
        waiting = arrival
        return .newest
    }

    /// Ends a fetch without a newer document.
    mutating func endUnchanged(_ number: Int) {
        if number > newestFetch { waiting?.isConfirmed = true }
    }

    /// Removes and returns the waiting document, if there is one.
    mutating func take() -> RemoteArrival? {
        defer { waiting = nil }
        return waiting
    }

    /// Starts again from the documents of another client, or from an available document.
    ///
    /// Documents from fetches that began earlier are ignored.
    mutating func restart(newest: CacheRecord.Entry?, waiting: RemoteArrival? = nil) {
        self.newest = newest
        self.waiting = waiting
        self.waiting?.isConfirmed = false
        newestFetch = lastBegun
    }

    /// Records the revision of a verified document.
    mutating func accept(_ revision: UInt64?) {
        guard let revision else { return }
        highestRevision = max(highestRevision ?? revision, revision)
    }
}
