import StoreMigration

/// The checks of a single commit.
extension BackfillDestinationConformance {
    /// A cursor that a source may create: long, and with characters that often cause problems.
    private static var awkwardCursor: String {
        #"{"a": 'b'} \ "# + "line\nbreak\u{0} ü 👩‍👩‍👧 " + String(repeating: "long ", count: 200)
    }

    func checkCommits(_ promises: inout Promises) async throws {
        let user = users[0]
        let place = try await makePlace()
        var destination = try await open(place)
        promises.expect(
            try await destination.checkpoint(of: user) == nil,
            "checkpoint(of:) returns a checkpoint for a user without commits; return nil"
        )
        let first = SampleRecord.list(0..<10, of: user)
        let awkward = try checkpoint(Self.awkwardCursor, copied: 10)
        try await destination.commit(batch(first, of: user, from: nil, to: awkward))
        for moment in ["after a commit", "after reopening the store"] {
            promises.expect(
                try await has(first, of: user, destination),
                "the records \(moment) are not exactly the committed ones, without duplicates"
            )
            promises.expect(
                try await destination.checkpoint(of: user) == awkward,
                "the checkpoint \(moment) is not the committed one; store its whole text"
            )
            destination = try await open(place)
        }
        // The end of a copy has no records, and a duplicate record is stored once.
        let end = try checkpoint("end", copied: 10)
        try await destination.commit(batch([], of: user, from: awkward, to: end))
        promises.expect(
            try await destination.checkpoint(of: user) == end,
            "the checkpoint of a batch without records was not stored; store it anyway"
        )
        try await destination.commit(batch(first, of: user, from: end, to: awkward))
        promises.expect(
            try await has(first, of: user, destination),
            "records that were committed twice are not stored once; look them up by their identity"
        )
        // A record that is copied at once, before the backfill reaches it.
        let next = SampleRecord.list(10..<11, of: user)
        try await destination.commit(batch(next, of: user, from: awkward, to: awkward))
        promises.expect(
            try await has(first + next, of: user, destination),
            "the records of a batch whose checkpoint is the stored one are missing; store them anyway"
        )
        promises.expect(
            try await destination.checkpoint(of: user) == awkward,
            "a batch whose checkpoint is the stored one changed the checkpoint"
        )
    }

    func checkConflicts(_ promises: inout Promises) async throws {
        let user = users[0]
        let destination = try await open(makePlace())
        let first = SampleRecord.list(0..<4, of: user)
        let known = try checkpoint("known", copied: 4)
        let other = try checkpoint("other", copied: 4)
        try await expectConflict(batch(first, of: user, from: other, to: known), on: destination, &promises)
        promises.expect(
            try await has([], of: user, destination),
            "a batch with another previous checkpoint was stored; compare the checkpoint first, in the same transaction"
        )
        try await destination.commit(batch(first, of: user, from: nil, to: known))
        for previous in [nil, other] {
            let batch = try batch(SampleRecord.list(4..<8, of: user), of: user, from: previous, to: other)
            try await expectConflict(batch, on: destination, &promises)
            promises.expect(
                try await has(first, of: user, destination),
                "a batch with another previous checkpoint was stored; compare the checkpoint first, in the same transaction"
            )
            promises.expect(
                try await destination.checkpoint(of: user) == known,
                "a batch with another previous checkpoint replaced the checkpoint"
            )
        }
    }

    private func expectConflict(
        _ batch: BackfillBatch<Destination.Record>,
        on destination: Destination,
        _ promises: inout Promises
    ) async throws {
        var isRefused = false
        do {
            try await destination.commit(batch)
        } catch let error as BackfillError where error.code == .conflict {
            isRefused = true
        }
        promises.expect(
            isRefused,
            "a batch with another previous checkpoint was accepted; throw BackfillError.conflict"
        )
    }

    func checkThatNewerRecordsStay(_ promises: inout Promises) async throws {
        let user = users[0]
        let destination = try await open(makePlace())
        func version(_ number: Int, at seconds: Int, _ text: String) -> SampleRecord {
            SampleRecord(number: number, user: user, modified: .sample(seconds), text: text)
        }
        let newer = version(0, at: 100, "dual write")
        let same = version(1, at: 50, "dual write")
        let older = version(2, at: 10, "stale")
        for sample in [newer, same, older] { try await write(makeRecord(sample), user, destination) }
        let copied = (0..<3).map { version($0, at: 50, "copied") }
        try await destination.commit(batch(copied, of: user, from: nil, to: checkpoint("3", copied: 3)))
        let found = Set(try await records(user, destination))
        let copies = try made(copied)
        let (newerRecord, sameRecord, olderRecord) = try (makeRecord(newer), makeRecord(same), makeRecord(older))
        promises.expect(
            found.contains(newerRecord) && !found.contains(copies[0]),
            "a copied record replaced one that was written later; keep the record of the dual write"
        )
        promises.expect(
            found.contains(sameRecord) && !found.contains(copies[1]),
            "a copied record replaced one that was written at the same time; keep the record of the dual write"
        )
        promises.expect(
            found.contains(copies[2]) && !found.contains(olderRecord),
            "a record that was written before the copied one was kept; replace it"
        )
    }

    func checkUsers(_ promises: inout Promises) async throws {
        let destination = try await open(makePlace())
        let lists = users.enumerated().map { SampleRecord.list($0.offset * 10..<$0.offset * 10 + 5, of: $0.element) }
        for (user, list) in zip(users, lists) {
            promises.expect(
                try await destination.checkpoint(of: user) == nil,
                "a user has the checkpoint of another user; store one for each user"
            )
            try await destination.commit(batch(list, of: user, from: nil, to: checkpoint(user, copied: 5)))
        }
        for (user, list) in zip(users, lists) {
            promises.expect(
                try await destination.checkpoint(of: user)?.cursor == user,
                "a commit for one user replaced the checkpoint of another user"
            )
            promises.expect(
                try await has(list, of: user, destination),
                "a user does not have the records that were committed for that user"
            )
        }
    }
}
