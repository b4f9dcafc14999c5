import ToggleBase

/// The copy of the data that steps change.
///
/// The store changes only when the whole run is committed.
public struct MigrationDraft: Sendable {
    /// The secrets and their changes.
    struct Secrets: Sendable {
        let store: (any SecretStore)?
        /// Why secrets can't be read or changed, if those of the previous run are still waiting.
        var blocker: DataMigrationError?
        /// The new secrets, with `nil` for removed ones.
        var changes: [String: Secret?] = [:]
        /// The stored names of renamed secrets, by their new names.
        var origins: [String: String] = [:]
    }

    /// All settings by key.
    public var values: [String: StoredValue]
    /// The notes of moves, for example about resolved collisions.
    public private(set) var notes: [String] = []
    var secrets: Secrets
    /// Receives the progress of the step, from 0 to 1.
    var progress: (@Sendable (Double) -> Void)?
    /// What moves do that must wait.
    var waiting = Waiting.refused
    /// The current step and move.
    var place = WaitLedger.Place()

    init(_ values: [String: StoredValue], secrets: (any SecretStore)? = nil) {
        self.values = values
        self.secrets = Secrets(store: secrets)
    }

    /// The keys of all settings, sorted.
    public var keys: [String] { values.keys.sorted() }

    /// The value of a setting; `nil` removes it.
    public subscript(key: String) -> StoredValue? {
        get { values[key] }
        set { values[key] = newValue }
    }

    /// Returns a setting as a Swift type.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type.
    /// - Returns: The value, or `nil` if the setting doesn't exist.
    /// - Throws: An error if it has another type.
    public func value<Value: StoredConvertible>(
        of key: String,
        as type: Value.Type = Value.self
    ) throws(DataMigrationError) -> Value? {
        guard let stored = values[key] else { return nil }
        guard let value = Value(stored: stored) else { throw Self.mismatch(key, stored, "\(type)") }
        return value
    }

    /// Sets a setting to a Swift value; `nil` removes it.
    public mutating func set<Value: StoredConvertible>(_ value: Value?, for key: String) {
        values[key] = value?.stored
    }

    /// Returns a setting as a model, from a dictionary, an array, or JSON as data or a string.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The model.
    /// - Returns: The model, or `nil` if there is no such setting.
    /// - Throws: An error if the setting isn't JSON, or doesn't match the model.
    public func model<Model: Decodable>(
        of key: String,
        as type: Model.Type = Model.self
    ) throws(DataMigrationError) -> Model? {
        guard let stored = values[key] else { return nil }
        let json: JSONValue
        switch stored {
        case .data(let bytes): json = try Self.json(bytes, of: key)
        case .string(let text): json = try Self.json(Array(text.utf8), of: key)
        default: json = stored.json
        }
        do {
            return try JSONValueDecoder.decode(type, from: json)
        } catch {
            throw DataMigrationError(
                .failedConversion,
                key: key,
                "The JSON of “\(key)” does not match \(type): \(Self.reason(error))",
                underlying: Self.appError(error)
            )
        }
    }

    /// Sets a setting to a model, stored as a dictionary or array.
    ///
    /// - Throws: An error if the model can't be encoded.
    public mutating func set(model: some Encodable, for key: String) throws(DataMigrationError) {
        do {
            values[key] = StoredValue(try JSONValueEncoder.encode(model), isPlain: true)
        } catch {
            throw DataMigrationError(
                .failedConversion,
                key: key,
                "The model for “\(key)” cannot be encoded: \(Self.reason(error))",
                underlying: Self.appError(error)
            )
        }
    }

    /// Returns a secret, including changes by previous steps.
    ///
    /// - Throws: An error if there is no store for secrets, or it can't be read.
    public func secret(named name: String) throws(DataMigrationError) -> Secret? {
        if let change = secrets.changes[name] { return change }
        guard let store = secrets.store else { throw Self.noSecrets(name) }
        if let blocker = secrets.blocker { throw blocker }
        return try SecretJournal.accessingStore { () throws(DataMigrationError) in try store.secret(named: name) }
    }

    /// Sets a secret; `nil` removes it.
    ///
    /// - Throws: An error if there is no store for secrets, or the name is reserved.
    public mutating func set(_ secret: Secret?, named name: String) throws(DataMigrationError) {
        guard secrets.store != nil else { throw Self.noSecrets(name) }
        if let blocker = secrets.blocker { throw blocker }
        guard !name.hasPrefix(SecretJournal.prefix) else {
            throw DataMigrationError(
                .invalidValue,
                key: name,
                "Names that begin with \(SecretJournal.prefix) are reserved for the migrator; choose another name for the secret."
            )
        }
        secrets.changes[name] = .some(secret)
        secrets.origins[name] = nil
    }

    /// Renames a secret, which keeps its protection.
    mutating func rename(secret name: String, to newName: String) throws(DataMigrationError) {
        guard let secret = try secret(named: name) else { return }
        let origin = secrets.origins[name] ?? name
        try set(secret, named: newName)
        try set(nil, named: name)
        secrets.origins[newName] = origin
    }

    /// Adds a sentence to the report, which must not contain values.
    public mutating func note(_ sentence: String) {
        notes.append(sentence)
    }

    /// Reports the progress of a long move.
    ///
    /// - Parameter fraction: From 0 to 1.
    public func report(_ fraction: Double) {
        progress?(min(max(fraction, 0), 1))
    }

    /// Removes and returns the notes.
    mutating func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    static func mismatch(_ key: String, _ found: StoredValue, _ expected: String) -> DataMigrationError {
        DataMigrationError(
            .typeMismatch,
            key: key,
            "“\(key)” contains \(found.kindDescription), not \(expected); use its actual type, or convert it first."
        )
    }

    private static func noSecrets(_ name: String) -> DataMigrationError {
        DataMigrationError(
            .secretsUnavailable,
            key: name,
            "The secret “\(name)” requires a store of secrets; pass one to the migrator."
        )
    }

    static func json(_ bytes: [UInt8], of key: String) throws(DataMigrationError) -> JSONValue {
        do throws(JSONSyntaxError) {
            return try JSONReader().value(from: bytes)
        } catch {
            throw DataMigrationError(
                .failedConversion,
                key: key,
                """
                “\(key)” is not JSON, at line \(error.location.line), column \(error.location.column). \
                \(error.messageWithoutContent)
                """
            )
        }
    }

    /// Returns an error that a model of the app threw; errors of decoders quote values.
    private static func appError(_ error: any Error) -> (any Error)? {
        error is DecodingError || error is EncodingError ? nil : error
    }

    /// Returns why decoding failed, without values.
    static func reason(_ error: any Error) -> String {
        func path(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map(name).joined(separator: ".")
            return path.isEmpty ? "the whole value" : "“\(path)”"
        }
        return switch error {
        case DecodingError.keyNotFound(let key, let context): "“\(name(key))” is missing in \(path(context))."
        case DecodingError.typeMismatch(_, let context): "\(path(context)) is of another type."
        case DecodingError.valueNotFound(_, let context): "\(path(context)) is null."
        case DecodingError.dataCorrupted(let context): "\(path(context)) has a value that is not allowed."
        default: "an error of type \(type(of: error))."
        }
    }

    /// Returns the name of a property, but no keys that are data.
    ///
    /// The keys of a model are cases of an enum, unlike those of dictionaries and arrays.
    private static func name(_ key: any CodingKey) -> String {
        Mirror(reflecting: key).displayStyle == .enum ? key.stringValue : "…"
    }
}
