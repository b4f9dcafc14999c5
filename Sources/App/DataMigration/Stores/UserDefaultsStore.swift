package import ToggleBase

/// The settings in `UserDefaults`: the app's own, a suite, or an app group.
///
/// ```swift
/// let store = UserDefaultsStore()                                 // UserDefaults.standard
/// let shared = UserDefaultsStore(suite: "group.com.example.shop")
/// ```
///
/// `UserDefaults` has no call that changes several values at once. So a commit first writes all of its changes as a
/// single value with the key ``journalKey``, then makes them, and then removes that value. If the process is killed in
/// between, the next run makes the remaining changes before it does anything else. Only values that a step changed are
/// written, so other processes can change other values at the same time.
///
/// The store contains the values of this domain only: neither registered defaults, nor launch arguments, nor the global
/// domain. Two keys are reserved: ``recordKey`` and ``journalKey``.
///
/// `UserDefaults` has no lock, either. If several processes migrate the same app group, such as an app and its
/// extension, pass each the same `lockFile` in the group's container.
public struct UserDefaultsStore: SettingsStore {
    /// The key of the migrator's record.
    public static let recordKey = PropertyListStore.recordKey
    /// The key of an unfinished commit.
    public static let journalKey = "DataMigration.journal"
    /// The number of attempts if other processes keep changing values in the meantime.
    private static let maximumAttempts = 5

    private let domain: any DefaultsDomain
    private let lock: DurableFile?
    private let secondsSince1970: @Sendable () -> Int

    /// The name of the store in messages.
    public var name: String { "UserDefaults of \(domain.name)" }

    /// Creates a store, without reading or writing anything.
    ///
    /// - Parameters:
    ///   - suite: The name of a suite or an app group; `nil` uses `UserDefaults.standard`.
    ///   - lockFile: The path of a file that all processes lock while they migrate the suite; `nil` if only one process
    ///     does. The file itself isn't created; the lock is a file next to it.
    public init(suite: String? = nil, lockFile: String? = nil) {
        self.init(
            SuiteDefaults(suite: suite),
            lock: lockFile.map { DurableFile(path: $0, maximumSize: PropertyListStore.maximumSize) }
        )
    }

    package init(
        _ domain: any DefaultsDomain,
        lock: DurableFile? = nil,
        secondsSince1970: @escaping @Sendable () -> Int = { Int(clamping: SystemTime.secondsSince1970) }
    ) {
        self.domain = domain
        self.lock = lock
        self.secondsSince1970 = secondsSince1970
    }

    /// Reads the values.
    ///
    /// If a commit was interrupted, these are the values after it, although the remaining changes aren't made yet.
    public func read() throws(DataMigrationError) -> StoreContents {
        try known().contents
    }

    /// Completes a commit that a killed process began.
    ///
    /// The migrator calls it at the beginning of each run. A value that someone else has changed since then stays.
    public func recover() throws(DataMigrationError) {
        guard try known().journal != nil else { return }
        try withLock { () throws(DataMigrationError) in
            // Another process may have completed it in the meantime.
            if let journal = try known().journal { try finish(journal) }
        }
    }

    /// Changes the values that differ, all or nothing.
    ///
    /// Calls the closure again if someone else has changed values in the meantime. There is a moment between this check
    /// and the commit, in which only processes with the same lock file are excluded.
    ///
    /// - Throws: The error of the closure, or one without having changed anything; with the code
    ///   ``DataMigrationError/Code/locked``, also if the closure, or an observer of `UserDefaults`, changes the same
    ///   store.
    @discardableResult
    public func update(
        _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
    ) throws(DataMigrationError) -> Bool {
        try withLock { () throws(DataMigrationError) in
            for _ in 0..<Self.maximumAttempts {
                var known = try known()
                if let journal = known.journal {
                    try finish(journal)
                    known = try self.known()
                }
                guard let new = try change(known.contents), new != known.contents else { return false }
                let journal = DefaultsJournal(from: known.values, to: try flat(new))
                guard try self.known().values == known.values else { continue }
                try commit(journal)
                return true
            }
            throw DataMigrationError(
                .locked,
                "\(name): The values changed during each of \(Self.maximumAttempts) attempts; migrate before other code writes them."
            )
        }
    }

    /// Copies all values to the suite `<name>.backup-<time>-<number>`, and replaces them.
    ///
    /// Backups are never removed. Those of an app group are in the app's own container.
    public func startClean(
        with contents: StoreContents,
        if condition: (StoreContents?) -> Bool
    ) throws(DataMigrationError) -> CleanStart {
        let new = try flat(contents)
        return try withLock { () throws(DataMigrationError) in
            var known: Known?
            do throws(DataMigrationError) {
                known = try self.known()
                if let journal = known?.journal {
                    try finish(journal)
                    known = try self.known()
                }
            } catch  where error.code == .malformed {
                // A journal that can't be parsed can't be completed. All values are kept in the backup.
            }
            guard condition(known?.contents) else { return .refused }
            var old = try domain.values()
            let backup = try keepBackup(of: old)
            old[Self.journalKey] = nil
            try commit(DefaultsJournal(from: old, to: new))
            return .started(backup: backup)
        }
    }

    /// Throws an error for `null`, reserved keys, values that are nested too deeply, and others that `UserDefaults` would
    /// change, such as fractions of a second in a date of 1970.
    public func check(_ values: [String: StoredValue]) throws(DataMigrationError) {
        _ = try flat(StoreContents(values: values))
    }

    /// The values with their meaning.
    private struct Known {
        let contents: StoreContents
        /// All values, after the commit of the journal.
        let values: [String: StoredValue]
        let journal: DefaultsJournal?
    }

    private func known() throws(DataMigrationError) -> Known {
        var values = try domain.values()
        var journal: DefaultsJournal?
        if let stored = values.removeValue(forKey: Self.journalKey) {
            guard let known = DefaultsJournal(stored: stored) else {
                throw DataMigrationError(
                    .malformed,
                    """
                    “\(Self.journalKey)” in \(name) is not a valid journal of the migrator; remove it to use the values as \
                    they are.
                    """
                )
            }
            values = known.applied(to: values)
            journal = known
        }
        return Known(contents: try StoreContents(flat: values, store: name), values: values, journal: journal)
    }

    /// Returns the values with the record.
    private func flat(_ contents: StoreContents) throws(DataMigrationError) -> [String: StoredValue] {
        var values = contents.values
        guard values[Self.journalKey] == nil else {
            throw DataMigrationError(
                .invalidValue,
                key: Self.journalKey,
                "“\(Self.journalKey)” is reserved for the migrator; choose another key."
            )
        }
        for (key, list) in try contents.flat() {
            let read = StoredValue(propertyList: list)
            guard let value = values[key], read != value else { continue }
            throw DataMigrationError(
                .invalidValue,
                key: key,
                read == nil
                    ? "“\(key)” is nested too deeply for UserDefaults; use fewer levels of arrays and dictionaries."
                    : "“\(key)” would not read back as intended from UserDefaults; use dates in whole seconds."
            )
        }
        if !contents.record.isEmpty { values[Self.recordKey] = contents.record.stored }
        return values
    }

    /// Makes changes, all or nothing.
    ///
    /// They are committed once the journal has left the process.
    private func commit(_ journal: DefaultsJournal) throws(DataMigrationError) {
        let stored = journal.stored
        guard let list = stored.propertyList, StoredValue(propertyList: list, depth: -DefaultsJournal.depth) == stored
        else {
            throw DataMigrationError(
                .invalidValue,
                "\(name): The changes would not read back as intended."
            )
        }
        domain.set(stored, forKey: Self.journalKey)
        guard domain.synchronize() else {
            domain.remove(Self.journalKey)
            _ = domain.synchronize()
            throw DataMigrationError(
                .unwritable,
                "\(name) cannot be saved; check the storage and the entitlements of the app."
            )
        }
        try finish(journal)
    }

    /// Makes the remaining changes of a journal, and removes it.
    private func finish(_ journal: DefaultsJournal) throws(DataMigrationError) {
        for change in journal.pending(in: try domain.values()) {
            if let value = change.after {
                domain.set(value, forKey: change.key)
            } else {
                domain.remove(change.key)
            }
        }
        // Otherwise the journal stays, and the next run tries again.
        guard domain.synchronize() else { return }
        domain.remove(Self.journalKey)
        _ = domain.synchronize()
    }

    private func keepBackup(of values: [String: StoredValue]) throws(DataMigrationError) -> String? {
        guard !values.isEmpty else { return nil }
        let time = secondsSince1970()
        var number = 1
        var backup = domain.other(named: "\(domain.name).backup-\(time)-\(number)")
        while try !backup.values().isEmpty {
            number += 1
            backup = domain.other(named: "\(domain.name).backup-\(time)-\(number)")
        }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { backup.set(value, forKey: key) }
        guard backup.synchronize() else {
            throw DataMigrationError(
                .unwritable,
                "\(name): The backup \(backup.name) cannot be saved; free some storage."
            )
        }
        return backup.name
    }

    private func withLock<Result>(
        _ body: () throws(DataMigrationError) -> Result
    ) throws(DataMigrationError) -> Result {
        try DefaultsLock.of(domain.name).hold(for: name) { () throws(DataMigrationError) in
            guard let lock else { return try body() }
            let locked: LockedFile
            do throws(DurableFileError) {
                locked = try lock.lock()
            } catch {
                let code: DataMigrationError.Code = error.kind == .locked ? .locked : .unwritable
                throw DataMigrationError(code, "\(error.path): \(error.message)")
            }
            defer { locked.unlock() }
            return try body()
        }
    }
}
