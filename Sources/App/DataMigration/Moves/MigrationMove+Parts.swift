/// Moves between one setting and several.
extension MigrationMove {
    /// Splits a setting into several, and removes it.
    ///
    /// ```swift
    /// .split("name", into: ["name.first", "name.last"]) { (name: String) -> [String?] in
    ///     let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
    ///     return [parts.first, parts.count > 1 ? parts[1] : nil]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key, which can be one of the new ones.
    ///   - newKeys: The keys of the parts.
    ///   - onCollision: What to do if one of them has another value. With ``Collision/keepTarget``, the original stays,
    ///     too.
    ///   - parts: Returns one part, or `nil`, for each new key. The step fails for another number of parts.
    /// - Returns: The move.
    public static func split<Whole: StoredConvertible, Part: StoredConvertible>(
        _ key: String,
        into newKeys: [String],
        onCollision: Collision = .fail,
        _ parts: @escaping @Sendable (Whole) throws -> [Part?]
    ) -> MigrationMove {
        MigrationMove("split \(key) into \(newKeys.joined(separator: ", "))") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            guard let stored = draft[key] else { return false }
            guard let whole = Whole(stored: stored) else {
                throw MigrationDraft.mismatch(key, stored, "\(Whole.self)")
            }
            let parts = try draft.converting(key) { try parts(whole) }
            guard parts.count == newKeys.count else {
                throw DataMigrationError(
                    .failedConversion,
                    key: key,
                    """
                    “\(key)” was split into \(parts.count) parts, but there are \(newKeys.count) keys; return one part, or \
                    nil, for each.
                    """
                )
            }
            draft[key] = nil
            var isWhole = true
            for (newKey, part) in zip(newKeys, parts) {
                guard let part else { continue }
                if try !draft.put(part.stored, at: newKey, from: key, onCollision) { isWhole = false }
            }
            // Even if a part has this key, because the refused part is stored nowhere else.
            if !isWhole { draft[key] = stored }
            return true
        }
    }

    /// Merges several settings into one, and removes them.
    ///
    /// ```swift
    /// .merge(["name.first", "name.last"], into: "name") { (parts: [String?]) in
    ///     parts.compactMap { $0 }.joined(separator: " ")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - keys: The keys of the parts.
    ///   - newKey: The key of the result, which can be one of them.
    ///   - onCollision: What to do if it has another value. With ``Collision/keepTarget``, the parts stay, too.
    ///   - whole: Merges the parts, in the order of the keys, with `nil` for missing ones. It isn't called if all are
    ///     missing. Use ``StoredValue`` for parts of different types. The step fails if it returns `nil`.
    /// - Returns: The move.
    public static func merge<Part: StoredConvertible, Whole: StoredConvertible>(
        _ keys: [String],
        into newKey: String,
        onCollision: Collision = .fail,
        _ whole: @escaping @Sendable ([Part?]) throws -> Whole?
    ) -> MigrationMove {
        MigrationMove("merge \(keys.joined(separator: ", ")) into \(newKey)") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            var parts: [Part?] = []
            for key in keys {
                guard let stored = draft[key] else {
                    parts.append(nil)
                    continue
                }
                guard let part = Part(stored: stored) else {
                    throw MigrationDraft.mismatch(key, stored, "\(Part.self)")
                }
                parts.append(part)
            }
            guard parts.contains(where: { $0 != nil }) else { return false }
            let result = try draft.converting(newKey) { try whole(parts) }
            let before = draft.values
            for key in keys { draft[key] = nil }
            let source = keys.joined(separator: ", ")
            if try !draft.put(result.stored, at: newKey, from: source, onCollision) { draft.values = before }
            return true
        }
    }
}
