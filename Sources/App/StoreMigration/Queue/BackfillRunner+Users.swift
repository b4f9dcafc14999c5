/// Taking and copying single users.
extension BackfillRunner {
    /// How one of the two tasks for a user ended.
    private enum Outcome: Sendable {
        case worked(Result<BackfillStatus, any Error>)
        /// The lease was lost.
        case lost
        /// The task that renews the lease was canceled.
        case stopped
    }

    /// Takes users, and returns them with the lease, and the errors of those whose rows are damaged.
    func take(
        _ limit: Int
    ) async throws -> (users: [(user: String, lease: String)], damages: [(user: String, error: BackfillError)]) {
        // Different for each call, so that a worker whose lease has ended doesn't take it for a later one.
        let lease = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        let now = environment.now()
        let end = now.advanced(by: leaseDuration)
        let (destination, attempts) = (queue.destination, options.maximumAttempts)
        let rows = try await queue.take(limit, dueAt: now) { row in
            var row = row
            row.take(lease, into: destination, at: now, until: end, maximumAttempts: attempts)
            return row
        }
        // Without those who failed because their workers were killed too often.
        return (
            rows.filter { $0.holds(lease) }.map { ($0.user, lease) },
            rows.compactMap { row in row.damage.map { (row.user, $0) } }
        )
    }

    private var leaseDuration: Duration { max(options.lease, .seconds(1)) }

    /// Copies the records of a user, and ends the lease.
    ///
    /// - Returns: The error, unless it was caused by the end of the runner.
    func copy(_ user: String, _ lease: String) async -> (any Error)? {
        let result = await withTaskGroup(of: Outcome.self) { group -> Result<BackfillStatus, any Error>? in
            group.addTask {
                do {
                    return .worked(.success(try await self.work(user)))
                } catch {
                    return .worked(.failure(error))
                }
            }
            group.addTask { await self.renew(lease, of: user) ? .stopped : .lost }
            var result: Result<BackfillStatus, any Error>?
            var isLost = false
            while let outcome = await group.next() {
                switch outcome {
                case .worked(let ended): result = ended
                // Another worker copies the user.
                case .lost: isLost = result == nil
                case .stopped: break
                }
                group.cancelAll()
            }
            return isLost ? nil : result
        }
        guard let result else { return nil }
        let end: WorkResult
        var failure: (any Error)?
        switch result {
        case .success(.done(let copied)): end = .done(copied: copied)
        case .success(.waiting(.dualWrites)): end = .nothingToDo
        case .success: end = .stopped
        case .failure(let error):
            if Task.isCancelled {
                end = .stopped
            } else {
                failure = error
                end = .failed(
                    Redaction.text(ofError: error),
                    retryAfter: .zero,
                    maximumAttempts: options.maximumAttempts
                )
            }
        }
        do {
            try await self.end(lease, of: user, end)
        } catch {
            // The user is taken again after the lease.
            return failure ?? error
        }
        return failure
    }

    private func end(_ lease: String, of user: String, _ result: WorkResult) async throws {
        let now = environment.now()
        let random = environment.random()
        let destination = queue.destination
        try await shielded { [queue, options] in
            try await queue.change(user) { row in
                var row = row
                var result = result
                if case .failed(let name, _, let maximumAttempts) = result {
                    let delay = options.delay(after: row.attempts + 1, random: random)
                    result = .failed(name, retryAfter: delay, maximumAttempts: maximumAttempts)
                }
                row.end(lease, result, into: destination, at: now)
                return row
            }
        }
    }

    /// Renews a lease until the task is canceled or the lease is lost.
    ///
    /// - Returns: Whether the worker still has the lease.
    private func renew(_ lease: String, of user: String) async -> Bool {
        var end = environment.uptime() + leaseDuration
        while !Task.isCancelled {
            do {
                try await environment.sleep(leaseDuration / 3)
                let until = environment.now().advanced(by: leaseDuration)
                let began = environment.uptime()
                let row = try await queue.change(user) { row in
                    var row = row
                    row.renew(lease, until: until)
                    return row
                }
                guard row.holds(lease) else { return false }
                end = began + leaseDuration
            } catch {
                // Another worker may take the user from now on.
                if !Task.isCancelled, environment.uptime() >= end { return false }
            }
        }
        return true
    }

    /// Runs work that isn't canceled with this task, because a runner that stops must still end its leases.
    func shielded(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await Task { try await work() }.value
    }
}
