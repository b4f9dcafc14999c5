/// A remote document that came and was found trustworthy.
struct RemoteArrival: Sendable, Hashable {
    /// The document as it came, in its envelope if it has one: what is kept.
    let original: RemoteDocument
    /// The document itself: what is parsed.
    let document: RemoteDocument
    /// From when on it is out of date, in seconds since 1970.
    let expiresAt: Int64?
    /// The number of its edition; `nil` for one that nobody verified.
    let revision: UInt64?
    /// Whether this client has heard from the source that it is the newest; not when another one had left it behind.
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

/// The remote documents that were brought and are not in force yet.
struct RemoteArrivals: Sendable {
    /// What a document is that a fetch brought.
    enum Ending: Sendable {
        /// Another one than the newest so far; it waits now.
        case newest
        /// The newest so far, or one that a later fetch has overtaken.
        case known
        /// A lower edition than one that was accepted.
        case replay
    }

    /// The newest document that was brought.
    private var newest: CacheRecord.Entry?
    private(set) var waiting: RemoteArrival?
    private var lastBegun = 0
    private var newestFetch = 0
    /// The highest revision of a verified document.
    private(set) var highestRevision: UInt64?

    /// The revision of the newest document that was brought.
    var revision: String? { newest?.revision }

    /// Begins a fetch.
    ///
    /// - Parameter number: The fetch's number; later fetches have higher ones.
    /// - Returns: The revision to ask with.
    mutating func begin(_ number: Int) -> String? {
        lastBegun = max(lastBegun, number)
        return revision
    }

    /// Ends a fetch that brought a document.
    ///
    /// What an earlier fetch brings does not replace what a later one brought, and no edition replaces a higher one: another
    /// fetch may have brought that since this one was verified.
    ///
    /// - Parameters:
    ///   - number: The fetch's number.
    ///   - arrival: What it brought.
    /// - Returns: What the document is.
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

    /// Ends a fetch after which there is nothing newer.
    mutating func endUnchanged(_ number: Int) {
        if number > newestFetch { waiting?.isConfirmed = true }
    }

    /// Takes the document that waits, if there is one.
    mutating func take() -> RemoteArrival? {
        defer { waiting = nil }
        return waiting
    }

    /// Begins anew with what was brought by another client, or is at hand.
    ///
    /// What fetches bring that have begun before does not count any more.
    mutating func restart(newest: CacheRecord.Entry?, waiting: RemoteArrival? = nil) {
        self.newest = newest
        self.waiting = waiting
        self.waiting?.isConfirmed = false
        newestFetch = lastBegun
    }

    /// Remembers the revision of a verified document.
    mutating func accept(_ revision: UInt64?) {
        guard let revision else { return }
        highestRevision = max(highestRevision ?? revision, revision)
    }
}
