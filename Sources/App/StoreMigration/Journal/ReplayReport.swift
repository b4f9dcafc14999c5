/// What a ``MigrationReplay`` found and restored.
public struct ReplayReport: Sendable, Hashable {
    /// A record that a store lacks, or contains in a wrong version.
    public struct Finding: Sendable, Hashable {
        /// What is wrong with the record.
        public enum Problem: String, Sendable, Hashable {
            /// The store lacks the record.
            case missing
            /// The store contains an older version.
            case outdated
            /// The store contains other content for the same time.
            case damaged
            /// The store contains a record that was deleted.
            case undeleted
        }

        /// Where the record can be restored from.
        public enum Origin: String, Sendable, Hashable {
            /// The journal, which contains the record or its deletion.
            case journal
            /// The other store, which contains the version that the journal names, or a newer one.
            case otherStore = "other store"
        }

        /// The store.
        public let store: MigrationOrigin
        /// The key of the record.
        public let record: String
        /// The time of the version that the store should contain.
        public let time: MigrationTime
        /// What is wrong with the record.
        public let problem: Problem
        /// Where the record can be restored from; `nil` if neither the journal nor the other store has it.
        public let origin: Origin?
    }

    /// Whether the replay only planned, and restored nothing.
    var isPlan = false
    /// The number of writes in the journal.
    public internal(set) var writes = 0
    /// The number of lines of the journal that aren't entries.
    public internal(set) var unreadableLines = 0
    /// The number of different records in the journal.
    public internal(set) var records = 0
    /// The number of records that a store contains in a version later than the journal, which is left unchanged.
    public internal(set) var newer = 0
    /// What the stores lack, sorted by store and record.
    public internal(set) var findings: [Finding] = []
    /// The number of records that were restored, and verified by reading them again; 0 for a plan.
    public internal(set) var restored = 0
    /// What is still wrong after restoring; for a plan, what can't be restored.
    public internal(set) var remaining: [Finding] = []

    /// Whether the stores contain everything that they should according to the journal.
    public var isComplete: Bool { remaining.isEmpty && restored == findings.count }
}

extension ReplayReport: CustomStringConvertible {
    /// One line for logs: `310 writes of 120 records; 3 findings, 2 restored, 1 remaining`, or for a plan,
    /// `310 writes of 120 records; 3 findings, 2 can be restored`.
    public var description: String {
        func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let ignored = unreadableLines > 0 ? ", \(counted(unreadableLines, "unreadable line"))" : ""
        let result =
            isPlan
            ? "\(findings.count - remaining.count) can be restored"
            : "\(restored) restored, \(remaining.count) remaining"
        return """
            \(counted(writes, "write")) of \(counted(records, "record"))\(ignored); \(counted(findings.count, "finding")), \
            \(result)
            """
    }
}
