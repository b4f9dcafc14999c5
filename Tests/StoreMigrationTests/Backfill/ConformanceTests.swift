import MigrationTesting
import StoreMigration
import TestSupport
import Testing
import ToggleBase

/// The conformance suites, with stores of this package and with faulty ones.
@Suite(.timeLimit(.minutes(20))) struct ConformanceTests {
    // MARK: Conforming stores

    @Test func inMemoryStoreConforms() async throws {
        try await BackfillSourceConformance(
            makePlace: { ShelfStore() },
            open: { $0 },
            write: { $1.write($0) },
            number: \.number
        ).check()
        try await Self.conformance().check()
    }

    @Test func separateCheckpointsConform() async throws {
        let folder = try TemporaryFolder()
        let count = Mutex(0)
        try await BackfillDestinationConformance(
            hasTransactions: false,
            makePlace: {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return (folder: folder.path("checkpoints-\(number)"), shelf: ShelfStore())
            },
            open: { place in
                Checkpoints(
                    shelf: place.shelf,
                    checkpoints: SeparateCheckpoints(folder: place.folder) { records, _ in
                        for record in records { place.shelf.copy(record) }
                    }
                )
            },
            makeRecord: { $0 },
            write: { record, _, store in store.shelf.write(record) },
            records: { user, store in store.shelf.records(of: user) }
        ).check()
    }

    @Test func storeMayRejectSlowerWriter() async throws {
        let busy = BusyStore()
        try await BackfillDestinationConformance(
            makePlace: { BusyStore(counting: busy) },
            open: { $0 },
            makeRecord: { $0 },
            write: { record, _, store in store.shelf.write(record) },
            records: { user, store in store.shelf.records(of: user) }
        ).check()
        #expect(busy.refusals > 0, "no commit was refused")
    }

    @Test func dualWriteStoresConform() async throws {
        try await DualWriteStoreConformance(makePlace: { InMemoryDualWriteStore() }, open: { $0 }).check()
        let folder = try TemporaryFolder()
        let count = Mutex(0)
        try await DualWriteStoreConformance(
            makePlace: {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return folder.path("dual-writes-\(number).json")
            },
            open: { FileDualWriteStore(path: $0) }
        ).check()
    }

    // MARK: Faulty stores

    static let faults: [(ShelfStore.Fault, String)] = [
        (.forgetsCheckpoints, "the checkpoint after a commit is not the committed one"),
        (.forgetsAtRestart, "the checkpoint after reopening the store"),
        (.ignoresPrevious, "a batch with another previous checkpoint was stored"),
        (.overwritesNewer, "a copied record replaced one that was written later"),
        (.overwritesSame, "a copied record replaced one that was written at the same time"),
        (.keepsOlder, "a record that was written before the copied one was kept"),
        (.storesTwice, "records that were committed twice are not stored once"),
        (.sharesCheckpoints, "a user has the checkpoint of another user"),
        (.leavesOutLast, "the records after a commit are not exactly"),
        (.dropsEmptyBatches, "the checkpoint of a batch without records was not stored"),
        (.isHalfCanceled, "a canceled commit left records without their checkpoint"),
        (.checksOutsideTheLock, "two simultaneous commits"),
        (.skipsKnownCheckpoints, "the records of a batch whose checkpoint is the stored one are missing"),
    ]

    @Test(arguments: faults)
    func destinationViolationIsReported(fault: ShelfStore.Fault, sentence: String) async throws {
        let failure = try await #require(throws: ConformanceError.self) {
            try await Self.conformance(fault).check()
        }
        #expect(failure.violations.contains { $0.hasPrefix(sentence) }, "\(failure)")
        #expect("\(failure)".hasPrefix("- "))
    }

    private static func conformance(
        _ fault: ShelfStore.Fault? = nil
    ) -> BackfillDestinationConformance<ShelfStore, ShelfStore> {
        BackfillDestinationConformance(
            makePlace: { ShelfStore(fault) },
            open: { $0.opened() },
            makeRecord: { $0 },
            write: { record, _, store in store.write(record) },
            records: { user, store in store.records(of: user) }
        )
    }

    @Test(arguments: [
        (ShelfSource.Fault.ordersByTime, "a record that was changed between two pages"),
        (.leavesOutLowerBound, "pages do not contain exactly the records of the range"),
        (.ignoresLimit, "a page has more records"), (.forgetsCursor, "a full page has no cursor"),
        (.mixesUsers, "pages of up to 1 do not contain"), (.countsAll, "count(of:in:) is not the number"),
        (.pagesByOffset, "after records that were written between two pages"),
        (.countsPages, "a reopened source does not continue"),
        (.remembersCursors, "a reopened source does not continue"),
        (.failsAfterItsFault, "a page has more records"),
    ])
    func sourceViolationIsReported(fault: ShelfSource.Fault, sentence: String) async throws {
        let failure = try await #require(throws: ConformanceError.self) {
            try await BackfillSourceConformance(
                makePlace: { ShelfSource(fault) },
                open: { $0.opened() },
                write: { $1.shelf.write($0) },
                number: \.number
            ).check()
        }
        #expect(failure.violations.contains { $0.hasPrefix(sentence) }, "\(failure)")
    }

    @Test(arguments: [
        (BrokenDualWrites.Fault.forgets, "a state differs after the store is reopened"),
        (.sharesUsers, "two users share a state"), (.losesChanges, "changes by simultaneous writers were lost"),
        (.returnsOld, "update(_:_:) does not pass the stored state"),
    ])
    func dualWriteViolationIsReported(fault: BrokenDualWrites.Fault, sentence: String) async throws {
        let failure = try await #require(throws: ConformanceError.self) {
            try await DualWriteStoreConformance(
                makePlace: { BrokenDualWrites(fault) },
                open: { $0.opened() }
            ).check()
        }
        #expect(failure.violations.contains { $0.hasPrefix(sentence) }, "\(failure)")
    }
}

/// A store without transactions, with separate checkpoints.
private struct Checkpoints: BackfillDestination {
    let shelf: ShelfStore
    let checkpoints: SeparateCheckpoints<SampleRecord>

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        try await checkpoints.checkpoint(of: user)
    }

    func commit(_ batch: BackfillBatch<SampleRecord>) async throws {
        try await checkpoints.commit(batch)
    }
}
