/// One setting that has an old and a new name during a rollout.
public struct MirroredKey: Sendable {
    /// The name that versions before know.
    public let old: String
    /// The name that this version reads.
    public let new: String
    let forward: @Sendable (StoredValue) throws(DataMigrationError) -> StoredValue
    let backward: @Sendable (StoredValue) throws(DataMigrationError) -> StoredValue

    /// The same value under both names.
    ///
    /// - Parameters:
    ///   - old: The name that versions before know.
    ///   - new: The name that this version reads.
    public init(_ old: String, as new: String) {
        self.old = old
        self.new = new
        forward = { $0 }
        backward = { $0 }
    }

    /// A value that has another type under the new name.
    ///
    /// ```swift
    /// MirroredKey("launches", as: "launch.count", to: { Int($0) }, back: { (count: Int) in String(count) })
    /// ```
    ///
    /// - Parameters:
    ///   - old: The name that versions before know.
    ///   - new: The name that this version reads.
    ///   - forward: Makes the new value of an old one; `nil` for what it cannot.
    ///   - backward: Makes the old value of a new one; `nil` for what it cannot, which is an error where it is written.
    public init<Old: StoredConvertible, New: StoredConvertible>(
        _ old: String,
        as new: String,
        to forward: @escaping @Sendable (Old) -> New?,
        back backward: @escaping @Sendable (New) -> Old?
    ) {
        self.old = old
        self.new = new
        self.forward = { stored throws(DataMigrationError) in
            try Self.converted(stored, old, forward)
        }
        self.backward = { stored throws(DataMigrationError) in
            try Self.converted(stored, new, backward)
        }
    }

    private static func converted<From: StoredConvertible, To: StoredConvertible>(
        _ stored: StoredValue,
        _ key: String,
        _ convert: (From) -> To?
    ) throws(DataMigrationError) -> StoredValue {
        guard let value = From(stored: stored) else {
            throw MigrationDraft.mismatch(key, stored, "\(From.self)")
        }
        guard let result = convert(value) else {
            throw DataMigrationError(
                .failedConversion,
                key: key,
                "The value of “\(key)” has no counterpart; let the conversion answer something for every value."
            )
        }
        return result.stored
    }

    /// Whether two values say the same.
    ///
    /// A conversion may lose something in one direction, so one that agrees is enough.
    func agree(_ oldValue: StoredValue?, _ newValue: StoredValue?) -> Bool {
        guard let oldValue, let newValue else { return oldValue == nil && newValue == nil }
        return (try? forward(oldValue)) == newValue || (try? backward(newValue)) == oldValue
    }
}
