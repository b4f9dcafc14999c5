extension Backfill {
    /// Copies what is missing of many users' records, one user after the other.
    ///
    /// What goes wrong with one user is handed over, and does not keep the others waiting.
    ///
    /// - Parameters:
    ///   - users: The targeting keys of the users, as they come.
    ///   - onProgress: Called behind each batch.
    ///   - onFailure: Called with a user whose copy stopped, and why.
    /// - Returns: How many users are done, and how many are not.
    /// - Throws: `CancellationError` when the task is cancelled, or what the sequence throws.
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

    /// Copies what is missing of many users' records, one user after the other.
    ///
    /// - Parameters:
    ///   - users: The targeting keys of the users.
    ///   - onProgress: Called behind each batch.
    ///   - onFailure: Called with a user whose copy stopped, and why.
    /// - Returns: How many users are done, and how many are not.
    /// - Throws: `CancellationError` when the task is cancelled.
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
