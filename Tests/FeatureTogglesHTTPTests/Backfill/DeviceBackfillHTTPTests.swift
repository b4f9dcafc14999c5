// With this trait, the folder is a target of another package, which doesn't depend on StoreMigration.
#if !AsyncHTTPClient
import Foundation
import StoreMigration
import ToggleBase
import Testing

/// A device that uploads its old store to a real server, which fails.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct DeviceBackfillHTTPTests {
    private static let content = Array(repeating: "the records of the old store, ", count: 20).joined()

    /// A device with files of its own.
    private final class Device: Sendable {
        let folder: URL
        let dualWrites = InMemoryDualWriteStore([
            "ada": DualWriteState(old: .beginning, new: MigrationTime(millisecondsSince1970: 1))
        ])
        let exports = Mutex(0)

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("device-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(at: folder)
        }

        /// Returns the backfill as after a launch.
        func launch(_ site: UploadSite, timeout: TimeInterval) -> DeviceBackfill {
            DeviceBackfill(
                user: "ada",
                folder: folder.path,
                dualWrites: dualWrites,
                uploader: UploadClient(site, timeout: timeout),
                chunkSize: 100,
                hasRecords: { true },
                export: { [self] path in
                    exports.withLock { $0 += 1 }
                    try Data(DeviceBackfillHTTPTests.content.utf8).write(to: URL(fileURLWithPath: path))
                }
            )
        }

        /// Launches the app until the backfill is done, and returns the number of failures.
        func launchUntilDone(_ site: UploadSite, timeout: TimeInterval = 10) async throws -> Int {
            var failures = 0
            for _ in 0..<10 {
                do {
                    // A new object, as after a kill, which continues from the files.
                    if try await launch(site, timeout: timeout).advance() == .done { return failures }
                    site.copy()
                } catch {
                    failures += 1
                }
            }
            Issue.record("the backfill isn't done")
            return failures
        }
    }

    @Test func oldStoreIsUploadedInParts() async throws {
        let (device, site) = (try Device(), try UploadSite())
        #expect(try await device.launchUntilDone(site) == 0)
        #expect(site.imported == [Array(Self.content.utf8)])
        // The offset, six parts, the end, and the phase, twice.
        #expect(site.requestCount == 10)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: device.folder.path).allSatisfy {
                !$0.hasSuffix("export")
            }
        )
    }

    /// Breaks each request, and launches the app again after each failure.
    @Test(arguments: UploadSite.Fault.allCases)
    func brokenRequestLosesAndRepeatsNothing(fault: UploadSite.Fault) async throws {
        // When the server closes a connection during a POST, FoundationNetworking waits for the timeout, so the devices
        // upload at the same time.
        let failures = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<10 {
                group.addTask {
                    let (device, site) = (try Device(), try UploadSite())
                    site.set(fault, atRequest: number)
                    let failures = try await device.launchUntilDone(site, timeout: 2)
                    #expect(site.imported == [Array(Self.content.utf8)], "\(fault) at \(number)")
                    #expect(device.exports.withLock { $0 } == 1)
                    return failures
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(failures > 0)
    }
}
#endif
