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
            for key in mapping.keys {
                let hasOldChanged = new.values[key.old] != contents.values[key.old]
                let hasNewChanged = new.values[key.new] != contents.values[key.new]
                if hasNewChanged, hasOldChanged {
                    guard key.agree(new.values[key.old], new.values[key.new]) else {
                        throw MirrorDisagreement(key, new.values).error
                    }
                } else if hasNewChanged {
                    new.values[key.old] = try new.values[key.new].map(key.backward)
                } else if hasOldChanged {
                    new.values[key.new] = try new.values[key.old].map(key.forward)
                }
            }
            return new == contents ? nil : new
        }
    }

    /// Compares both names of every setting.
    ///
    /// - Returns: The pairs that disagree, in the order of the mapping; none when all is well.
    public func verify() throws(DataMigrationError) -> [MirrorDisagreement] {
        disagreements(in: try store.read().values).map { MirrorDisagreement($0.key, $0.values) }
    }

    private func disagreements(
        in values: [String: StoredValue]
    ) -> [(key: MirroredKey, values: [String: StoredValue])] {
        mapping.keys.filter { !$0.agree(values[$0.old], values[$0.new]) }.map { ($0, values) }
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
            for (key, values) in disagreements(in: contents.values)
            where includingRemovals || values[key.old] != nil {
                new.values[key.new] = try values[key.old].map(key.forward)
                adopted.append(MirrorDisagreement(key, values))
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
            for key in mapping.keys where contents.values[key.old] != nil {
                guard key.agree(contents.values[key.old], contents.values[key.new]) else {
                    throw MirrorDisagreement(key, contents.values).error
                }
                new.values[key.old] = nil
            }
            return new == contents ? nil : new
        }
    }
}
