/// Fetching again until an announced change arrives.
///
/// A response right after an announcement can be older than the change, because caches between the client and the source
/// may keep the previous document for some time. The servers of a CDN may even alternate between the two, so the
/// previous document doesn't replace the change again until all of them should have it.
extension RefreshMachine {
    /// An announced change that has not arrived.
    struct Pursuit: Sendable {
        /// The identifier of the last announcement.
        var id: String?
        /// The number of fetches that had begun at the last announcement.
        var count: Int
        /// The number of announced changes that have not arrived, at most two.
        var changes: Int
        /// The number of the client's own fetches that brought nothing newer.
        var attempts = 0
        /// Whether the next process knows of the change.
        var isKept: Bool
        /// Whether the app said that there is a change, so that a service must fetch it.
        var isMarked: Bool
    }

    /// The pauses after fetches that brought nothing newer; after the last one, the client fetches once more.
    private static let pursuitPauses: [Duration] = [
        .seconds(1), .seconds(2), .seconds(5), .seconds(15), .seconds(60), .seconds(300),
    ]

    /// How long after the arrival of a change caches may still have the previous document: as long as the client would
    /// have waited for the change.
    private static let settlingTime = Duration.seconds(300)

    /// The minimum hourly limit for fetches of announced changes.
    static var pursuitCeiling: Int { 240 }

    /// Notes that a change was announced, which a later fetch will bring.
    mutating func pursueChange(_ id: String? = nil, isKept: Bool = false) {
        let before = fetching.pursuit
        // The change may be the previous document, published again.
        if standing.document?.hasRevision(id) != true { fetching.settlesAt = nil }
        fetching.pursuit = Pursuit(
            id: id,
            count: fetching.count,
            changes: min((before?.changes ?? 0) + 1, 2),
            isKept: isKept || before?.isKept == true,
            isMarked: isKept || before?.isMarked == true
        )
    }

    /// Notes the success of a fetch, which may have brought the announced change.
    ///
    /// - Returns: Whether the next process has to know of a change; `nil` if it already knows.
    mutating func notePursuit(of number: Int, isOwn: Bool, _ outcome: Outcome) -> Bool? {
        guard var pursuit = fetching.pursuit, number > pursuit.count else { return nil }
        let isNew = outcome == .document
        if isNew {
            pursuit.changes -= 1
            pursuit.attempts = 0
            if !setup.isLocal { fetching.settlesAt = now.uptime + Self.settlingTime }
        } else if isOwn {
            pursuit.attempts += 1
        }
        let isReached =
            !isNew && outcome != .previous && !standing.hasNewer && standing.document?.hasRevision(pursuit.id) == true
        guard pursuit.changes > 0, pursuit.attempts <= Self.pursuitPauses.count, !isReached else {
            fetching.pursuit = nil
            return pursuit.isKept ? false : nil
        }
        let isKept = pursuit.isKept
        pursuit.isKept = true
        fetching.pursuit = pursuit
        return isKept ? nil : true
    }

    /// Schedules the next fetch if the announced change hasn't arrived, or if it may have been taken back since.
    mutating func continuePursuit(after number: Int, _ outcome: Outcome, _ random: () -> Double) {
        guard isInForeground else { return }
        guard let pursuit = fetching.pursuit, number > pursuit.count else {
            if outcome == .outdated, let end = fetching.settlesAt {
                schedule(.announced, after: max(end - now.uptime, .zero))
            }
            return
        }
        let pause = Self.pursuitPauses[max(pursuit.attempts, 1) - 1]
        schedule(.announced, after: pause * (0.5 + random()))
    }
}

extension RefreshMachine.Document {
    /// Whether the identifier of an announcement is the document's revision, which may be an ETag.
    fileprivate func hasRevision(_ id: String?) -> Bool {
        guard let id, !id.isEmpty, let revision else { return false }
        return [id, "\"\(id)\"", "W/\"\(id)\""].contains(revision)
    }
}
