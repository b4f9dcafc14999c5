#if !RELEASE || InternalBuild
import Foundation
import Testing

/// Runs the program that kills writers; `swift build --build-tests` puts it beside the tests.
@Suite(.timeLimit(.minutes(5))) struct LocalDefaultsCrashTests {
    /// The folder of the test bundle, where the build leaves programs, too.
    private static var products: URL? {
        // On Apple platforms the bundle is an argument of the program that runs it; elsewhere it is the program.
        let bundle = ProcessInfo.processInfo.arguments.first { $0.contains(".xctest") }
        guard let bundle, let end = bundle.range(of: ".xctest") else { return nil }
        return URL(fileURLWithPath: String(bundle[..<end.upperBound])).deletingLastPathComponent()
    }

    /// How many writers are killed: `DEFAULTS_TORTURE_KILLS` for a long run.
    private static let kills = ProcessInfo.processInfo.environment["DEFAULTS_TORTURE_KILLS"].flatMap { Int($0) } ?? 200

    @Test(arguments: [2, 8])
    func killedWritersNeverTearLoseOrLitter(writers: Int) throws {
        let program = try #require(Self.products).appendingPathComponent("defaults-torture")
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "\(program.path) is not built")
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = program
        process.arguments = ["run", "--kills", "\(Self.kills)", "--writers", "\(writers)", "--folder", folder.path]
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
