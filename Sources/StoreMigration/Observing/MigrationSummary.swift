public import FeatureToggles

/// What a migration has shown so far, in a few numbers and its newest differences: what the console and `toggles explain` show.
///
/// It never grows beyond ``maximumDifferences`` differences. Its texts are what the app lets people see: without more ado
/// neither values nor messages of errors.
public struct MigrationSummary: Sendable, Hashable {
    /// A comparison in which the stores did not agree.
    public struct Difference: Sendable, Hashable {
        /// When it was seen, in seconds since 1970.
        public var time: Int64
        /// What the read is called, if it has a name.
        public var name: String?
        /// What may be shown of the old store's value.
        public var old: String
        /// What may be shown of the new store's value.
        public var new: String

        /// Creates a difference.
        public init(time: Int64, name: String? = nil, old: String, new: String) {
            self.time = time
            self.name = name
            self.old = old
            self.new = new
        }
    }

    /// What one store has done.
    public struct Store: Sendable, Hashable {
        /// How often it was asked.
        public var operations: Int
        /// How often it failed.
        public var failures: Int
        /// What may be shown of its newest failure.
        public var lastFailure: String?

        /// Creates the numbers of a store.
        public init(operations: Int = 0, failures: Int = 0, lastFailure: String? = nil) {
            self.operations = operations
            self.failures = failures
            self.lastFailure = lastFailure
        }
    }

    /// How many differences are kept, the newest ones.
    public static let maximumDifferences = 3
    /// The longest text that is kept of a value, a name or an error, in characters.
    public static let maximumTextLength = 200

    /// Since when it counts, in seconds since 1970.
    public var since: Int64
    /// The stage of the newest operation.
    public var stage: MigrationStage
    /// How many reads there were.
    public var reads: Int
    /// How many writes there were.
    public var writes: Int
    /// How many reads were compared.
    public var checked: Int
    /// In how many of those the stores agreed.
    public var agreed: Int
    /// How many writes the authoritative store took, but not the other one.
    public var halfWrites: Int
    /// How many writes there were whose dual-write state could not be kept.
    public var stateErrors: Int
    /// The store that is left.
    public var old: Store
    /// The store that takes over.
    public var new: Store
    /// The newest differences, the newest one first.
    public var differences: [Difference]

    /// Creates an empty summary.
    ///
    /// - Parameters:
    ///   - since: When counting begins, in seconds since 1970.
    ///   - stage: The stage.
    public init(since: Int64, stage: MigrationStage = .off) {
        self.since = since
        self.stage = stage
        (reads, writes, checked, agreed, halfWrites, stateErrors) = (0, 0, 0, 0, 0, 0)
        (old, new) = (Store(), Store())
        differences = []
    }

    /// How many differences were seen.
    public var disagreed: Int { checked - agreed }

    /// Adds a difference as the newest one, cut to what is kept.
    public mutating func add(_ difference: Difference) {
        let difference = Difference(
            time: difference.time,
            name: difference.name.map(Self.cut),
            old: Self.cut(difference.old),
            new: Self.cut(difference.new)
        )
        differences = Array(([difference] + differences).prefix(Self.maximumDifferences))
    }

    /// Adds what was seen later.
    public mutating func add(_ later: MigrationSummary) {
        since = min(since, later.since)
        stage = later.stage
        reads = Self.sum(reads, later.reads)
        writes = Self.sum(writes, later.writes)
        checked = Self.sum(checked, later.checked)
        agreed = min(checked, Self.sum(agreed, later.agreed))
        halfWrites = Self.sum(halfWrites, later.halfWrites)
        stateErrors = Self.sum(stateErrors, later.stateErrors)
        old.add(later.old)
        new.add(later.new)
        differences = Array((later.differences + differences).prefix(Self.maximumDifferences))
    }

    /// A text as long as one is kept, on one line.
    package static func cut(_ text: String) -> String {
        // Before it is searched for what does not belong on a line, which is slow for a large value.
        let start = text.unicodeScalars.prefix(maximumTextLength)
        let line = JSONValue.oneLine(String(String.UnicodeScalarView(start)))
        let isWhole = start.endIndex == text.unicodeScalars.endIndex && line.count <= maximumTextLength
        return isWhole ? line : line.prefix(maximumTextLength - 1) + "…"
    }

    /// A sum that stays where it does not fit.
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
