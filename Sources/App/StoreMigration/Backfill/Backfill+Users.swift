extension Backfill {
    /// Copies the missing records of many users, one user after the other.
    ///
    /// A user's failure is passed to a closure, and doesn't stop the copies of the others.
    ///
    /// - Parameters:
    ///   - users: The targeting keys of the users.
    ///   - onProgress: A closure that is called after each batch.
    ///   - onFailure: A closure that is called with a user whose copy stopped, and the error.
    /// - Returns: The number of users who are done, and of those who are not.
    /// - Throws: `CancellationError` if the task is canceled, or any error that the sequence throws.
    @discardableResult
    public func run<Users: AsyncSequence>(
        users: Users,
        onProgress: (BackfillProgress) -> Void = { _ in },
        onFailure: (_ user: String, any Error) -> Void
    ) async throws -> (done: Int, waiting: Int, failed: Int) where Users.Element == String {
        var counts = (done: 0, waiting: 0, failed: 0)
        var pace = pace()
        for try await user in users { try await count(user, in: &counts, at: &pace, onProgress, onFailure) }
        return counts
    }

    /// Copies the missing records of many users, one user after the other.
    ///
    /// - Parameters:
    ///   - users: The targeting keys of the users.
    ///   - onProgress: A closure that is called after each batch.
    ///   - onFailure: A closure that is called with a user whose copy stopped, and the error.
    /// - Returns: The number of users who are done, and of those who are not.
    /// - Throws: `CancellationError` if the task is canceled.
    @discardableResult
    public func run(
        users: some Sequence<String>,
        onProgress: (BackfillProgress) -> Void = { _ in },
        onFailure: (_ user: String, any Error) -> Void
    ) async throws -> (done: Int, waiting: Int, failed: Int) {
        var counts = (done: 0, waiting: 0, failed: 0)
        var pace = pace()
        for user in users { try await count(user, in: &counts, at: &pace, onProgress, onFailure) }
        return counts
    }

    private func count(
        _ user: String,
        in counts: inout (done: Int, waiting: Int, failed: Int),
        at pace: inout BackfillPace,
        _ onProgress: (BackfillProgress) -> Void,
        _ onFailure: (_ user: String, any Error) -> Void
    ) async throws {
        do {
            if try await run(user, at: &pace, onProgress).isDone { counts.done += 1 } else { counts.waiting += 1 }
        } catch {
            try Task.checkCancellation()
            counts.failed += 1
            onFailure(user, error)
        }
    }
}
