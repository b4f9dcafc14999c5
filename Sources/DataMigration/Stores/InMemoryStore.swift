import DurableFiles

/// A store that is gone with the process: for tests and previews.
public final class InMemoryStore: MigrationStore {
    private struct State {
        var contents: StoreContents
        var generation = 0
        var backups: [StoreContents] = []
    }

    private let state: Mutex<State>

    /// What the store is called in messages.
    public let name: String

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - values: The settings in it.
    ///   - version: The version of the app that migrated last.
    ///   - name: What the store is called in messages.
    public init(_ values: [String: StoredValue] = [:], version: String? = nil, name: String = "memory") {
        state = Mutex(State(contents: StoreContents(values: values, record: MigrationRecord(version: version))))
        self.name = name
    }

    package init(_ contents: StoreContents) {
        state = Mutex(State(contents: contents))
        name = "memory"
    }

    /// The contents that were kept when the store was started clean, oldest first.
    public var backups: [StoreContents] { state.withLock(\.backups) }

    /// Reads everything.
    public func read() -> StoreContents { state.withLock(\.contents) }

    /// Replaces everything; asks again when somebody else was faster.
    @discardableResult
    public func update(
        _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
    ) throws(DataMigrationError) -> Bool {
        while true {
            // The change may take long and call anything, so it does not run under the lock.
            let (contents, generation) = state.withLock { ($0.contents, $0.generation) }
            guard let changed = try change(contents) else { return false }
            let isDone = state.withLock { state in
                guard state.generation == generation else { return false }
                state.contents = changed
                state.generation += 1
                return true
            }
            if isDone { return true }
        }
    }

    /// Keeps what is there in ``backups``.
    public func startClean(with contents: StoreContents, if condition: (StoreContents?) -> Bool) -> CleanStart {
        while true {
            // The condition may call anything, so it is not asked under the lock.
            let (old, generation) = state.withLock { ($0.contents, $0.generation) }
            guard condition(old) else { return .refused }
            let end: CleanStart? = state.withLock { state in
                guard state.generation == generation else { return nil }
                if old != StoreContents() { state.backups.append(old) }
                state.contents = contents
                state.generation += 1
                return .started(backup: old == StoreContents() ? nil : "backup \(state.backups.count) of \(name)")
            }
            if let end { return end }
        }
    }
}
