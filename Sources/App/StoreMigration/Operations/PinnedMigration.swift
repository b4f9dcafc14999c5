public import FeatureToggles

/// A migration whose stage is fixed.
///
/// ```swift
/// let books = migration.pinned(for: user.context)
/// var book = try await books.read { try await sqlite.book(id) } new: { try await cloud.book(id) }
/// book.title = title
/// try await books.write { [book] in try await sqlite.save(book) } new: { [book] in try await cloud.save(book) }
/// ```
public struct PinnedMigration: Sendable {
    /// The migration.
    public let migration: Migration
    /// The stage and the reason for it.
    public let evaluation: Evaluation<MigrationStage>
    /// The user of the operations, even if another user signs in; see ``Migration/user(for:)``.
    public let user: String

    /// The stage.
    public var stage: MigrationStage { evaluation.value }

    /// Creates a measurement, and delivers it to the summary and all listeners.
    func record(
        _ operation: MigrationOperation,
        _ name: String?,
        key: String? = nil,
        runs: [MigrationMeasurement.Run],
        consistency: MigrationMeasurement.Consistency? = nil,
        difference: (old: String, new: String)? = nil,
        stateError: (any Error)? = nil,
        journalError: (any Error)? = nil
    ) {
        let time = migration.environment.now()
        migration.hub.record(
            MigrationMeasurement(
                key: migration.toggle.reference.key,
                operation: operation,
                name: name,
                record: key,
                user: user,
                evaluation: evaluation,
                defaultStage: migration.toggle.defaultValue,
                runs: runs,
                consistency: consistency,
                difference: difference.map {
                    MigrationSummary.Difference(time: time.seconds, name: name, old: $0.old, new: $0.new)
                },
                stateError: stateError,
                journalError: journalError,
                time: time
            )
        )
    }
}

/// The result of an operation in one store.
struct Attempt<Value, Failure: Error> {
    let origin: MigrationOrigin
    let result: Result<Value, Failure>
    let latency: Duration

    /// Runs the operation in a store.
    init(
        _ origin: MigrationOrigin,
        _ environment: MigrationEnvironment,
        _ body: () async throws(Failure) -> Value
    ) async {
        self.origin = origin
        let start = environment.uptime()
        do throws(Failure) {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        latency = environment.uptime() - start
    }

    /// Runs a synchronous operation in a store.
    init(
        _ origin: MigrationOrigin,
        _ environment: MigrationEnvironment,
        synchronous body: () throws(Failure) -> Value
    ) {
        self.origin = origin
        let start = environment.uptime()
        result = Result(catching: body)
        latency = environment.uptime() - start
    }

    var value: Value? {
        if case .success(let value) = result { value } else { nil }
    }

    var isFailure: Bool {
        if case .failure = result { true } else { false }
    }

    var run: MigrationMeasurement.Run {
        let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
        return MigrationMeasurement.Run(origin: origin, latency: latency, error: error)
    }
}

extension Attempt: Sendable where Value: Sendable {}
