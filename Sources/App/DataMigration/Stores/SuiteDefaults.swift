import Foundation

/// A domain of the real `UserDefaults`.
struct SuiteDefaults: DefaultsDomain {
    /// The suite; `nil` for the app's own domain.
    private let suite: String?
    let name: String

    init(suite: String?) {
        let own = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        // The app's own domain isn't a suite.
        self.suite = suite == own ? nil : suite
        name = suite ?? own
    }

    /// The instance, which is created for each call, because only some platforms declare the class as sendable.
    ///
    /// All instances share a cache.
    private var defaults: UserDefaults? {
        suite.map { UserDefaults(suiteName: $0) } ?? .standard
    }

    func values() throws(DataMigrationError) -> [String: StoredValue] {
        guard name != UserDefaults.globalDomain, !name.isEmpty, let defaults else {
            throw DataMigrationError(
                .unreadable,
                "“\(name)” is not a valid suite of UserDefaults; use the name of a suite or app group of the app."
            )
        }
        var values: [String: StoredValue] = [:]
        for (key, value) in defaults.persistentDomain(forName: name) ?? [:] {
            // The values in a journal can be as deep as others.
            let depth = key == UserDefaultsStore.journalKey ? -DefaultsJournal.depth : 0
            guard let stored = StoredValue(propertyList: value, depth: depth) else {
                throw DataMigrationError(
                    .unreadable,
                    key: key,
                    """
                    “\(key)” in UserDefaults of \(name) cannot be migrated: it is nested too deeply, contains an integer that \
                    is too large, or is not a value of a property list.
                    """
                )
            }
            values[key] = stored
        }
        return values
    }

    func set(_ value: StoredValue, forKey key: String) {
        defaults?.set(value.propertyList, forKey: key)
    }

    func remove(_ key: String) {
        defaults?.removeObject(forKey: key)
    }

    func synchronize() -> Bool {
        defaults?.synchronize() ?? false
    }

    func other(named name: String) -> any DefaultsDomain {
        SuiteDefaults(suite: name)
    }
}
