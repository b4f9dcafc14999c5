import StoreMigration

/// The checks of complete copies.
extension BackfillDestinationConformance {
    /// The dual-write start; the samples of a copy were written before it.
    private static var start: Int { 30 }

    private func source(of user: String) -> SampleSource<Destination.Record> {
        SampleSource(samples: SampleRecord.list(0..<25, of: user), makeRecord: makeRecord)
    }

    private func dualWrites(of user: String, since seconds: Int? = start) -> InMemoryDualWriteStore {
        InMemoryDualWriteStore([user: DualWriteState(old: .beginning, new: seconds.map { .sample($0) })])
    }

    private func backfill<Other: BackfillDestination>(
        from source: SampleSource<Destination.Record>,
        to destination: Other,
        _ dualWrites: InMemoryDualWriteStore
    ) -> Backfill<SampleSource<Destination.Record>, Other> where Other.Record == Destination.Record {
        Backfill(
            from: source,
            to: destination,
            dualWrites: dualWrites,
            options: BackfillOptions(batchSize: 10, lookback: .zero)
        )
    }

    func checkMarks(_ promises: inout Promises) async throws {
        let user = users[0]
        let place = try await makePlace()
        var destination = try await open(place)
        let all = source(of: user).samples
        // Records from dual writes, of which the source has earlier versions.
        let newer = SampleRecord.list(0..<3, of: user).map {
            SampleRecord(number: $0.number, user: user, modified: .sample(Self.start + $0.number), text: "dual write")
        }
        for sample in newer { try await write(makeRecord(sample), user, destination) }
        func status(_ dualWrites: InMemoryDualWriteStore) async throws -> BackfillStatus {
            try await backfill(from: source(of: user), to: destination, dualWrites).status(of: user)
        }
        promises.expect(
            try await status(dualWrites(of: user, since: nil)) == .waiting(.dualWrites),
            "a user without dual writes is not marked as waiting"
        )
        promises.expect(
            try await status(dualWrites(of: user)) == .waiting(.run),
            "a user without copied records is not marked as waiting"
        )
        try await backfill(from: source(of: user), to: destination, dualWrites(of: user)).run(user)
        promises.expect(
            try await has(newer + all[3...], of: user, destination),
            "after a copy, a record is missing, duplicated, or older than the one from a dual write"
        )
        destination = try await open(place)
        promises.expect(
            try await status(dualWrites(of: user)) == .done(copied: all.count),
            "a user whose copy is complete is not marked as done after the store is reopened"
        )
        let missed = DualWriteState.Omission(origin: .new, start: .sample(Self.start), since: .sample(Self.start))
        let later = InMemoryDualWriteStore([
            user: DualWriteState(old: .beginning, new: .sample(Self.start + 10), omissions: [missed])
        ])
        promises.expect(
            try await status(later) == .waiting(.run),
            "a user whose dual writes began again is not marked as waiting"
        )
        try await backfill(from: source(of: user), to: destination, later).run(user)
        promises.expect(
            try await status(later) == .done(copied: all.count),
            "a copy of the records missing since the previous copy did not end as done, or copied existing records again"
        )
    }

    func checkStops(_ promises: inout Promises) async throws {
        let user = users[0]
        let source = source(of: user)
        // One commit at the beginning, and three of up to ten records.
        for commit in 0..<4 {
            for isStored in [false, true] {
                let place = try await makePlace()
                let stopped = StoppingDestination(
                    try await open(place),
                    stop: .init(commit: commit, isStored: isStored)
                )
                do {
                    try await backfill(from: source, to: stopped, dualWrites(of: user)).run(user)
                } catch  where stopped.isStopped {
                    // Expected.
                }
                let resumed = StoppingDestination(try await open(place))
                let copy = backfill(from: source, to: resumed, dualWrites(of: user))
                let reached = commit + (isStored ? 1 : 0)
                let expected: BackfillStatus =
                    switch reached {
                    case 0: .waiting(.run)
                    case 4: .done(copied: source.samples.count)
                    default: .running(copied: (reached - 1) * 10)
                    }
                let found = try await copy.status(of: user)
                promises.expect(
                    found == expected,
                    "a stopped copy is marked “\(found)” after the store is reopened, not “\(expected)”"
                )
                try await copy.run(user)
                promises.expect(
                    stopped.records + resumed.records == source.samples.count,
                    "a stopped copy did not continue after its last batch: records were stored twice or left out"
                )
                promises.expect(
                    try await has(source.samples, of: user, open(place)),
                    "a stopped and resumed copy did not store every record once"
                )
            }
        }
    }

    /// A commit whose task is canceled is stored completely or not at all.
    func checkCancellation(_ promises: inout Promises) async throws {
        let user = users[0]
        let destination = try await open(makePlace())
        var previous: BackfillCheckpoint?
        var stored: [SampleRecord] = []
        for round in 0..<16 {
            let samples = SampleRecord.list(round * 20..<round * 20 + 20, of: user)
            let next = try checkpoint("round \(round)", copied: round)
            let batch = try batch(samples, of: user, from: previous, to: next)
            let commit = Task { try await destination.commit(batch) }
            for _ in 0..<round { await Task.yield() }
            commit.cancel()
            let result = await commit.result
            let found = try await destination.checkpoint(of: user)
            if case .success = result {
                promises.expect(
                    found == next,
                    "a canceled commit returned without an error, but its checkpoint is missing"
                )
            }
            promises.expect(
                found == previous || found == next,
                "after a canceled commit, the checkpoint is neither the previous one nor the one of the batch"
            )
            if found == next {
                stored += samples
                previous = next
            }
            promises.expect(
                try await hasCommitted(stored, of: user, destination),
                "a canceled commit left records without their checkpoint, or a checkpoint without its records"
            )
        }
    }

    func checkTwoWriters(_ promises: inout Promises) async throws {
        try await checkTwoCommits(&promises)
        let user = users[0]
        let source = source(of: user)
        let place = try await makePlace()
        let writers = [StoppingDestination(try await open(place)), StoppingDestination(try await open(place))]
        await withTaskGroup { group in
            for writer in writers {
                // One of them may throw because the other copies too; only the final content matters.
                group.addTask { _ = try? await backfill(from: source, to: writer, dualWrites(of: user)).run(user) }
            }
        }
        let last = StoppingDestination(try await open(place))
        try await backfill(from: source, to: last, dualWrites(of: user)).run(user)
        promises.expect(
            (writers + [last]).reduce(0) { $0 + $1.records } == source.samples.count,
            "two writers for the same user stored records twice, or left some out; compare the checkpoint in each commit"
        )
        promises.expect(
            try await has(source.samples, of: user, open(place)),
            "after two writers copied the same user, a record is missing or duplicated"
        )
    }

    private func checkTwoCommits(_ promises: inout Promises) async throws {
        let user = users[0]
        let place = try await makePlace()
        let writers = [try await open(place), try await open(place)]
        var previous: BackfillCheckpoint?
        var stored: [SampleRecord] = []
        for round in 0..<8 {
            let rivals = (0..<2).map { SampleRecord.list(round * 20 + $0 * 10..<round * 20 + $0 * 10 + 10, of: user) }
            let checkpoints = try (0..<2).map { try checkpoint("round \(round), writer \($0)", copied: round) }
            let batches = try (0..<2).map { try batch(rivals[$0], of: user, from: previous, to: checkpoints[$0]) }
            async let first = isTaken(batches[0], by: writers[0])
            let second = await isTaken(batches[1], by: writers[1])
            let taken = await [first ? 0 : nil, second ? 1 : nil].compactMap(\.self)
            promises.expect(
                taken.count < 2,
                "two simultaneous commits based on the same checkpoint were both accepted; compare it in the same transaction"
            )
            let found = try await writers[0].checkpoint(of: user)
            // A commit that failed with any error may still be stored as a whole, or neither commit may be stored.
            let winner = checkpoints.firstIndex { $0 == found }
            promises.expect(
                taken.isEmpty || taken == [winner].compactMap(\.self),
                "two simultaneous commits: one returned without an error, but its checkpoint is missing"
            )
            promises.expect(
                winner != nil || found == previous,
                "after two simultaneous commits, the checkpoint is neither the previous one nor one of theirs"
            )
            guard promises.broken.isEmpty else { return }
            if let winner {
                previous = checkpoints[winner]
                stored += rivals[winner]
            }
            for writer in writers {
                promises.expect(
                    try await writer.checkpoint(of: user) == previous,
                    "a writer does not return the checkpoint that another one committed; read it from the store each time"
                )
            }
            promises.expect(
                try await hasCommitted(stored, of: user, open(place)),
                "the records of a rejected commit are stored, or those of the other one are missing"
            )
        }
    }

    /// Commits a batch, and returns whether it succeeded; a store may refuse one of two concurrent commits with any
    /// error.
    private func isTaken(_ batch: BackfillBatch<Destination.Record>, by writer: Destination) async -> Bool {
        do {
            try await writer.commit(batch)
            return true
        } catch {
            return false
        }
    }
}
