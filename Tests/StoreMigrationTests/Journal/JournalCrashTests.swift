// Apps on other platforms can't start processes.
#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing

/// Kills processes that write to two stores and a journal.
@Suite(.timeLimit(.minutes(20))) struct JournalCrashTests {
    private static let count = "20"
    /// The number of kills; set `BACKFILL_TORTURE_KILLS` for a long run.
    private static let kills = ProcessInfo.processInfo.environment["BACKFILL_TORTURE_KILLS"].flatMap { Int($0) } ?? 20

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func process(_ command: String) throws -> (process: Process, output: FileHandle) {
        let process = Process()
        process.executableURL = try BuiltProgram.url("test-host")
        process.arguments = ["backfill", command, folder.path, Self.count]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, output.fileHandleForReading)
    }

    @Test func killedWritesAreRestored() throws {
        try killRepeatedly("write", then: "replay")
    }

    /// The writer is killed between the old store and the new one, and the next process delivers what waits.
    @Test func killedSynchronousWritesAreDelivered() throws {
        let waiting = try killRepeatedly("save", then: "deliver")
        #expect(waiting.contains { $0 > 0 }, "some processes were killed while a write was waiting")
    }

    /// Kills a process that writes, and continues in another one, again and again.
    ///
    /// - Returns: The numbers that the other processes printed.
    @discardableResult
    private func killRepeatedly(_ write: String, then repair: String) throws -> [Int] {
        var numbers: [Int] = []
        for _ in 0..<Self.kills {
            let (writer, ready) = try process(write)
            #expect(String(decoding: ready.availableData, as: UTF8.self) == "ready\n")
            usleep(.random(in: 0...20_000))
            kill(writer.processIdentifier, SIGKILL)
            writer.waitUntilExit()
            let (replay, output) = try process(repair)
            let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
            replay.waitUntilExit()
            #expect(text.hasSuffix(" equal\n"), "\(text)")
            numbers += text.split(separator: " ").prefix(1).compactMap { Int($0) }
        }
        return numbers
    }
}
#endif
