// Apps on other platforms can't start processes.
#if OVERRIDES && (os(macOS) || os(Linux))
import Foundation
import TestSupport
import Testing

/// Runs the program that kills writers, which the build puts next to the test bundle.
@Suite(.timeLimit(.minutes(20))) struct LocalDefaultsCrashTests {
    /// The number of writers to kill; set `DEFAULTS_TORTURE_KILLS` for a long run.
    private static let kills = ProcessInfo.processInfo.environment["DEFAULTS_TORTURE_KILLS"].flatMap { Int($0) } ?? 100

    @Test(arguments: [2, 8])
    func killedWritersCorruptAndLoseNothing(writers: Int) throws {
        let program = try BuiltProgram.url("test-host")
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = program
        process.arguments = [
            "defaults", "run", "--kills", "\(Self.kills)", "--writers", "\(writers)", "--folder", folder.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let report = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(report)")
        #expect(report.hasPrefix("kills \(Self.kills), "), "\(report)")
        #expect(report.contains("violations 0"), "\(report)")
    }
}
#endif
