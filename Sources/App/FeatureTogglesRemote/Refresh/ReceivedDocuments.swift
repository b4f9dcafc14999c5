/// The remote documents that were fetched and are not active yet.
struct ReceivedDocuments: Sendable {
    /// How a fetched document relates to earlier ones.
    enum Ending: Sendable {
        /// A document other than the newest so far; it now waits.
        case newest
        /// The content of the newest so far, with another revision; it now waits.
        case copy
        /// The content that the newest so far had replaced; it now waits.
        case previous
        /// The content that the newest so far had replaced, which stays.
        case outdated
        /// The newest document so far, or one that a later fetch has replaced.
        case known
        /// A lower edition than one that was accepted before.
        case replay
    }

    /// The newest document fetched.
    private var newest: CacheRecord.Entry?
    /// The document that the newest one has replaced.
    private var previous: CacheRecord.Entry?
    /// Whether the newest document is invalid, and has to arrive once more before it counts as what the source has.
    private var isDoubtful = false
    private(set) var waiting: ReceivedDocument?
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
        return isDoubtful ? nil : revision
    }

    /// Requests the newest document once more, because it's invalid: it may have been damaged on its way, and the source
    /// would confirm its revision.
    mutating func doubtNewest() { isDoubtful = true }

    /// Ends a fetch that delivered a document.
    ///
    /// The document of an earlier fetch does not replace that of a later one, and no edition replaces a higher one,
    /// which another fetch may have delivered since this one was verified.
    ///
    /// - Parameters:
    ///   - number: The fetch's number.
    ///   - document: The delivered document.
    ///   - keepsNewest: Whether the newest document is kept if the fetch delivered the one that it has replaced.
    /// - Returns: How the document relates to earlier ones.
    mutating func end(_ number: Int, bringing document: ReceivedDocument, keepsNewest: Bool = false) -> Ending {
        if let edition = document.edition, let highestRevision, edition < highestRevision { return .replay }
        guard number > newestFetch else { return .known }
        newestFetch = number
        isDoubtful = false
        guard document.entry != newest else {
            if document.standing.isConfirmed { waiting?.standing.isConfirmed = true }
            return .known
        }
        let isCopy = newest?.hasSameContent(as: document.entry) == true
        let isPrevious = !isCopy && previous?.hasSameContent(as: document.entry) == true
        if isPrevious, keepsNewest { return .outdated }
        if !isCopy { previous = newest }
        newest = document.entry
        waiting = document
        return isCopy ? .copy : isPrevious ? .previous : .newest
    }

    /// Ends a fetch without a newer document.
    mutating func endUnchanged(_ number: Int) {
        if number > newestFetch { waiting?.standing.isConfirmed = true }
    }

    /// Removes and returns the waiting document, if there is one.
    mutating func take() -> ReceivedDocument? {
        defer { waiting = nil }
        return waiting
    }

    /// Starts again from the documents of another client, or from an available document.
    ///
    /// Documents from fetches that began earlier are ignored.
    mutating func restart(newest: CacheRecord.Entry?, waiting: ReceivedDocument? = nil) {
        (self.newest, previous, isDoubtful) = (newest, nil, false)
        self.waiting = waiting
        newestFetch = lastBegun
    }

    /// Records the revision of a verified document.
    mutating func accept(_ revision: UInt64?) {
        highestRevision.raise(to: revision)
    }
}
