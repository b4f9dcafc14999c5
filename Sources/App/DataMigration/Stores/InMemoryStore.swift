import ToggleBase

/// A store in memory, for tests and previews.
public final class InMemoryStore: SettingsStore {
    private struct State {
        var contents: StoreContents
        var generation = 0
        var backups: [StoreContents] = []
    }

    private let state: Mutex<State>

    /// The name of the store in messages.
    public let name: String

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - values: The settings.
    ///   - version: The version of the app that migrated last.
    ///   - name: The name of the store in messages.
    public init(_ values: [String: StoredValue] = [:], version: String? = nil, name: String = "memory") {
        state = Mutex(State(contents: StoreContents(values: values, record: MigrationRecord(version: version))))
        self.name = name
    }

    package init(_ contents: StoreContents) {
        state = Mutex(State(contents: contents))
        name = "memory"
    }

    /// The backups of clean starts, oldest first.
    public var backups: [StoreContents] { state.withLock(\.backups) }

    /// Reads the contents.
    public func read() -> StoreContents { state.withLock(\.contents) }

    /// Replaces the contents, and calls the closure again if another thread has changed them in the meantime.
    @discardableResult
    public func update(
        _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
    ) throws(DataMigrationError) -> Bool {
        while true {
            // Outside the lock, because the closure can take long and call anything.
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

    /// Moves the contents to ``backups``, and replaces them.
    public func startClean(with contents: StoreContents, if condition: (StoreContents?) -> Bool) -> CleanStart {
        while true {
            // Outside the lock, because the condition can call anything.
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
