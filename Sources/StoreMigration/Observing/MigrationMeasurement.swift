public import FeatureToggles

/// What one operation of a migration did.
public struct MigrationMeasurement: Sendable {
    /// What one store did.
    public struct Run: Sendable {
        /// The store.
        public let origin: MigrationOrigin
        /// How long it took, also to fail.
        public let latency: Duration
        /// Why it failed; `nil` when it did not.
        public let error: (any Error)?
    }

    /// Whether the two stores agree.
    public struct Consistency: Sendable, Hashable {
        /// Whether they do.
        public let isConsistent: Bool
        /// The check ratio that drew the comparison: one in so many; `nil` when each read is compared.
        public let checkRatio: Int?
    }

    /// The key of the migration toggle.
    public let key: String
    /// Whether it was a read or a write.
    public let operation: MigrationOperation
    /// What the operation is called, if it has a name.
    public let name: String?
    /// The user that the operation counts for, see ``Migration/user(for:)``; in no summary and no ``description``.
    public let user: String
    /// The stage and why it is that one, as read once at the start.
    public let evaluation: Evaluation<MigrationStage>
    /// The stage when no source has one.
    public let defaultStage: MigrationStage
    /// What the stores did, those that were invoked, in the order in which they were.
    public let runs: [Run]
    /// Whether the stores agree, where that was checked: both were read, both succeeded, and the comparison was drawn.
    public let consistency: Consistency?
    /// What may be shown of two values that differ.
    public let difference: MigrationSummary.Difference?
    /// Why the dual-write state of the user could not be kept; `nil` when it was, or is not kept.
    ///
    /// The state that is kept may then say more than is so: a store that was left out counts as whole. What was to be kept is
    /// not forgotten, and is kept with the next change of the same user's state that succeeds in this process. When the process
    /// ends before, nobody knows of it: see to such errors, and mark the ``user`` in a later process with
    /// ``Migration/markIncomplete(_:for:since:)``.
    public let stateError: (any Error)?
    /// When the operation ended, by the clock on the wall.
    public let time: MigrationTime

    /// The stage in which the operation was done.
    public var stage: MigrationStage { evaluation.value }

    /// The stores that were invoked, in the order in which they were.
    public var invoked: [MigrationOrigin] { runs.map(\.origin) }

    /// How long a store took; `nil` when it was not invoked.
    public func latency(of origin: MigrationOrigin) -> Duration? {
        runs.first { $0.origin == origin }?.latency
    }

    /// Why a store failed; `nil` when it did not or was not invoked.
    public func error(of origin: MigrationOrigin) -> (any Error)? {
        runs.first { $0.origin == origin }?.error
    }

    /// Whether the operation failed for its caller: the authoritative store did.
    public var hasFailed: Bool { error(of: stage.authority) != nil }

    /// Whether a write is in the authoritative store only, because the other one failed.
    public var isHalfWritten: Bool {
        operation == .write && !hasFailed && error(of: stage.authority.other) != nil
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
        if let stateError { parts.append("dual-write state not kept: \(type(of: stateError))") }
        return parts.joined(separator: "; ")
    }
}
