// Apps on other platforms can't start processes.
#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing

/// Kills processes that copy the records of many users.
///
/// For a long run, set `RUNNER_TORTURE_USERS` and `RUNNER_TORTURE_KILLS`, for example to 100,000 and 100.
@Suite(.timeLimit(.minutes(20))) struct RunnerCrashTests {
    private static let users = number("RUNNER_TORTURE_USERS") ?? 400
    private static let kills = number("RUNNER_TORTURE_KILLS") ?? 8
    /// The number of processes at the same time, with ten workers each.
    private static let processes = kills >= 100 ? 10 : 3

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ command: String, output: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = try BuiltProgram.url("test-host")
        process.arguments = ["backfill", command, folder.path, "\(Self.users)"]
        process.standardOutput = output ?? FileHandle.nullDevice
        try process.run()
        return process
    }

    private func run(_ command: String) throws -> String {
        let output = Pipe()
        let process = try start(command, output: output)
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    @Test func killedWorkersLoseAndRepeatNothing() throws {
        _ = try run("users")
        let began = Date()
        // At least one is killed in the middle of a copy, even if the others finish before the first random kill.
        let output = Pipe()
        let held = try start("hold", output: output)
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        kill(held.processIdentifier, SIGKILL)
        held.waitUntilExit()
        var killed = 1
        var workers = try (0..<Self.processes).map { _ in try start("work") }
        // On a slow machine, a process may not have begun to copy, so the time between kills grows.
        var latest: UInt32 = 200_000
        while killed < Self.kills, workers.contains(where: \.isRunning) {
            usleep(.random(in: 20_000...latest))
            latest += 5_000
            let index = Int.random(in: workers.indices)
            guard workers[index].isRunning else { continue }
            kill(workers[index].processIdentifier, SIGKILL)
            workers[index].waitUntilExit()
            if workers[index].terminationReason == .uncaughtSignal { killed += 1 }
            workers[index] = try start("work")
        }
        for worker in workers { worker.waitUntilExit() }
        // In case all of them were killed last.
        let report = try run("work")
        #expect(report == "waiting 0, running 0, done \(Self.grouped(Self.users)), failed 0\n")
        let tally = try run("tally")
        #expect(
            tally == """
                \(Self.users) users: 0 lost, 0 done twice; \(Self.users * 3) records: 0 lost, 0 copied twice

                """
        )
        print("killed \(killed) processes in \(Int(Date().timeIntervalSince(began))) s: \(tally)")
    }

    private static func grouped(_ number: Int) -> String {
        let text = "\(number)"
        let head = text.count % 3
        var groups = head > 0 ? [String(text.prefix(head))] : []
        var rest = text.dropFirst(head)
        while !rest.isEmpty {
            groups.append(String(rest.prefix(3)))
            rest = rest.dropFirst(3)
        }
        return groups.joined(separator: ",")
    }
}
#endif
