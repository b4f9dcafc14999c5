/// Moves that wait for something outside of the data, such as a server.
extension MigrationMove {
    /// Waits for a value, and then changes the data.
    ///
    /// The app must call the asynchronous `run` of ``DataMigrator``. It waits for the values of all steps before it commits
    /// anything, and locks the store only afterwards. If the work throws, takes too long, or is canceled, nothing is
    /// committed, unless the step's policy is ``FailurePolicy/skipStep``.
    ///
    /// ```swift
    /// .wait(for: "a new token", upTo: .seconds(20)) { data in
    ///     try await api.refresh(data.secret(named: "token"))
    /// } then: { data, token in
    ///     try data.set(Secret(token), named: "token")
    /// }
    /// ```
    ///
    /// The work runs once in a run. If the app is killed before the commit, the next launch repeats it, so it must be
    /// repeatable. When the time is over, its task is canceled; the run doesn't wait until it ends.
    ///
    /// - Parameters:
    ///   - summary: What the move waits for, for reports.
    ///   - timeLimit: The maximum time to wait, which must be greater than zero; ``MigrationSteps`` checks it.
    ///   - work: Returns the value. It receives the data after the previous moves, and can report its progress with
    ///     ``MigrationDraft/report(_:)``. Its changes to the data are ignored.
    ///   - change: Changes the data. It can run more than once, with the same value.
    /// - Returns: The move.
    public static func wait<Value: Sendable>(
        for summary: String,
        upTo timeLimit: Duration,
        _ work: @escaping @Sendable (MigrationDraft) async throws -> Value,
        then change: @escaping @Sendable (inout MigrationDraft, Value) throws -> Void
    ) -> MigrationMove {
        let title = "wait for \(summary)"
        // Such a move could never succeed.
        let problem =
            timeLimit > .zero
            ? nil : "has the time limit \(timeLimit) to \(title); choose one that is greater than zero."
        return MigrationMove(title, isWaiting: true, problem: problem) {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            switch draft.waiting {
            case .refused:
                throw DataMigrationError(
                    .asynchronousStep,
                    "“\(title)” can only run in an asynchronous run; call the migrator with await."
                )
            case .preview:
                draft.note("The run would \(title), so further changes aren't known yet.")
                return true
            case .ledger(let ledger):
                guard let result = ledger.result(at: draft.place) else {
                    let snapshot = draft
                    ledger.wait(
                        for: WaitLedger.Pending(
                            place: draft.place,
                            summary: summary,
                            timeLimit: timeLimit,
                            work: { try await work(snapshot) }
                        )
                    )
                    throw DataMigrationError(.asynchronousStep, "“\(title)” has not run yet.")
                }
                guard let value = try result.get() as? Value else {
                    throw DataMigrationError(.failedStep, "“\(title)” returned a value of another type.")
                }
                return try draft.changing(title) { try change(&$0, value) }
            }
        }
    }
}
