import FeatureToggles
import TestSupport
import ToggleBase

@testable import StoreMigration

/// An app with a synchronous old store, and a new one that may be unreachable.
final class SynchronousShop: Sendable {
    struct State {
        var old: [String: Note] = [:]
        var new: [String: Note] = [:]
        /// The notes that the new store received, in order.
        var delivered: [Note] = []
        var isReachable = true
    }

    /// The type of the new store's failures.
    struct Unreachable: Error {}

    let folder: TemporaryFolder
    let time = ManualTime()
    let toggles: InMemoryToggles
    let dualWrites = InMemoryDualWriteStore()
    let state = Watched(State())
    /// Called before the new store is written.
    let beforeDelivery: @Sendable () async -> Void

    init(_ stage: MigrationStage = .dualwrite, beforeDelivery: @escaping @Sendable () async -> Void = {}) throws {
        folder = try TemporaryFolder()
        toggles = InMemoryToggles(.set(.bookStore, to: stage))
        self.beforeDelivery = beforeDelivery
    }

    var old: [String: Note] { state.value.old }
    var new: [String: Note] { state.value.new }

    func queue(_ name: String = "books.writes", maximumSize: Int = 1 << 20) -> WriteQueue {
        WriteQueue(path: folder.path(name), maximumSize: maximumSize) { [self] write in
            await beforeDelivery()
            let (source, isReachable) = state.withLock { state in
                ((write.destination == .new ? state.old : state.new)[write.record], state.isReachable)
            }
            guard isReachable else { throw Unreachable() }
            state.withLock { state in
                if write.destination == .old {
                    state.old[write.record] = source
                    return
                }
                // Newer notes stay.
                if let source, let present = state.new[write.record], present.modified > source.modified { return }
                state.new[write.record] = source
                if let source { state.delivered.append(source) }
            }
        }
    }

    /// Returns the migration as after a launch.
    func launch(_ queue: WriteQueue? = nil) -> Migration {
        Migration(
            .bookStore,
            toggles: toggles,
            dualWrites: dualWrites,
            queue: queue ?? self.queue(),
            environment: time.environment
        )
    }

    /// Writes a note like an app.
    func save(
        _ migration: Migration,
        _ id: Int,
        _ text: String = "",
        inside: () -> Void = {}
    ) {
        time.advance(.milliseconds(1))
        let note = Note(id: id, modified: time.now, text: text)
        migration.synchronous.write("save", record: "\(id)", dated: note.modified) {
            inside()
            state.withLock { $0.old["\(id)"] = note }
        }
    }

    /// Reads a note like an app whose callers are asynchronous.
    func note(_ migration: Migration, _ id: Int) async -> Note? {
        await migration.read("note") { [self] in
            old["\(id)"]
        } new: { [self] in
            new["\(id)"]
        }
    }

    func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

    func dualWriteState() async throws -> DualWriteState { try await dualWrites.state(of: Migration.deviceUser) }

    /// Runs the backfill of the old store's notes, which doesn't need the queue.
    func runBackfill() async throws -> BackfillStatus {
        let store = InMemoryRecordStore(Array(new.values))
        let backfill = Backfill(
            from: InMemoryRecordStore(Array(old.values)),
            to: store,
            dualWrites: dualWrites,
            environment: time.environment
        )
        let status = try await backfill.run(Migration.deviceUser)
        state.withLock { state in
            state.new = Dictionary(uniqueKeysWithValues: store.notes.map { ("\($0.key)", $0.value) })
        }
        return status
    }
}
