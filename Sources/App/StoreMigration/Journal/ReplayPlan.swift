/// Compares records of the stores with the journal, and determines how to restore them.
struct ReplayPlan {
    /// A record to restore in a store.
    struct Step {
        let finding: ReplayReport.Finding
        /// `nil` if it can't be restored.
        let record: RestoredRecord?
    }

    /// The newest entry of each record, sorted by record.
    private(set) var entries: [JournalEntry] = []
    private(set) var writes = 0

    /// Creates a plan for the entries of a journal.
    ///
    /// - Parameters:
    ///   - all: The entries, oldest first.
    ///   - user: The user whose records to restore; `nil` for those of all users.
    init(_ all: [JournalEntry], user: String?) {
        let digest = user.map { JournalEntry.digest(ofUser: $0) }
        var newest: [String: JournalEntry] = [:]
        for entry in all where entry.failed == nil {
            if let digest, entry.userDigest != digest { continue }
            writes += 1
            // Of two entries with the same time, the later one counts.
            if let known = newest[entry.record], known.time > entry.time { continue }
            newest[entry.record] = entry
        }
        entries = newest.values.sorted { $0.record < $1.record }
    }

    /// The result of comparing a record of a store with its entry.
    enum Result {
        case correct
        case newer
        case wrong(Step)
    }

    /// Compares a record of a store with its newest entry.
    ///
    /// - Parameters:
    ///   - store: The store, which the entry's write went to.
    ///   - entry: The newest entry.
    ///   - own: The record in this store.
    ///   - other: The record in the other store.
    /// - Returns: Whether the record is correct, and how to restore it otherwise.
    static func compare(
        _ store: MigrationOrigin,
        with entry: JournalEntry,
        _ own: StoredRecord?,
        _ other: StoredRecord?
    ) -> Result {
        if let other, other.modified > entry.time, own.map({ $0.modified < other.modified }) ?? true {
            // Written since, for example by a process that was killed before it could add an entry.
            return copy(of: other, to: store, entry, own)
        }
        if entry.isDeletion { return compareDeleted(store, with: entry, own) }
        guard let digest = entry.digest else { return compareWithoutDigest(store, with: entry, own, other) }
        if own?.digest == digest { return .correct }
        if let own, own.modified > entry.time { return .newer }
        let payload = entry.payload ?? (other?.digest == digest ? other?.payload : nil)
        return wrong(store, entry, own, at: entry.time, payload, entry.payload == nil ? .otherStore : .journal)
    }

    private static func copy(
        of other: StoredRecord,
        to store: MigrationOrigin,
        _ entry: JournalEntry,
        _ own: StoredRecord?
    ) -> Result {
        if let payload = other.payload { return wrong(store, entry, own, at: other.modified, payload, .otherStore) }
        return own?.payload == nil ? .correct : undeleted(store, entry, at: other.modified, .otherStore)
    }

    private static func undeleted(
        _ store: MigrationOrigin,
        _ entry: JournalEntry,
        at time: MigrationTime,
        _ origin: ReplayReport.Finding.Origin
    ) -> Result {
        let finding = ReplayReport.Finding(
            store: store,
            record: entry.record,
            time: time,
            problem: .undeleted,
            origin: origin
        )
        return .wrong(Step(finding: finding, record: RestoredRecord(key: entry.record, modified: time, payload: nil)))
    }

    private static func compareDeleted(
        _ store: MigrationOrigin,
        with entry: JournalEntry,
        _ own: StoredRecord?
    ) -> Result {
        guard let own, own.payload != nil else { return .correct }
        if own.modified > entry.time { return .newer }
        return undeleted(store, entry, at: entry.time, .journal)
    }

    /// Compares a record whose content is not in the journal with the one in the store that accepted the write first.
    private static func compareWithoutDigest(
        _ store: MigrationOrigin,
        with entry: JournalEntry,
        _ own: StoredRecord?,
        _ other: StoredRecord?
    ) -> Result {
        if let own, own.modified > entry.time { return .newer }
        let isAuthority = store == entry.stage.authority
        if isAuthority, let own, own.modified >= entry.time { return .correct }
        let right = other.flatMap { $0.modified >= entry.time ? $0 : nil }
        if let right, let own, own.digest == right.digest { return .correct }
        // Without the other one, an existing record of the right time can't be checked.
        if right == nil, let own, own.modified == entry.time { return .correct }
        return wrong(store, entry, own, at: right?.modified ?? entry.time, right?.payload, .otherStore)
    }

    private static func wrong(
        _ store: MigrationOrigin,
        _ entry: JournalEntry,
        _ own: StoredRecord?,
        at time: MigrationTime,
        _ payload: [UInt8]?,
        _ origin: ReplayReport.Finding.Origin
    ) -> Result {
        let problem: ReplayReport.Finding.Problem =
            if let own, own.payload != nil { own.modified < time ? .outdated : .damaged } else { .missing }
        let finding = ReplayReport.Finding(
            store: store,
            record: entry.record,
            time: time,
            problem: problem,
            origin: payload == nil ? nil : origin
        )
        let record = payload.map { RestoredRecord(key: entry.record, modified: time, payload: $0) }
        return .wrong(Step(finding: finding, record: record))
    }
}
