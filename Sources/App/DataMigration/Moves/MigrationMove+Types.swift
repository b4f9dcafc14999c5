/// Moves that change the type of a value.
extension MigrationMove {
    /// Converts the value of a setting.
    ///
    /// A value that already has the new type, and not the old one, stays.
    ///
    /// ```swift
    /// .change("launches", from: String.self, to: Int.self) { Int($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - old: The current type.
    ///   - new: The new type.
    ///   - convert: Returns the new value, always the same for the same value. The step fails if it returns `nil` or
    ///     throws.
    /// - Returns: The move.
    public static func change<Old: StoredConvertible, New: StoredConvertible>(
        _ key: String,
        from old: Old.Type,
        to new: New.Type,
        _ convert: @escaping @Sendable (Old) throws -> New?
    ) -> MigrationMove {
        MigrationMove("change \(key) from \(old) to \(new)") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            guard let stored = draft[key] else { return false }
            guard let value = Old(stored: stored) else {
                if New(stored: stored) != nil { return false }
                throw MigrationDraft.mismatch(key, stored, "\(old)")
            }
            let result = try draft.converting(key) { try convert(value) }
            draft[key] = result.stored
            return true
        }
    }

    /// Decodes JSON, stored as data or a string, into a model, which is stored as a dictionary or array.
    ///
    /// A value that already is a dictionary or array stays. Unknown members are removed.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - newKey: The key of the model; `nil` keeps the key.
    ///   - model: The model.
    ///   - onCollision: What to do if the new key has another value.
    /// - Returns: The move.
    public static func decodeJSON<Model: Codable>(
        _ key: String,
        to newKey: String? = nil,
        as model: Model.Type,
        onCollision: Collision = .fail
    ) -> MigrationMove {
        let name = "\(model)"
        // The closure captures a function instead of the type, which need not be Sendable.
        let decode: @Sendable (inout MigrationDraft) throws(DataMigrationError) -> StoredValue? = Decoding<Model>(key)
            .run
        return MigrationMove("decode the JSON of \(key) into \(name)" + (newKey.map { " at \($0)" } ?? "")) {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            switch draft[key] {
            case .data, .string: break
            case .dictionary, .array: return false
            case .none: return false
            case let other?: throw MigrationDraft.mismatch(key, other, "JSON as data or a string")
            }
            guard let value = try decode(&draft) else { return false }
            let target = newKey ?? key
            if target == key {
                draft[key] = value
            } else if try draft.put(value, at: target, from: key, onCollision) {
                draft[key] = nil
            }
            return true
        }
    }

    /// Decodes JSON, stored as data or a string, into a model, and lets a closure store its parts.
    ///
    /// - Parameters:
    ///   - key: The key, which is removed unless the closure sets it.
    ///   - model: The model.
    ///   - body: Stores the parts of the model. It overwrites existing values.
    /// - Returns: The move.
    public static func decodeJSON<Model: Decodable>(
        _ key: String,
        as model: Model.Type,
        _ body: @escaping @Sendable (Model, inout MigrationDraft) throws -> Void
    ) -> MigrationMove {
        free("decode the JSON of \(key) into \(model) and take it apart", Unpacking<Model>(key: key, body: body).run)
    }
}

/// Decodes and stores a model.
private struct Decoding<Model: Codable>: Sendable {
    let key: String

    init(_ key: String) {
        self.key = key
    }

    func run(_ draft: inout MigrationDraft) throws(DataMigrationError) -> StoredValue? {
        guard let model = try draft.model(of: key, as: Model.self) else { return nil }
        var copy = MigrationDraft([:])
        try copy.set(model: model, for: key)
        return copy[key]
    }
}

/// Decodes a model for a closure.
private struct Unpacking<Model: Decodable>: Sendable {
    let key: String
    let body: @Sendable (Model, inout MigrationDraft) throws -> Void

    func run(_ draft: inout MigrationDraft) throws {
        guard let stored = draft[key], let model = try draft.model(of: key, as: Model.self) else { return }
        draft[key] = nil
        do {
            try body(model, &draft)
        } catch {
            draft[key] = stored
            throw error
        }
    }
}
