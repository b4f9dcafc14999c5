import Foundation
import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Launches an app many times, with random events, and compares the documents that it uses with a model.
@Suite(.timeLimit(.minutes(20))) struct LaunchSimulationTests {
    /// What the simulation must have exercised.
    private enum Happening: Hashable, CaseIterable {
        case crash, crashAfterReturn, killInBackground, killByUser, killInDebugger, exit
        case launchInBackground, background, healthyRun, healthyRunWithDefaults, publication, badPublication
        case update, clockJump, otherProcess, fallbackToSafe, fallbackToDefaults
    }

    /// A process of the app.
    private final class Process: Sendable {
        let time: ManualTime
        let files = FaultyFileSystem()
        private let handlers = Mutex<[String: @Sendable () -> Void]>([:])
        private let client: Mutex<ToggleClient?> = Mutex(nil)

        init(
            _ source: PlannedSource,
            folder: String,
            wall: Int64,
            version: Int,
            inForeground: Bool = true,
            isDebugged: Bool = false
        ) {
            time = ManualTime(wall: wall)
            files.skipWaitingForDisk()
            var environment = time.environment(fileSystem: files)
            environment.isEndCounted = { !isDebugged }
            environment.lifecycle = AppLifecycle(
                names: [("fore", .entersForeground), ("back", .enteredBackground), ("end", .ends)],
                mayBeInBackground: { !inForeground },
                observe: { [self] name, handler in
                    handlers.withLock { $0[name] = handler }
                    return ChangeObservation { [self] in handlers.withLock { $0[name] = nil } }
                }
            )
            let client = ToggleClient(
                registries: [TestToggles.registry],
                overrides: .none,
                remote: RemoteConfiguration(source, refresh: .onDemand, cache: .folder(folder)),
                context: EvaluationContext(attributes: ["appVersion": .string("1.\(version)")]),
                environment: environment
            )
            self.client.withLock { $0 = client }
        }

        /// The number of the active document; 20 is the default.
        var value: Int { client.withLock { $0?.value(of: .pageSize) ?? -1 } }

        /// The app's life cycle changes.
        func post(_ name: String) { handlers.withLock { $0[name] }?() }

        /// Waits until the client has handled all earlier events, which it does before a request of the app.
        func settle() async throws {
            try await client.withLock { $0 }?.fetch(minimumInterval: .seconds(1 << 40))
        }

        func fetchAndActivate() async throws {
            _ = try await client.withLock { $0 }?.fetchAndActivate(minimumInterval: .zero)
        }

        /// Ends the process by itself, or after its files are gone.
        func end() { client.withLock { $0 = nil } }
    }

    private let folder: TemporaryFolder
    private let source = PlannedSource(PlannedSource.pageSize(100))

    init() throws {
        folder = try TemporaryFolder()
    }

    private func marks() throws -> Int { try folder.names().count { $0.contains(".run-") } }

    private static let usualSeed: UInt64 = 2_026
    /// The seeds of the simulations: the usual one, or the one in `LAUNCH_SEED`, and those after it up to the number in
    /// `LAUNCH_SEEDS`.
    private static let seeds: [UInt64] = {
        func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
        let first = number("LAUNCH_SEED") ?? usualSeed
        return Array(first..<first + (number("LAUNCH_SEEDS") ?? 1))
    }()

    @Test(arguments: seeds) func thousandLaunchesKeepPromises(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        var model = LadderModel()
        var happenings: [Happening: Int] = [:]
        func note(_ happening: Happening) { happenings[happening, default: 0] += 1 }
        var published = 100
        var isBad = false
        var wall: Int64 = 1_700_000_000
        var version = 0
        for launch in 0..<1_000 {
            if chance(5) {
                wall = Int64.random(in: 0...4_000_000_000, using: &random)
                note(.clockJump)
            }
            if chance(10) {
                version += 1
                note(.update)
            }
            let other = chance(10) ? Process(source, folder: folder.path, wall: wall, version: version) : nil
            if other != nil { note(.otherProcess) }
            // Its run continues, so it doesn't count.
            let otherMark = other.map { $0.value == 20 ? nil : $0.value } ?? nil
            let (inForeground, isDebugged) = (!chance(15), chance(10))
            if !inForeground { note(.launchInBackground) }
            switch model.launch(inForeground: inForeground, isDebugged: isDebugged) {
            case .newest: break
            case .safe: note(.fallbackToSafe)
            case .defaults: note(.fallbackToDefaults)
            }
            let process = Process(
                source,
                folder: folder.path,
                wall: wall,
                version: version,
                inForeground: inForeground,
                isDebugged: isDebugged
            )
            try #require(process.value == model.active ?? 20, "seed \(seed), launch \(launch)")
            var hasReturned = false
            if launch == 0 {
                try await process.fetchAndActivate()
                model.activate(published)
            }
            for step in 0..<Int.random(in: 0...5, using: &random) {
                switch Int.random(in: 0..<10, using: &random) {
                case 0...3:
                    let seconds = Int.random(in: 1...25, using: &random)
                    // A timer that isn't set yet fires at once.
                    try await process.settle()
                    process.time.advance(.seconds(seconds))
                    wall += Int64(seconds)
                    guard model.pass(seconds: seconds) else { break }
                    note(model.active == nil ? .healthyRunWithDefaults : .healthyRun)
                    try await process.files.until { try isHealthy(model, besides: otherMark) }
                case 4...6:
                    model.isInForeground.toggle()
                    hasReturned = model.isInForeground
                    if !model.isInForeground { note(.background) }
                    process.post(model.isInForeground ? "fore" : "back")
                case 7:
                    let jump = Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)
                    process.time.setWall(ahead: .seconds(max(jump, -wall)))
                    note(.clockJump)
                default:
                    guard chance(25) else { break }
                    published += 1
                    isBad = chance(60)
                    note(isBad ? .badPublication : .publication)
                    source.plan(PlannedSource.pageSize(published))
                    try await process.fetchAndActivate()
                    model.activate(published)
                }
                try await process.settle()
                try #require(process.value == model.active ?? 20, "seed \(seed), launch \(launch), step \(step)")
                if !model.isInForeground { #expect(process.files.openCount == 0, "a suspended app holds no lock") }
                let expected =
                    model.crashes.values.reduce(0, +) + (model.isCounted ? 1 : 0) + (otherMark == nil ? 0 : 1)
                try #require(try marks() == expected, "seed \(seed), launch \(launch), step \(step)")
            }
            // A document that is bad for the app crashes it in the foreground, if the run doesn't become healthy.
            let crashes = model.active == published && isBad ? 85 : 8
            if model.isInForeground, chance(crashes) {
                let isCounted = model.end()
                if isCounted { note(hasReturned ? .crashAfterReturn : .crash) }
                if isDebugged { note(.killInDebugger) }
                process.files.kill()
            } else if !model.isInForeground {
                note(.killInBackground)
                process.files.kill()
            } else if chance(40) {
                note(.killByUser)
                process.post("end")
                process.files.kill()
            } else {
                note(.exit)
            }
            process.end()
            other?.end()
        }
        print("1,000 launches:", Happening.allCases.map { "\($0) \(happenings[$0] ?? 0)" }.joined(separator: ", "))
        for happening in Happening.allCases {
            let wanted = seed == Self.usualSeed ? 5 : 1
            #expect(happenings[happening, default: 0] >= wanted, "seed \(seed): \(happening) was not exercised")
        }
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    }

    /// Whether what a healthy run leaves is on disk.
    private func isHealthy(_ model: LadderModel, besides other: Int?) throws -> Bool {
        guard let safe = model.safe else { return true }
        let document = RemoteDocument(text: Array(PlannedSource.document(pageSize: safe).utf8), revision: "r\(safe)")
        let entry = CacheRecord.Entry(document)
        let names = try folder.names()
        guard let name = names.first(where: { $0.hasSuffix(".json") }) else { return false }
        let record = try CacheRecord(Array(try folder.text(name).utf8))
        return record.safe == entry && names.count { $0.contains(".run-\(entry.identity)") } == (other == safe ? 1 : 0)
    }
}
