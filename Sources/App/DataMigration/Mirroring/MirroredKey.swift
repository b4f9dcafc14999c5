/// A setting with an old and a new name during a rollout.
public struct MirroredKey: Sendable {
    /// The name in earlier versions.
    public let old: String
    /// The name in this version.
    public let new: String
    let forward: @Sendable (StoredValue) throws(DataMigrationError) -> StoredValue
    let backward: @Sendable (StoredValue) throws(DataMigrationError) -> StoredValue

    /// Creates a setting with the same value under both names.
    ///
    /// - Parameters:
    ///   - old: The name in earlier versions.
    ///   - new: The name in this version.
    public init(_ old: String, as new: String) {
        self.old = old
        self.new = new
        forward = { $0 }
        backward = { $0 }
    }

    /// Creates a setting whose value has another type under the new name.
    ///
    /// ```swift
    /// MirroredKey("launches", as: "launch.count", to: { Int($0) }, back: { (count: Int) in String(count) })
    /// ```
    ///
    /// - Parameters:
    ///   - old: The name in earlier versions.
    ///   - new: The name in this version.
    ///   - forward: Converts an old value to a new one, or returns `nil` if that is impossible.
    ///   - backward: Converts a new value to an old one, or returns `nil`, which is an error when the value is written.
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

    /// Returns a setting that is text under its old name and bytes in UTF-8 under its new one, such as JSON that one app
    /// stores as a string and the other one as `Data`.
    ///
    /// Bytes that aren't UTF-8 can't be converted, which is an error when they are written.
    ///
    /// - Parameters:
    ///   - old: The name in earlier versions.
    ///   - new: The name in this version.
    /// - Returns: The setting.
    public static func text(_ old: String, asBytes new: String) -> MirroredKey {
        MirroredKey(
            old,
            as: new,
            to: { (text: String) in Array(text.utf8) },
            back: { (bytes: [UInt8]) in
                // Bytes that aren't UTF-8 are replaced. `String(validating:as:)` requires iOS 18.
                let text = String(decoding: bytes, as: UTF8.self)
                return text.utf8.elementsEqual(bytes) ? text : nil
            }
        )
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
                "The value of “\(key)” cannot be converted; return a result for every value."
            )
        }
        return result.stored
    }

    /// Returns whether two values are equal after a conversion.
    ///
    /// A conversion may lose information in one direction, so one equal result is enough.
    func agree(_ oldValue: StoredValue?, _ newValue: StoredValue?) -> Bool {
        guard let oldValue, let newValue else { return oldValue == nil && newValue == nil }
        return (try? forward(oldValue)) == newValue || (try? backward(newValue)) == oldValue
    }
}
