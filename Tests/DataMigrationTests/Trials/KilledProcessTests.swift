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
        let report = try await Self.report(
            ["run", "--kills", "\(Self.kills)", "--crashes", "0", "--folder", folder.path]
        )
        #expect(report.hasPrefix("kills \(Self.kills): "), "\(report)")
    }

    /// Kills the app at each of its changes, and the next launch at each of its own.
    @Test func nothingRemainsAfterTwoKills() async throws {
        let folder = try TemporaryFolder()
        let report = try await Self.report(["twice", "--folder", folder.path])
        let pairs = report.prefixMatch(of: /kills in pairs (\d+):/).flatMap { Int($0.1) } ?? 0
        #expect(pairs >= 400, "\(report)")
    }

    /// Runs the program, and returns its report, which must have no violations.
    private static func report(_ arguments: [String]) async throws -> String {
        let process = Process()
        process.executableURL = try BuiltProgram.url("test-host")
        process.arguments = ["migration"] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let report = await onThread { [handle = output.fileHandleForReading] in
            String(decoding: handle.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(report)")
        #expect(report.contains("violations 0"), "\(report)")
        print(report)
        return report
    }
}
#endif
