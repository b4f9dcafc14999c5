// Apps on other platforms can't start processes.
#if OVERRIDES && (os(macOS) || os(Linux))
import Foundation
import TestSupport
import Testing

@testable import FeatureToggles

/// Runs an app that writes a state file, which the build puts next to the test bundle.
@Suite(.timeLimit(.minutes(20))) struct StateFileProcessTests {
    /// The number of apps to kill; set `STATE_FILE_KILLS` for a long run.
    private static let kills = ProcessInfo.processInfo.environment["STATE_FILE_KILLS"].flatMap { Int($0) } ?? 50

    /// An app in another process.
    private struct App {
        let process = Process()
        let input = Pipe()
        let output = Pipe()

        init(_ path: String) throws {
            process.executableURL = try BuiltProgram.url("test-host")
            process.arguments = ["state", path]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        /// Waits until the app has written its state file.
        func waitForWrite() {
            _ = output.fileHandleForReading.availableData
        }

        func kill() {
            Foundation.kill(process.processIdentifier, SIGKILL)
            waitForEnd()
        }

        func end() {
            try? input.fileHandleForWriting.write(contentsOf: Data("end\n".utf8))
            waitForEnd()
        }

        /// Waits for the end without `waitUntilExit()`, which misses it while other children run.
        private func waitForEnd() {
            var information = siginfo_t()
            while waitid(P_PID, id_t(process.processIdentifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        }
    }

    @Test func killedProcessIsNeverShownAsLive() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("toggles.json")
        let states = StateFolder(besideDefaults: path)
        for _ in 0..<Self.kills {
            let app = try App(path)
            app.waitForWrite()
            #expect(states.states().states.map(\.processID) == [Int(app.process.processIdentifier)])
            app.kill()
            #expect(states.states().states.isEmpty)
        }
        // The next app removes the files of the killed ones.
        let app = try App(path)
        app.waitForWrite()
        #expect(try folder.names("toggles.state").count == 2)
        app.end()
        #expect(try folder.names("toggles.state") == [])
    }

    @Test func eachProcessHasItsOwnState() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("toggles.json")
        let apps = try (0..<4).map { _ in try App(path) }
        for app in apps { app.waitForWrite() }
        let states = StateFolder(besideDefaults: path).states()
        #expect(states.problems.isEmpty)
        #expect(Set(states.states.map(\.processID)) == Set(apps.map { Int($0.process.processIdentifier) }))
        #expect(states.states.allSatisfy { $0.application == "shop" && $0.applicationVersion == "2.1.0" })
        apps[0].kill()
        #expect(StateFolder(besideDefaults: path).states().states.count == 3)
        for app in apps.dropFirst() { app.end() }
    }

    @Test func readersDoNotMistakeEachOtherForProcess() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("toggles.json")
        let app = try App(path)
        app.waitForWrite()
        app.kill()
        #expect(try folder.names("toggles.state").count == 2)
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<500).reduce(0) { sum, _ in sum + StateFolder(besideDefaults: path).states().states.count }
                }
            }
            for await count in group { #expect(count == 0) }
        }
    }
}
#endif
