/// The changes of one commit to `UserDefaults`, which are written as a single value before the first of them is made.
struct DefaultsJournal: Hashable {
    /// The change of a value.
    struct Change: Hashable {
        let key: String
        /// The value before the commit; `nil` if there was none.
        let before: StoredValue?
        /// The value after the commit; `nil` to remove it.
        let after: StoredValue?
    }

    /// The number of arrays and dictionaries around a value in ``stored``.
    static let depth = 3
    /// The version of the format.
    private static let formatVersion = 1

    /// The changes, in order.
    let changes: [Change]

    /// Creates the journal of the difference between two states, with the record of the migrator at the end.
    init(from old: [String: StoredValue], to new: [String: StoredValue]) {
        let keys = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        let record = PropertyListStore.recordKey
        changes = keys.sorted { ($0 == record ? 1 : 0, $0) < ($1 == record ? 1 : 0, $1) }
            .map { Change(key: $0, before: old[$0], after: new[$0]) }
    }

    /// Creates a journal from its stored form, or returns `nil` if it is invalid.
    init?(stored: StoredValue) {
        guard case .dictionary(let members) = stored, members["version"] == .integer(Self.formatVersion),
            case .array(let elements)? = members["changes"]
        else { return nil }
        var changes: [Change] = []
        for element in elements {
            guard case .dictionary(let members) = element, case .string(let key)? = members["key"] else { return nil }
            changes.append(Change(key: key, before: members["before"], after: members["after"]))
        }
        self.changes = changes
    }

    /// The journal as a value.
    var stored: StoredValue {
        let elements = changes.map { change in
            var members: [String: StoredValue] = ["key": .string(change.key)]
            members["before"] = change.before
            members["after"] = change.after
            return StoredValue.dictionary(members)
        }
        return .dictionary(["version": .integer(Self.formatVersion), "changes": .array(elements)])
    }

    /// Returns the changes that aren't made yet.
    ///
    /// A value that differs from both states was changed by someone else after the commit began, so it stays.
    ///
    /// - Parameter values: The current values.
    /// - Returns: The changes, in order.
    func pending(in values: [String: StoredValue]) -> [Change] {
        changes.filter { values[$0.key] == $0.before }
    }

    /// Returns the values after the commit.
    func applied(to values: [String: StoredValue]) -> [String: StoredValue] {
        var result = values
        for change in pending(in: values) { result[change.key] = change.after }
        return result
    }
}
