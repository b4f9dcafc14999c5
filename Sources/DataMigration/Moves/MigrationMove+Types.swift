/// Moves that change what kind of value a setting has.
extension MigrationMove {
    /// Gives a setting a value of another type, or another value of the same type.
    ///
    /// A value that is of the new type already, and not of the old one, was changed before and stays.
    ///
    /// ```swift
    /// .change("launches", from: String.self, to: Int.self) { Int($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - old: The type that it has.
    ///   - new: The type that it gets.
    ///   - convert: Answers the new value; `nil`, or throwing, lets the step fail. For the same value always the same.
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

    /// Decodes JSON, stored as bytes or text, into a model, which is stored in structure.
    ///
    /// What is stored in structure already stays. Members that the model does not know are left out.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - newKey: The key that the model gets; the same when it is `nil`.
    ///   - model: The model.
    ///   - onCollision: What to do when the new key has another value.
    /// - Returns: The move.
    public static func decodeJSON<Model: Codable>(
        _ key: String,
        to newKey: String? = nil,
        as model: Model.Type,
        onCollision: Collision = .fail
    ) -> MigrationMove {
        let name = "\(model)"
        // The type crosses into the closure as what can be done with it, so that it need not be Sendable.
        let decode: @Sendable (inout MigrationDraft) throws(DataMigrationError) -> StoredValue? = Decoding<Model>(key)
            .run
        return MigrationMove("decode the JSON of \(key) into \(name)" + (newKey.map { " at \($0)" } ?? "")) {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            switch draft[key] {
            case .data, .string: break
            case .dictionary, .array: return false
            case .none: return false
            case let other?: throw MigrationDraft.mismatch(key, other, "JSON as bytes or text")
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

    /// Decodes JSON, stored as bytes or text, into a model, and lets a closure put its parts where they belong.
    ///
    /// - Parameters:
    ///   - key: The key, which is removed afterwards unless the closure sets it.
    ///   - model: The model.
    ///   - body: Takes the model apart. It overwrites what it sets: look before.
    /// - Returns: The move.
    public static func decodeJSON<Model: Decodable>(
        _ key: String,
        as model: Model.Type,
        _ body: @escaping @Sendable (Model, inout MigrationDraft) throws -> Void
    ) -> MigrationMove {
        free("decode the JSON of \(key) into \(model) and take that apart", Unpacking<Model>(key: key, body: body).run)
    }
}

/// Decoding and storing of one type.
private struct Decoding<Model: Codable>: Sendable {
    let key: String

    init(_ key: String) {
        self.key = key
    }

    func run(_ draft: inout MigrationDraft) throws(DataMigrationError) -> StoredValue? {
        guard let model = try draft.model(of: key, as: Model.self) else { return nil }
        var copy = MigrationDraft(Settings([:]))
        try copy.set(model: model, for: key)
        return copy[key]
    }
}

/// Decoding of one type, and what becomes of it.
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
