import StoreMigration

/// Workers that copy the records of many users, for tests that kill them in the meantime.
struct RunnerTorture {
    /// The number of users that a process copies at the same time.
    static let workersPerProcess = 10

    let folder: String
    let count: Int

    private func queue() throws -> SlotQueue { try SlotQueue(path: "\(folder)/queue", count: count) }
    private func store(isHeld: Bool = false) throws -> SlotStore {
        try SlotStore(path: "\(folder)/records", count: count, isHeld: isHeld)
    }

    /// Creates the users, who all wait.
    func makeUsers() throws {
        try queue().requestAll()
    }

    /// Copies until no user waits.
    ///
    /// - Parameter isHeld: Whether it stops in the middle of the first copies, and waits until it's killed.
    /// - Throws: The error of a file.
    func work(isHeld: Bool = false) async throws {
        let backfill = Backfill(
            from: NumberedRecords(),
            to: try store(isHeld: isHeld),
            dualWrites: BegunDualWrites(),
            // Several batches for each user, so that most kills happen in the middle of a copy.
            options: BackfillOptions(batchSize: 2)
        )
        let options = BackfillRunnerOptions(
            concurrency: Self.workersPerProcess,
            lease: .seconds(3),
            maximumAttempts: 100,
            retryDelay: .milliseconds(50),
            pollInterval: .milliseconds(200)
        )
        print(try await BackfillRunner(queue(), running: backfill, options: options).run())
    }

    /// Prints how many users and records were lost, or copied more than once.
    func tally() throws {
        let (users, records) = (try queue().tally(), try store().tally())
        print(
            """
            \(count) users: \(users.lost) lost, \(users.repeated) done twice; \
            \(count * SlotStore.recordCount) records: \(records.lost) lost, \(records.repeated) copied twice
            """
        )
    }
}
