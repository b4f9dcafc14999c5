import FeatureToggles

/// Takes measurements: counts them, hands them on to whoever listens, and has them kept in a file.
final class MeasurementHub: Sendable {
    /// How many measurements wait for a listener that is slow; older ones are dropped.
    static let bufferSize = 256

    private struct State {
        var summary: MigrationSummary
        /// What is not in the file yet, since its first measurement; `nil` when all is.
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

    /// Each measurement from now on.
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
            // From here on, not from the start: the file may have been deleted to count anew.
            var unwritten = state.unwritten ?? MigrationSummary(since: measurement.time.seconds)
            unwritten.count(measurement)
            state.unwritten = unwritten
            return (state.listeners, isFirst)
        }
        // Outside the lock, in the order in which they subscribed.
        handler?(measurement)
        for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) { listener.yield(measurement) }
        if mustWrite { keeper?.schedule { self.flush() } }
    }

    /// Writes into the file what is not there yet.
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
    /// Adds one operation.
    mutating func count(_ measurement: MigrationMeasurement) {
        stage = measurement.stage
        switch measurement.operation {
        case .read: reads += 1
        case .write: writes += 1
        }
        if measurement.isHalfWritten { halfWrites += 1 }
        if measurement.stateError != nil { stateErrors += 1 }
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
