/// One thing that a step does.
///
/// Moves are made by the functions of this type: ``rename(_:to:onCollision:)``, ``change(_:from:to:_:)``,
/// ``decodeJSON(_:to:as:onCollision:)``, ``split(_:into:onCollision:_:)``, ``merge(_:into:onCollision:_:)``,
/// ``addPrefix(_:onCollision:)``, ``stripPrefix(_:onCollision:)``, ``copy(_:to:onCollision:)``, ``delete(_:)-(String...)``,
/// ``moveToSecrets(_:as:onCollision:)`` and ``free(_:_:)``.
///
/// A move that finds nothing does nothing, which is no error. No move puts a value over another one unless it was told to
/// by ``Collision/replaceTarget``.
public struct MigrationMove: Sendable {
    /// What it does, for reports: "rename tab to tab.selected".
    public let summary: String
    /// Does it, and answers whether there was something to do.
    let run: @Sendable (inout MigrationDraft) throws(DataMigrationError) -> Bool
    /// What becomes of the prefixes of all keys, when it does that and nothing else.
    let prefix: PrefixChange?

    init(
        _ summary: String,
        prefix: PrefixChange? = nil,
        run: @escaping @Sendable (inout MigrationDraft) throws(DataMigrationError) -> Bool
    ) {
        self.summary = summary
        self.prefix = prefix
        self.run = run
    }

    /// Does what no other move does.
    ///
    /// It may change every setting and secret, and overwrites what it sets: look before. What it throws lets the step
    /// fail. It must not wait for anything, and must do the same whenever it is run on the same data.
    ///
    /// ```swift
    /// .free("forget carts of guests") { data in
    ///     for key in data.keys where key.hasPrefix("cart.guest.") { data[key] = nil }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - summary: What it does, for reports.
    ///   - body: Changes the data. Unless it changes something, there was nothing to move.
    /// - Returns: The move.
    public static func free(
        _ summary: String,
        _ body: @escaping @Sendable (inout MigrationDraft) throws -> Void
    ) -> MigrationMove {
        MigrationMove(summary) { (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            let (settings, secrets) = (draft.settings, draft.secrets.changes)
            do {
                try body(&draft)
            } catch let error as DataMigrationError {
                throw error
            } catch {
                throw DataMigrationError(
                    .failedStep,
                    "“\(summary)” threw an error of \(type(of: error)).",
                    underlying: error
                )
            }
            return draft.settings != settings || draft.secrets.changes != secrets
        }
    }
}

extension MigrationDraft {
    /// Puts a value under a key, unless there is another one.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - target: The key.
    ///   - source: The key that it comes from, for messages.
    ///   - collision: What to do when there is another value.
    /// - Returns: Whether the value is under the key now.
    /// - Throws: An error for a collision that is one.
    mutating func put(
        _ value: StoredValue,
        at target: String,
        from source: String,
        _ collision: Collision
    ) throws(DataMigrationError) -> Bool {
        if let existing = self[target], existing != value, try !replaces(target, from: source, collision) {
            return false
        }
        self[target] = value
        return true
    }

    /// Decides a collision.
    ///
    /// - Parameters:
    ///   - target: The key that has another value.
    ///   - source: The key that the new value comes from, for messages.
    ///   - collision: What to do.
    /// - Returns: Whether the new value replaces the other one.
    /// - Throws: An error when there must be no collision.
    mutating func replaces(
        _ target: String,
        from source: String,
        _ collision: Collision
    ) throws(DataMigrationError) -> Bool {
        switch collision {
        case .fail:
            throw DataMigrationError(
                .collision,
                key: target,
                """
                “\(source)” cannot be moved to “\(target)”, which has another value; say which one counts with \
                onCollision, or move that one away before.
                """
            )
        case .keepTarget:
            note("“\(target)” had another value and was kept, and so was “\(source)”.")
            return false
        case .replaceTarget:
            note("“\(target)” had another value, which “\(source)” replaced.")
            return true
        }
    }

    /// Calls a closure of the app that converts the value of a key.
    func converting<Result>(
        _ key: String,
        _ convert: () throws -> Result?
    ) throws(DataMigrationError) -> Result {
        let result: Result?
        do {
            result = try convert()
        } catch let error as DataMigrationError {
            throw error
        } catch {
            throw DataMigrationError(
                .failedConversion,
                key: key,
                "Converting “\(key)” threw an error of \(type(of: error)).",
                underlying: error
            )
        }
        guard let result else {
            throw DataMigrationError(
                .failedConversion,
                key: key,
                "The value of “\(key)” cannot be converted; let the conversion answer something for every value."
            )
        }
        return result
    }
}
