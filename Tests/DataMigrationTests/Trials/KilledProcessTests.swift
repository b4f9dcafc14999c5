// Apps on other platforms can't start processes.
#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing

/// Runs the program that kills apps, which the build puts next to the tests.
@Suite(.timeLimit(.minutes(20))) struct KilledProcessTests {
    /// The number of apps to kill; set `MIGRATION_TORTURE_KILLS` for a long run.
    private static let kills = ProcessInfo.processInfo.environment["MIGRATION_TORTURE_KILLS"].flatMap { Int($0) } ?? 50

    @Test func killedAppLeavesOldOrNewData() async throws {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = try BuiltProgram.url("test-host")
        process.arguments = ["migration", "run", "--kills", "\(Self.kills)", "--crashes", "0", "--folder", folder.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let report = await onThread { [handle = output.fileHandleForReading] in
            String(decoding: handle.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(report)")
        #expect(report.hasPrefix("kills \(Self.kills): "), "\(report)")
        #expect(report.contains("violations 0"), "\(report)")
        print(report)
    }
}
#endif
