import ToggleBase

/// Counts measurements, delivers them to listeners, and stores them in a file.
final class MeasurementHub: Sendable {
    /// The number of measurements buffered for a slow listener; older ones are dropped.
    static let bufferSize = 256

    private struct State {
        var summary: MigrationSummary
        /// The measurements that are not in the file yet; `nil` if all are.
        var unwritten: MigrationSummary?
        var listeners: [Int: AsyncStream<MigrationMeasurement>.Continuation] = [:]
        var nextListener = 0
    }

    private let state: Mutex<State>
    private let key: String
    private let keeper: SummaryKeeper?
    private let handler: (@Sendable (MigrationMeasurement) -> Void)?

    init(
        key: String,
        since: MigrationTime,
        keeper: SummaryKeeper?,
        handler: (@Sendable (MigrationMeasurement) -> Void)?
    ) {
        state = Mutex(State(summary: MigrationSummary(since: since.seconds)))
        self.key = key
        self.keeper = keeper
        self.handler = handler
    }

    deinit {
        for listener in state.withLock({ $0.listeners }).values { listener.finish() }
    }

    var summary: MigrationSummary { state.withLock(\.summary) }

    /// Returns a stream of each measurement from now on.
    func listen() -> AsyncStream<MigrationMeasurement> {
        let (stream, continuation) = AsyncStream<MigrationMeasurement>
            .makeStream(bufferingPolicy: .bufferingNewest(Self.bufferSize))
        let number = state.withLock { state in
            defer { state.nextListener += 1 }
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    func record(_ measurement: MigrationMeasurement) {
        let (listeners, mustWrite) = state.withLock { state in
            state.summary.count(measurement)
            guard keeper != nil else { return (state.listeners, false) }
            let isFirst = state.unwritten == nil
            // From now on, not from the start, because the file may have been deleted to count again.
            var unwritten = state.unwritten ?? MigrationSummary(since: measurement.time.seconds)
            unwritten.count(measurement)
            state.unwritten = unwritten
            return (state.listeners, isFirst)
        }
        // Outside the lock, in the order of subscription.
        handler?(measurement)
        for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) { listener.yield(measurement) }
        if mustWrite { keeper?.schedule { self.flush() } }
    }

    /// Writes new measurements to the file.
    func flush() {
        guard let keeper else { return }
        let news = state.withLock { state in
            defer { state.unwritten = nil }
            return state.unwritten
        }
        if let news { keeper.write(news, of: key) }
    }
}

extension MigrationTime {
    /// The whole seconds since 1970.
    var seconds: Int64 { millisecondsSince1970 / 1_000 }
}

extension MigrationSummary {
    /// Counts one operation.
    mutating func count(_ measurement: MigrationMeasurement) {
        stage = measurement.stage
        switch measurement.operation {
        case .read: reads += 1
        // The delivery of a synchronous write isn't another one.
        case .write: writes += measurement.latency(of: stage.authority) == nil ? 0 : 1
        }
        if measurement.isHalfWritten { halfWrites += 1 }
        if measurement.stateError != nil { stateErrors += 1 }
        if measurement.journalError != nil { journalErrors += 1 }
        if let invalid = measurement.invalidRecord {
            invalidWrites += 1
            let more = invalid.problems.count - 1
            add(
                InvalidRecord(
                    time: measurement.time.seconds,
                    record: measurement.record,
                    type: invalid.type,
                    problem: (invalid.problems.first ?? "") + (more > 0 ? " And \(more) more." : "")
                )
            )
        }
        if let consistency = measurement.consistency {
            checked += 1
            if consistency.isConsistent { agreed += 1 }
        }
        if let difference = measurement.difference { add(difference) }
        for run in measurement.runs {
            switch run.origin {
            case .old: old.count(run)
            case .new: new.count(run)
            }
        }
    }
}

extension MigrationSummary.Store {
    fileprivate mutating func count(_ run: MigrationMeasurement.Run) {
        operations += 1
        guard let error = run.error else { return }
        failures += 1
        lastFailure = MigrationSummary.cut(Redaction.text(ofError: error))
    }
}
