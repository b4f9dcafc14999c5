import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

/// What happens between and during the calls of a device's backfill.
extension DeviceBackfillTests {
    /// The write is not in the export, so the user must not read the new store yet.
    @Test func dualWritesThatBeginAgainMeanwhileUploadAgain() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        let isFirst = Mutex(true)
        let hooked = HookedServer(server: server) { [device, dualWrites] in
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard isFirst else { return }
            try await server.copy()
            device.content.withLock { $0 = Array("more records".utf8) }
            try await dualWrites.update("ada") { state in
                var state = state
                state.miss(.new, since: .beginning)
                state.new = MigrationTime(millisecondsSince1970: 2)
                return state
            }
        }
        let backfill = launch(hooked)
        #expect(try await backfill.advance() == .waiting && !backfill.isDone)
        try await server.copy()
        #expect(try await backfill.advance() == .done)
        #expect(server.imported.count == 2 && server.imported.last == Array("more records".utf8))
    }

    @Test func missedWriteEndsReading() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        let backfill = launch(server)
        _ = try await backfill.advance()
        try await server.copy()
        #expect(try await backfill.advance() == .done)
        try await dualWrites.update("ada") { state in
            var state = state
            state.miss(.new, since: .beginning)
            return state
        }
        #expect(try await backfill.advance() == .dualWrites)
        #expect(backfill.phase == .dualWrites && !backfill.isDone && !launch(server).isDone)
        try await begin(at: 2)
        #expect(try await backfill.advance() == .waiting)
        #expect(device.exports.withLock { $0 } == 2)
    }

    /// Starts a call that waits for the server until it is released or canceled.
    private func startBlocked(
        _ server: UploadServer
    ) async -> (DeviceBackfill, call: Task<DeviceBackfill.Phase, any Error>, release: @Sendable () -> Void) {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let backfill = launch(
            HookedServer(server: server) {
                start.yield()
                for await _ in released { break }
                try Task.checkCancellation()
            }
        )
        let call = Task { try await backfill.advance() }
        for await _ in started { break }
        return (backfill, call, { release.finish() })
    }

    @Test func canceledCallLeavesOthers() async throws {
        try await begin(at: 1)
        let (backfill, first, release) = await startBlocked(UploadServer())
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let second = Task {
            begin.yield()
            return try await backfill.advance()
        }
        // Usually, the second call has then joined the first one; the results are the same if not.
        for await _ in begun { break }
        first.cancel()
        release()
        #expect(try await second.value == .waiting)
        _ = await first.result
        #expect(device.exports.withLock { $0 } == 1)
    }

    @Test func onlyCallCanBeCanceled() async throws {
        try await begin(at: 1)
        let (backfill, call, release) = await startBlocked(UploadServer())
        call.cancel()
        // At once, so that it may have to wait for the canceled one.
        let next = Task { try await backfill.advance() }
        await #expect(throws: CancellationError.self) { try await call.value }
        release()
        #expect(try await next.value == .waiting)
    }

    /// For example while a phone is locked.
    @Test func unreadableProgressIsKept() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        _ = try await launch(server).advance()
        try await server.copy()
        #expect(try await launch(server).advance() == .done)
        let (path, saved) = (folder.path(progressName), folder.path("saved"))
        let files = POSIXFileSystem()
        try files.rename(path, to: saved)
        try files.createFolder(path)
        let backfill = launch(server)
        #expect(!backfill.isDone)
        await #expect(throws: DurableFileError.self) { try await backfill.advance() }
        try files.rename(path, to: folder.path("folder"))
        try files.rename(saved, to: path)
        #expect(backfill.isDone)
        #expect(try await backfill.advance() == .done && device.exports.withLock { $0 } == 1)
    }

    @Test func serverThatLosesEveryUploadIsReported() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        let error = await #expect(throws: BackfillError.self) {
            try await launch(HookedServer(server: server) { server.forget() }).advance()
        }
        #expect(error?.message.contains("didn't know an upload that it had finished, 3 times") == true)
    }
}
