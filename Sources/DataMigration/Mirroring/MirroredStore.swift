/// A store in which settings have an old and a new name, so that an app that is put back to an older version finds what
/// the newer one wrote.
///
/// The newer version reads and writes through it, with either name; each write sets both at once. So when both names
/// disagree, only the older version can have written: ``adoptOldWrites(includingRemovals:)``, called at start, takes its
/// values over.
///
/// ```swift
/// let mapping = try SchemaMapping([MirroredKey("tab", as: "tab.selected")])
/// let settings = MirroredStore(JSONFileStore(path: path), mapping)
/// try settings.adoptOldWrites()
/// try settings.write { $0["tab.selected"] = "home" }      // sets tab, too
/// // … and in a later version, when the older ones are gone:
/// try settings.dropOldNames()
/// ```
public struct MirroredStore: Sendable {
    private let store: any MigrationStore
    private let mapping: SchemaMapping

    /// Creates a mirrored store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - mapping: The old and the new names.
    public init(_ store: any MigrationStore, _ mapping: SchemaMapping) {
        self.store = store
        self.mapping = mapping
    }

    /// All settings, under both names.
    public func read() throws(DataMigrationError) -> [String: StoredValue] {
        try store.read().values
    }

    /// Changes settings, all of them or none; both names of each that changes are set or removed.
    ///
    /// - Parameter change: Changes the settings, with old or new names. A store may call it more than once.
    /// - Throws: An error after which nothing has changed: the store cannot be written, a value has no counterpart under
    ///   the other name, or both names were set and disagree.
    public func write(_ change: (inout [String: StoredValue]) -> Void) throws(DataMigrationError) {
        try store.update { contents throws(DataMigrationError) in
            var new = contents
            change(&new.values)
            let old = contents.settings
            for key in mapping.keys {
                let hasOldChanged = new.settings[key.old] != old[key.old]
                let hasNewChanged = new.settings[key.new] != old[key.new]
                if hasNewChanged, hasOldChanged {
                    guard key.agree(new.settings[key.old], new.settings[key.new]) else {
                        throw MirrorDisagreement(key, new.settings).error
                    }
                } else if hasNewChanged {
                    new.settings[key.old] = try new.settings[key.new].map(key.backward)
                } else if hasOldChanged {
                    new.settings[key.new] = try new.settings[key.old].map(key.forward)
                }
            }
            return new == contents ? nil : new
        }
    }

    /// Compares both names of every setting.
    ///
    /// - Returns: The pairs that disagree, in the order of the mapping; none when all is well.
    public func verify() throws(DataMigrationError) -> [MirrorDisagreement] {
        let settings = try store.read().settings
        return disagreements(in: settings).map { MirrorDisagreement($0, settings) }
    }

    private func disagreements(in settings: Settings) -> [MirroredKey] {
        mapping.keys.filter { !$0.agree(settings[$0.old], settings[$0.new]) }
    }

    /// Takes over what an older version has written under the old names.
    ///
    /// - Parameter includingRemovals: Whether a setting without the old name was removed by an older version, and is
    ///   removed. Never say so once the old names are dropped: it would remove everything.
    /// - Returns: The pairs that were brought to agree.
    /// - Throws: An error after which nothing has changed.
    @discardableResult
    public func adoptOldWrites(
        includingRemovals: Bool = false
    ) throws(DataMigrationError) -> [MirrorDisagreement] {
        var adopted: [MirrorDisagreement] = []
        try store.update { contents throws(DataMigrationError) in
            adopted = []
            var new = contents
            let settings = contents.settings
            for key in disagreements(in: settings) where includingRemovals || settings.hasValue(key.old) {
                new.settings[key.new] = try settings[key.old].map(key.forward)
                adopted.append(MirrorDisagreement(key, settings))
            }
            return adopted.isEmpty ? nil : new
        }
        return adopted
    }

    /// Ends the rollout: removes the old names.
    ///
    /// - Throws: An error after which nothing has changed: two names disagree, or the store cannot be written.
    public func dropOldNames() throws(DataMigrationError) {
        try store.update { contents throws(DataMigrationError) in
            var new = contents
            let settings = contents.settings
            for key in mapping.keys where settings.hasValue(key.old) {
                guard key.agree(settings[key.old], settings[key.new]) else {
                    throw MirrorDisagreement(key, settings).error
                }
                new.settings[key.old] = nil
            }
            return new == contents ? nil : new
        }
    }
}
