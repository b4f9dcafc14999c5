// Apps on other platforms can't start processes.
#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Kills processes that start from a cache or write one.
@Suite(.timeLimit(.minutes(20)), .serialized) struct CacheCrashTests {
    /// The number of writers to kill; set `CACHE_TORTURE_KILLS` for a long run.
    private static let kills = ProcessInfo.processInfo.environment["CACHE_TORTURE_KILLS"].flatMap { Int($0) } ?? 60

    private let folder: TemporaryFolder
    private let time = ManualTime()
    private let files = FaultyFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func client(_ answer: PlannedSource.Answer) -> ToggleClient {
        let source = PlannedSource(answer, name: "torture")
        let configuration = RemoteConfiguration(source, refresh: .onDemand, cache: .folder(folder.path))
        return .following(configuration, time, fileSystem: files)
    }

    /// Completes a healthy run with the value 5, and then stores the value 6.
    private func prepare() async throws {
        let first = client(PlannedSource.pageSize(5))
        try await first.fetchAndActivate()
        first.markHealthy()
        try await files.until {
            try folder.names().contains { try $0.hasSuffix(".json") && folder.text($0).contains("safe") }
        }
        try await client(PlannedSource.pageSize(6)).fetchAndActivate()
    }

    /// Runs the program, kills it after a delay if it hasn't exited, and returns the numbers that it printed.
    ///
    /// With `afterNumber`, the delay begins when the program prints that number or a higher one, which can take long on
    /// a busy machine.
    private func run(
        _ arguments: String...,
        afterNumber number: Int? = nil,
        killAfter microseconds: UInt32? = nil,
        with signal: Int32 = SIGKILL
    ) throws -> [Int] {
        let process = Process()
        process.executableURL = try BuiltProgram.url("test-host")
        process.arguments = ["cache", arguments[0], folder.path] + arguments.dropFirst()
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var written = Data()
        var numbers: [Int] {
            String(decoding: written, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
        }
        while let number, !numbers.contains(where: { $0 >= number }) {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            written += data
        }
        if let microseconds {
            usleep(microseconds)
            kill(process.processIdentifier, signal)
        }
        written += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if signal != SIGKILL {
            #expect(process.terminationReason == .uncaughtSignal, "the signal keeps its effect")
            #expect(process.terminationStatus == signal)
        }
        return numbers
    }

    @Test func repeatedCrashesRestoreHealthyDocumentThenDefaults() async throws {
        try await prepare()
        var values: [[Int]] = []
        for _ in 0..<6 { values.append(try run("crash")) }
        #expect(values == [[6], [6], [6], [5], [20], [20]])
        try await client(PlannedSource.pageSize(7)).fetchAndActivate()
        #expect(try run("crash") == [7], "a new revision has no crashes yet")
    }

    @Test func shortRunsThatExitAreNotCrashes() async throws {
        try await prepare()
        for _ in 0..<6 { #expect(try run("exit") == [6]) }
        #expect(try folder.names().filter { $0.contains(".run-") } == [])
    }

    @Test(arguments: [SIGHUP, SIGINT, SIGPIPE, SIGTERM])
    func runsThatAreAskedToEndAreNotCrashes(signal: Int32) async throws {
        try await prepare()
        #expect(try run("start", afterNumber: 6, killAfter: 0, with: signal) == [6])
        #expect(try folder.names().filter { $0.contains(".run-") } == [])
        #expect(try run("start", afterNumber: 6, killAfter: 0) == [6])
        #expect(try folder.names().filter { $0.contains(".run-") }.count == 1)
    }

    @Test func killingProcessesAtStartCorruptsNothing() async throws {
        try await prepare()
        for _ in 0..<(Self.kills / 3) {
            _ = try run("start", killAfter: .random(in: 1...15_000))
            let value = client(.unchanged).value(of: .pageSize)
            #expect([6, 5, 20].contains(value))
        }
        #expect(try folder.names().filter { $0.contains(".corrupt-") } == [])
    }

    @Test func killedWritersLoseAndCorruptNothing() async throws {
        let cache = DocumentCache(folder: folder.path, source: "torture", context: nil)
        var last = 100
        for attempt in 0..<Self.kills {
            let first = last + 1
            // Every other process is killed while it starts or writes its first document.
            let written = try run(
                "write",
                "\(first)",
                afterNumber: attempt % 2 == 0 ? first : nil,
                killAfter: .random(in: 0...20_000)
            )
            last = max(last, written.last ?? last)
            let (record, problem) = cache.record()
            #expect(problem == nil)
            guard let current = record.current else {
                #expect(last == 100)
                continue
            }
            _ = try cache.document(of: current)
            let number = current.revision.flatMap { Int($0.dropFirst()) } ?? 0
            #expect(number >= last, "reported documents are kept")
            last = max(last, number)
        }
        #expect(last > 100)
        // Storing the next document removes leftover files.
        try await client(PlannedSource.pageSize(7)).fetchAndActivate()
        // Leftover files are removed under the record's lock.
        try cache.update { _, _ in }
        let names = try folder.names()
        #expect(names.filter { $0.contains(".tmp-") || $0.contains(".corrupt-") } == [])
        #expect(names.filter { $0.contains(".document-") }.count <= 2)
        #expect(names.filter { $0.contains(".run-") } == [])
    }

    @Test func killedFollowersHaveCountedTheirActiveDocument() async throws {
        let cache = DocumentCache(folder: folder.path, source: "torture", context: nil)
        var last = 100
        var stored = 0
        for attempt in 0..<Self.kills {
            let first = last + 1
            let seen = try run(
                "follow",
                "\(first)",
                afterNumber: attempt % 2 == 0 ? first : nil,
                killAfter: .random(in: 0...30_000)
            ).filter { $0 >= first }
            let (record, problem) = cache.record()
            #expect(problem == nil)
            if let current = record.current {
                _ = try cache.document(of: current)
                let number = current.revision.flatMap { Int($0.dropFirst()) } ?? 0
                #expect(number >= stored, "stored documents are kept")
                stored = number
            }
            // The next run continues from here. Otherwise its first document would be older than the stored one.
            last = max(last, stored)
            guard let newest = seen.last else { continue }
            // The document that was seen, or one that was activated afterward.
            let counted = Set(try folder.names().compactMap { RunMarks.identity(ofName: $0, key: cache.key) })
            let isCounted = (newest...(newest + 100)).contains { counted.contains(Self.identity($0)) }
            #expect(isCounted, "\(newest) was activated but not counted")
            last = max(last, newest + 100)
        }
        #expect(stored > 100)
        try await client(PlannedSource.pageSize(7)).fetchAndActivate()
        let names = try folder.names()
        #expect(names.filter { $0.contains(".tmp-") || $0.contains(".corrupt-") || $0.contains(".run-") } == [])
        #expect(names.filter { $0.contains(".document-") }.count <= 2)
    }

    /// Returns the identity under which runs with the program's document of a number are counted.
    private static func identity(_ number: Int) -> String {
        let filling = String(repeating: " ", count: number % 7 * 10_000)
        let text = """
            {"flags": {"page_size": {"state": "ENABLED", "variants": {"a": \(number)}, "defaultVariant": "a"}}}\(filling)
            """
        return CacheRecord.Entry(RemoteDocument(text: Array(text.utf8), revision: "r\(number)")).identity
    }
}
#endif
