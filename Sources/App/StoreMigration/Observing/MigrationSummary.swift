public import FeatureToggles

/// The results of a migration so far: some numbers, the newest differences, and the newest invalid records, as shown by
/// the console and `toggles explain`.
///
/// It never contains more than ``maximumDifferences`` differences, and as many invalid records. Its texts are those that
/// the app allows to be shown: by default, neither values nor messages of errors. The only identifiers are the keys of
/// invalid records.
public struct MigrationSummary: Sendable, Hashable {
    /// A comparison in which the stores did not agree.
    public struct Difference: Sendable, Hashable {
        /// When the difference was found, in seconds since 1970.
        public var time: Int64
        /// The name of the read, if it has one.
        public var name: String?
        /// The text to show for the old store's value.
        public var old: String
        /// The text to show for the new store's value.
        public var new: String

        /// Creates a difference.
        public init(time: Int64, name: String? = nil, old: String, new: String) {
            self.time = time
            self.name = name
            self.old = old
            self.new = new
        }
    }

    /// A record that was not written, because it doesn't have the shape that its store requires.
    public struct InvalidRecord: Sendable, Hashable {
        /// When the write failed, in seconds since 1970.
        public var time: Int64
        /// The key of the record, if the write has one.
        public var record: String?
        /// The name of the record type.
        public var type: String
        /// What is wrong with the record.
        public var problem: String

        /// Creates an invalid record.
        public init(time: Int64, record: String? = nil, type: String, problem: String) {
            self.time = time
            self.record = record
            self.type = type
            self.problem = problem
        }
    }

    /// The operations of one store.
    public struct Store: Sendable, Hashable {
        /// The number of operations.
        public var operations: Int
        /// The number of failed operations.
        public var failures: Int
        /// The text to show for the newest failure.
        public var lastFailure: String?

        /// Creates the numbers of a store.
        public init(operations: Int = 0, failures: Int = 0, lastFailure: String? = nil) {
            self.operations = operations
            self.failures = failures
            self.lastFailure = lastFailure
        }
    }

    /// The maximum number of differences, and of invalid records, to keep, the newest ones.
    public static let maximumDifferences = 3
    /// The maximum length of the text of a value, name, or error, in characters.
    public static let maximumTextLength = 200

    /// When counting began, in seconds since 1970.
    public var since: Int64
    /// The stage of the newest operation.
    public var stage: MigrationStage
    /// The number of reads.
    public var reads: Int
    /// The number of writes.
    public var writes: Int
    /// The number of compared reads.
    public var checked: Int
    /// The number of compared reads in which the stores agreed.
    public var agreed: Int
    /// The number of writes that succeeded in the authoritative store only.
    public var halfWrites: Int
    /// The number of writes whose dual-write state could not be stored.
    public var stateErrors: Int
    /// The number of writes with an invalid record.
    ///
    /// While the old store is authoritative, they are also half-writes.
    public var invalidWrites: Int
    /// The number of writes that could not be added to the journal, or only without their payload.
    public var journalErrors: Int
    /// The operations of the old store.
    public var old: Store
    /// The operations of the new store.
    public var new: Store
    /// The newest differences, newest first.
    public var differences: [Difference]
    /// The newest invalid records, newest first.
    public var invalidRecords: [InvalidRecord]

    /// Creates an empty summary.
    ///
    /// - Parameters:
    ///   - since: When counting begins, in seconds since 1970.
    ///   - stage: The stage.
    public init(since: Int64, stage: MigrationStage = .off) {
        self.since = since
        self.stage = stage
        (reads, writes, checked, agreed, halfWrites, stateErrors) = (0, 0, 0, 0, 0, 0)
        (invalidWrites, journalErrors) = (0, 0)
        (old, new) = (Store(), Store())
        differences = []
        invalidRecords = []
    }

    /// The number of differences found.
    public var disagreed: Int { checked - agreed }

    /// Adds a difference as the newest one, with its texts truncated.
    public mutating func add(_ difference: Difference) {
        let difference = Difference(
            time: difference.time,
            name: difference.name.map(Self.cut),
            old: Self.cut(difference.old),
            new: Self.cut(difference.new)
        )
        differences = Array(([difference] + differences).prefix(Self.maximumDifferences))
    }

    /// Adds an invalid record as the newest one, with its texts truncated.
    public mutating func add(_ invalid: InvalidRecord) {
        let invalid = InvalidRecord(
            time: invalid.time,
            record: invalid.record.map(Self.cut),
            type: Self.cut(invalid.type),
            problem: Self.cut(invalid.problem)
        )
        invalidRecords = Array(([invalid] + invalidRecords).prefix(Self.maximumDifferences))
    }

    /// Adds a later summary.
    public mutating func add(_ later: MigrationSummary) {
        since = min(since, later.since)
        stage = later.stage
        reads = Self.sum(reads, later.reads)
        writes = Self.sum(writes, later.writes)
        checked = Self.sum(checked, later.checked)
        agreed = min(checked, Self.sum(agreed, later.agreed))
        halfWrites = Self.sum(halfWrites, later.halfWrites)
        stateErrors = Self.sum(stateErrors, later.stateErrors)
        invalidWrites = Self.sum(invalidWrites, later.invalidWrites)
        journalErrors = Self.sum(journalErrors, later.journalErrors)
        old.add(later.old)
        new.add(later.new)
        differences = Array((later.differences + differences).prefix(Self.maximumDifferences))
        invalidRecords = Array((later.invalidRecords + invalidRecords).prefix(Self.maximumDifferences))
    }

    /// Returns a text on one line, truncated to the maximum length.
    static func cut(_ text: String) -> String {
        // Truncate before replacing line breaks and similar characters, which is slow for a large value.
        let start = text.unicodeScalars.prefix(maximumTextLength)
        let line = JSONValue.oneLine(String(String.UnicodeScalarView(start)))
        let isWhole = start.endIndex == text.unicodeScalars.endIndex && line.count <= maximumTextLength
        return isWhole ? line : line.prefix(maximumTextLength - 1) + "…"
    }

    /// Returns a sum, or the maximum if it overflows.
    fileprivate static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }
}

extension MigrationSummary.Store {
    fileprivate mutating func add(_ later: Self) {
        operations = MigrationSummary.sum(operations, later.operations)
        failures = MigrationSummary.sum(failures, later.failures)
        lastFailure = later.lastFailure ?? lastFailure
    }
}
