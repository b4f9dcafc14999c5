import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

@Suite(.timeLimit(.minutes(20))) struct DeviceBackfillTests {
    let folder: TemporaryFolder
    let dualWrites = InMemoryDualWriteStore()
    let device = Device()

    init() throws {
        folder = try TemporaryFolder()
    }

    var exportName: String { "backfill-\(UserDigest.text(of: "ada")).export" }
    var progressName: String { "backfill-\(UserDigest.text(of: "ada")).json" }

    /// The old store of a device.
    final class Device: Sendable {
        let content = Mutex(Array("the records of the old store".utf8))
        let exports = Mutex(0)
        let hasRecords = Mutex(true)
    }

    /// Returns the backfill as after a launch.
    func launch(_ server: any BackfillUploader, chunkSize: Int = 10) -> DeviceBackfill {
        DeviceBackfill(
            user: "ada",
            folder: folder.path,
            dualWrites: dualWrites,
            uploader: server,
            chunkSize: chunkSize,
            hasRecords: { [device] in device.hasRecords.withLock { $0 } },
            export: { [device] path in
                device.exports.withLock { $0 += 1 }
                let (folder, name) = (PathText.folder(of: path), PathText.name(of: path))
                try Self.write(device.content.withLock { $0 }, folder, name)
            }
        )
    }

    private static func write(_ bytes: [UInt8], _ folder: String, _ name: String) throws {
        let files = POSIXFileSystem()
        let descriptor = try files.create(PathText.joined(folder, name))
        defer { try? files.close(descriptor) }
        try files.writeAll(bytes, to: descriptor)
    }

    /// Begins dual writes, or begins them again.
    func begin(at milliseconds: Int64) async throws {
        try await dualWrites.update("ada") { state in
            var state = state
            state.miss(.new, since: .beginning)
            state.new = MigrationTime(millisecondsSince1970: milliseconds)
            return state
        }
    }

    @Test func uploadWaitsForDualWrites() async throws {
        let server = UploadServer()
        #expect(launch(server).phase == .dualWrites)
        #expect(try await launch(server).advance() == .dualWrites)
        #expect(server.operations == 0 && device.exports.withLock { $0 } == 0)
    }

    @Test func exportIsUploadedAndCopied() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        let backfill = launch(server)
        #expect(try await backfill.advance() == .waiting)
        #expect(!backfill.isDone)
        #expect(try await backfill.advance() == .waiting, "the server hasn't copied yet")
        #expect(try await server.queue.user("ada").phase == .waiting)
        try await server.copy()
        #expect(try await backfill.advance() == .done)
        #expect(backfill.isDone && launch(server).isDone)
        #expect(server.imported == [device.content.withLock { $0 }])
        let operations = server.operations
        #expect(try await launch(server).advance() == .done)
        #expect(server.operations == operations, "a finished backfill asks nothing")
    }

    @Test func emptyStoreUploadsNothing() async throws {
        try await begin(at: 1)
        device.hasRecords.withLock { $0 = false }
        let server = UploadServer()
        #expect(try await launch(server).advance() == .nothingToMove)
        #expect(launch(server).isDone && server.operations == 0)
    }

    /// Kills the app before and after each of its requests, and continues after a launch.
    @Test(arguments: [1, 5, 10, 100])
    func killedUploadContinues(chunkSize: Int) async throws {
        var count = 0
        for isDone in [false, true] {
            var number = 0
            while true {
                let trial = try DeviceBackfillTests()
                try await trial.begin(at: 1)
                let server = UploadServer()
                server.kill(at: number, isDone: isDone)
                var kills = 0
                for _ in 0..<20 {
                    let backfill = trial.launch(server, chunkSize: chunkSize)
                    do {
                        if try await backfill.advance() == .done { break }
                        try await server.copy()
                    } catch is StoreError {
                        kills += 1
                    }
                }
                #expect(server.imported == [trial.device.content.withLock { $0 }], "\(number), \(isDone)")
                #expect(trial.launch(server).phase == .done)
                #expect(trial.device.exports.withLock { $0 } == 1, "the export is made once")
                count += kills
                number += 1
                if kills == 0 { break }
            }
        }
        #expect(count >= 8)
    }

    @Test func partialExportIsNotUsed() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        let killed = DeviceBackfill(
            user: "ada",
            folder: folder.path,
            dualWrites: dualWrites,
            uploader: server,
            hasRecords: { true },
            export: { path in
                try Self.write(Array("the rec".utf8), PathText.folder(of: path), PathText.name(of: path))
                throw StoreError()
            }
        )
        await #expect(throws: StoreError.self) { try await killed.advance() }
        #expect(try !folder.names().contains(exportName), "a failed export must not fill the disk")
        // A killed app can't remove it.
        try folder.write("the rec", to: exportName)
        #expect(try await launch(server).advance() == .waiting)
        try await server.copy()
        #expect(server.imported == [device.content.withLock { $0 }])
    }

    @Test func damagedExportIsMadeAgain() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        server.kill(at: 2, isDone: false)
        await #expect(throws: StoreError.self) { try await launch(server).advance() }
        try folder.write("the recorts of the old store", to: exportName)
        #expect(try await launch(server).advance() == .waiting)
        try await server.copy()
        #expect(server.imported == [device.content.withLock { $0 }])
        #expect(device.exports.withLock { $0 } == 2)
    }

    @Test func damagedUploadStartsOver() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        server.damage(1)
        #expect(try await launch(server).advance() == .waiting)
        try await server.copy()
        #expect(server.imported == [device.content.withLock { $0 }])
        let other = try DeviceBackfillTests()
        try await other.begin(at: 1)
        let damaging = UploadServer()
        damaging.damage(.max)
        let error = await #expect(throws: BackfillError.self) { try await other.launch(damaging).advance() }
        #expect(error?.code == .upload && error?.message.contains("3 times") == true)
    }

    @Test func failedCopyIsReportedUntilServerTriesAgain() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        #expect(try await launch(server).advance() == .waiting)
        try await server.fail()
        let backfill = launch(server)
        #expect(try await backfill.advance() == .failed && backfill.failure == "StoreError")
        #expect(launch(server).phase == .failed && launch(server).failure == "StoreError" && !backfill.isDone)
        #expect(try await backfill.advance() == .failed, "the server hasn't tried again yet")
        try await server.queue.retryFailed()
        #expect(try await backfill.advance() == .waiting && backfill.failure == nil)
        try await server.copy()
        #expect(try await launch(server).advance() == .done)
        #expect(server.imported.count == 1 && device.exports.withLock { $0 } == 1)
    }

    @Test func failedCopyCanBeDoneAtNextLaunch() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        _ = try await launch(server).advance()
        try await server.fail()
        // A server that doesn't say why.
        let silent = launch(HookedServer(server: server) {})
        #expect(try await silent.advance() == .failed && silent.failure == nil)
        try await server.queue.retryFailed()
        try await server.copy()
        #expect(try await launch(server).advance() == .done && launch(server).failure == nil)
    }

    @Test func lostUploadIsRepeated() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        _ = try await launch(server).advance()
        server.forget()
        #expect(try await launch(server).advance() == .waiting)
        try await server.copy()
        #expect(try await launch(server).advance() == .done)
    }

    /// A write that the new store missed is in the next export.
    @Test func newDualWritesUploadAgain() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        _ = try await launch(server).advance()
        try await server.copy()
        #expect(try await launch(server).advance() == .done)
        device.content.withLock { $0 = Array("more records".utf8) }
        try await begin(at: 2)
        let backfill = launch(server)
        #expect(try await backfill.advance() == .waiting && !backfill.isDone)
        try await server.copy()
        #expect(try await backfill.advance() == .done)
        #expect(server.imported.last == Array("more records".utf8) && server.imported.count == 2)
    }

    @Test func unusableProgressStartsOver() async throws {
        for text in ["{", #"{"version": 1, "start": 1, "phase": "waiting"}"#] {
            let trial = try DeviceBackfillTests()
            try await trial.begin(at: 1)
            try trial.folder.write(text, to: trial.progressName)
            #expect(try await trial.launch(UploadServer()).advance() == .waiting)
            #expect(trial.device.exports.withLock { $0 } == 1, "\(text)")
        }
    }

    @Test func wrongOffsetIsReported() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        server.lieAboutOffset(-1)
        let error = await #expect(throws: BackfillError.self) { try await launch(server).advance() }
        #expect(
            error?.message
                == "The server has -1 bytes of a file with 28 bytes; it must return how many it has stored."
        )
    }

    /// For example because the same bytes were appended twice.
    @Test func surplusBytesAreDiscarded() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        let content = device.content.withLock { $0 }
        var digest = SHA256()
        digest.add(content)
        server.store(content + content, as: digest.text)
        #expect(try await launch(server).advance() == .waiting)
        try await server.copy()
        #expect(try await launch(server).advance() == .done)
        #expect(server.imported == [content])
    }

    @Test func serverThatKeepsSurplusBytesIsReported() async throws {
        try await begin(at: 1)
        let server = UploadServer()
        server.lieAboutOffset(29)
        let error = await #expect(throws: BackfillError.self) { try await launch(server).advance() }
        #expect(error?.message.contains("received other bytes than were sent, 3 times") == true)
    }

    /// The attribute lets a rule give the new store to users whose records are all there.
    @Test func doneUserReadsNewStore() async throws {
        let migration = Migration(
            .bookStore,
            toggles: InMemoryToggles(.set(.bookStore, to: .dualwrite)),
            dualWrites: dualWrites
        )
        let user = EvaluationContext(targetingKey: "ada")
        #expect(try await migration.beginDualWrites(for: user))
        let server = UploadServer()
        let backfill = launch(server)
        #expect(try await backfill.advance() == .waiting)
        try await server.copy()
        #expect(try await backfill.advance() == .done)
        let live = Migration(
            .bookStore,
            toggles: InMemoryToggles(.set(.bookStore, to: backfill.isDone ? .live : .dualwrite)),
            dualWrites: dualWrites
        )
        let value = await live.read("book", for: user) {
            "old"
        } new: {
            "new"
        }
        #expect(value == "new")
    }
}
