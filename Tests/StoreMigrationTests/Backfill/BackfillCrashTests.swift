// Apps on other platforms can't start processes.
#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing

/// Kills processes that copy from one file to another.
@Suite(.timeLimit(.minutes(20))) struct BackfillCrashTests {
    private static let count = "20000"
    /// The number of kills; set `BACKFILL_TORTURE_KILLS` for a long run.
    private static let kills = ProcessInfo.processInfo.environment["BACKFILL_TORTURE_KILLS"].flatMap { Int($0) } ?? 20

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs the program, kills it after a time if it hasn't ended, and returns its output.
    private func run(_ command: String, killAfter microseconds: UInt32? = nil) throws -> String {
        let process = Process()
        process.executableURL = try BuiltProgram.url("test-host")
        process.arguments = ["backfill", command, folder.path, Self.count]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        if let microseconds {
            usleep(microseconds)
            kill(process.processIdentifier, SIGKILL)
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    @Test func fileStoreDestinationConforms() throws {
        #expect(try run("check") == "the store conforms\n")
    }

    @Test func killedCopiesLoseAndRepeatNothing() throws {
        _ = try run("make")
        var killed = 0
        var latest: UInt32 = 150_000
        for _ in 0..<Self.kills {
            if try run("run", killAfter: .random(in: 10_000...latest)).isEmpty { killed += 1 }
            // On a busy machine, a process may need longer to get anything done.
            latest += 5_000
        }
        #expect(killed > 0)
        #expect(try run("run") == "done, 20000 copied\n")
        #expect(try run("verify") == "20000 of 20000, 0 lost, 0 twice\n")
    }
}
#endif
