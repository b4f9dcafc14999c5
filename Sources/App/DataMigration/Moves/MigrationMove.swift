/// A change that a step makes.
///
/// Create moves with the functions of this type: ``rename(_:to:onCollision:)``, ``change(_:from:to:_:)``,
/// ``decodeJSON(_:to:as:onCollision:)``, ``split(_:into:onCollision:_:)``, ``merge(_:into:onCollision:_:)``,
/// ``addPrefix(_:onCollision:)``, ``stripPrefix(_:onCollision:)``, ``copy(_:to:onCollision:)``,
/// ``delete(_:)-(String...)``, ``moveToSecrets(_:as:onCollision:)``, ``renameSecret(_:to:onCollision:)``,
/// ``deleteSecret(_:)``, ``mirror(_:)``, ``dropOldNames(of:)``, ``wait(for:upTo:_:then:)`` and ``free(_:_:)``. With
/// ``erasingFailures()``, a move removes what it can't convert.
///
/// A move that finds nothing to move does nothing, without an error. Moves overwrite another value only with
/// ``Collision/replaceTarget``.
public struct MigrationMove: Sendable {
    /// The description for reports, such as "rename tab to tab.selected".
    public let summary: String
    /// Makes the change, and returns whether there was something to move.
    let run: @Sendable (inout MigrationDraft) throws(DataMigrationError) -> Bool
    /// Whether the move needs an asynchronous run.
    let isWaiting: Bool
    /// What is wrong with the move, as a sentence without its subject; `nil` if it is valid.
    let problem: String?

    init(
        _ summary: String,
        isWaiting: Bool = false,
        problem: String? = nil,
        run: @escaping @Sendable (inout MigrationDraft) throws(DataMigrationError) -> Bool
    ) {
        self.summary = summary
        self.isWaiting = isWaiting
        self.problem = problem
        self.run = run
    }

    /// Changes the data with a closure.
    ///
    /// The closure can change every setting and secret, and overwrites existing values. The step fails if it throws. It
    /// can't wait (for that, see ``wait(for:upTo:_:then:)``), and must always make the same changes to the same data.
    ///
    /// ```swift
    /// .free("forget carts of guests") { data in
    ///     for key in data.keys where key.hasPrefix("cart.guest.") { data[key] = nil }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - summary: The description for reports.
    ///   - body: Changes the data. If it changes nothing, there was nothing to move.
    /// - Returns: The move.
    public static func free(
        _ summary: String,
        _ body: @escaping @Sendable (inout MigrationDraft) throws -> Void
    ) -> MigrationMove {
        MigrationMove(summary) { (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            try draft.changing(summary, body)
        }
    }
}

extension MigrationMove {
    /// Returns a move that removes each value on which this move fails, instead of failing the step.
    ///
    /// The report names the removed keys. Use it for values that the app can do without, so that one that's damaged doesn't
    /// cost the others, or keep users from the new version:
    ///
    /// ```swift
    /// .change("launches", from: String.self, to: Int.self) { Int($0) }.erasingFailures()
    /// ```
    ///
    /// A failure that isn't about the value of a key, such as a locked keychain, still fails the step, and so does one
    /// that's about a secret.
    ///
    /// - Returns: The move.
    public func erasingFailures() -> MigrationMove {
        let run = run
        return MigrationMove("\(summary), or erase what fails", isWaiting: isWaiting, problem: problem) {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            var hasErased = false
            while true {
                var attempt = draft
                do throws(DataMigrationError) {
                    let hasMoved = try run(&attempt)
                    draft = attempt
                    return hasMoved || hasErased
                } catch {
                    guard error.code == .failedConversion || error.code == .typeMismatch, let key = error.key,
                        draft[key] != nil
                    else { throw error }
                    draft[key] = nil
                    draft.note("“\(key)” was erased: \(error.message)")
                    hasErased = true
                }
            }
        }
    }
}

extension MigrationDraft {
    /// Calls a closure of the app that changes the data.
    ///
    /// - Returns: Whether it changed anything.
    mutating func changing(
        _ summary: String,
        _ body: (inout MigrationDraft) throws -> Void
    ) throws(DataMigrationError) -> Bool {
        let (values, secrets) = (self.values, self.secrets.changes)
        do {
            try body(&self)
        } catch let error as DataMigrationError {
            throw error
        } catch {
            throw DataMigrationError(
                .failedStep,
                "“\(summary)” threw an error of type \(type(of: error)).",
                underlying: error
            )
        }
        return self.values != values || self.secrets.changes != secrets
    }

    /// Sets a value, unless the key has another one.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - target: The key.
    ///   - source: The original key, for messages.
    ///   - collision: What to do if there is another value.
    /// - Returns: Whether the key has the value now.
    /// - Throws: An error for a collision with ``Collision/fail``.
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

    /// Resolves a collision.
    ///
    /// - Parameters:
    ///   - target: The key that has another value.
    ///   - source: The original key of the new value, for messages.
    ///   - collision: What to do.
    /// - Returns: Whether the new value replaces the other one.
    /// - Throws: An error with ``Collision/fail``.
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
                “\(source)” cannot be moved to “\(target)”, which has another value; choose one with onCollision, or move that one first.
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

    /// Calls a closure of the app that converts a value.
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
                "Converting “\(key)” threw an error of type \(type(of: error)).",
                underlying: error
            )
        }
        guard let result else {
            throw DataMigrationError(
                .failedConversion,
                key: key,
                "The value of “\(key)” cannot be converted; return a result for every value."
            )
        }
        return result
    }
}
