#if !RELEASE || InternalBuild
import DataMigration

/// The versions of the format of local defaults files, and the way from one to the next.
///
/// A file of an older version is read as what it becomes, and becomes it with the next update, in the same rename. A file
/// without a version is what a person wrote by hand: it is of the current one.
struct LocalDefaultsSchema: Sendable {
    /// The versions that this code knows.
    static let shipped = LocalDefaultsSchema(version: 1, steps: nil)

    /// The version that this code writes.
    let version: Int
    /// What changed with each version since 1, on the members of the whole file; the steps' versions are the format's.
    let steps: MigrationSteps?

    /// Brings the members of a file from an older version to this one.
    ///
    /// - Parameters:
    ///   - object: The outermost object of the file.
    ///   - oldVersion: Its version.
    /// - Returns: The object of this version, with that version in it.
    /// - Throws: An error when a step fails; the file must stay as it is.
    func migrated(_ object: JSONObject, from oldVersion: Int) throws(DataMigrationError) -> JSONObject {
        let store = InMemoryStore(
            Dictionary(
                object.members.map { ($0.name, StoredValue($0.value, isPlain: true)) },
                uniquingKeysWith: { $1 }
            ),
            version: "\(oldVersion)",
            name: "the local defaults file"
        )
        if let steps {
            let outcome = DataMigrator(steps) { _ in }.run(on: store, appVersion: "\(version)")
            if let failure = outcome.failures.first { throw failure.error }
        }
        let values = store.read().values
        // Members that were there keep their places.
        let known = Set(object.members.map(\.name))
        var result = JSONObject()
        for name in object.members.map(\.name) + values.keys.filter({ !known.contains($0) }).sorted() {
            if let value = values[name] { result[name] = value.plainJSON }
        }
        result["version"] = .integer(version)
        return result
    }
}
#endif
