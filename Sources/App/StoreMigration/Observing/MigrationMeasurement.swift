public import FeatureToggles

/// The measurement of one operation of a migration.
public struct MigrationMeasurement: Sendable {
    /// The part of an operation in one store.
    public struct Run: Sendable {
        /// The store.
        public let origin: MigrationOrigin
        /// The duration, including that of a failure.
        public let latency: Duration
        /// The error; `nil` if the store succeeded.
        public let error: (any Error)?
    }

    /// The result of comparing the two stores.
    public struct Consistency: Sendable, Hashable {
        /// Whether the stores agree.
        public let isConsistent: Bool
        /// The check ratio that selected the comparison, one read in this number; `nil` if every read is compared.
        public let checkRatio: Int?
    }

    /// The key of the migration toggle.
    public let key: String
    /// The kind of operation.
    public let operation: MigrationOperation
    /// The name of the operation, if it has one.
    public let name: String?
    /// The key of the written record, if the write has one; included in a summary only if the record was invalid.
    public let record: String?
    /// The user of the operation, see ``Migration/user(for:)``; never included in a summary or ``description``.
    public let user: String
    /// The stage and the reason for it, as read at the start of the operation.
    public let evaluation: Evaluation<MigrationStage>
    /// The stage that applies if no source has one.
    public let defaultStage: MigrationStage
    /// The stores that were used, in order, with their results.
    public let runs: [Run]
    /// Whether the stores agree; `nil` unless both stores were read, both succeeded, and the read was selected for
    /// comparison.
    public let consistency: Consistency?
    /// The text to show for two values that differ.
    public let difference: MigrationSummary.Difference?
    /// The error that prevented storing the user's dual-write state; `nil` if it was stored or none is recorded.
    ///
    /// The stored state may then claim too much: a store that was skipped counts as complete. The state is stored with
    /// the next successful change of the same user's state in this process. If the process ends first, the information
    /// is lost. So handle these errors, and mark the ``user`` in a later process with
    /// ``Migration/markIncomplete(_:for:since:)``.
    public let stateError: (any Error)?
    /// The error that prevented adding a write to the journal, or adding its payload, which was too large; `nil` if it was
    /// added or there is no journal.
    public let journalError: (any Error)?
    /// The wall-clock time at which the operation ended.
    public let time: MigrationTime

    /// The stage of the operation.
    public var stage: MigrationStage { evaluation.value }

    /// The stores that were used, in order.
    public var invoked: [MigrationOrigin] { runs.map(\.origin) }

    /// Returns the duration in a store, or `nil` if it was not used.
    public func latency(of origin: MigrationOrigin) -> Duration? {
        runs.first { $0.origin == origin }?.latency
    }

    /// Returns the error of a store, or `nil` if it succeeded or was not used.
    public func error(of origin: MigrationOrigin) -> (any Error)? {
        runs.first { $0.origin == origin }?.error
    }

    /// Whether the operation failed for its caller, because the authoritative store failed.
    public var hasFailed: Bool { error(of: stage.authority) != nil }

    /// Whether a write succeeded in the authoritative store only, because the other one failed.
    public var isHalfWritten: Bool {
        operation == .write && !hasFailed && error(of: stage.authority.other) != nil
    }

    /// The error of a write whose record was invalid, so that it was not written to one of the stores.
    public var invalidRecord: InvalidRecordError? {
        operation == .write ? runs.lazy.compactMap { $0.error as? InvalidRecordError }.first : nil
    }
}

extension MigrationMeasurement: CustomStringConvertible {
    /// One line for logs, without values and messages of errors.
    public var description: String {
        var parts = ["\(key) \(operation.rawValue)\(name.map { " ‘\($0)’" } ?? "") in \(stage.rawValue)"]
        parts += runs.map { run in
            let failure = run.error.map { ", failed with \(type(of: $0))" } ?? ""
            return "\(run.origin.rawValue) \(run.latency)\(failure)"
        }
        if let consistency { parts.append(consistency.isConsistent ? "agree" : "differ") }
        if let stateError { parts.append("dual-write state not stored: \(type(of: stateError))") }
        if let journalError { parts.append("missing or incomplete in the journal: \(type(of: journalError))") }
        return parts.joined(separator: "; ")
    }
}
