import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The document that a client starts with after runs that crashed before they were healthy.
@Suite(.timeLimit(.minutes(20))) struct SafeSeedTests {
    private let folder: TemporaryFolder
    private let time = ManualTime()
    private let files = FaultyFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func configuration(
        _ source: PlannedSource,
        health: HealthPolicy = .after(.seconds(30))
    ) -> RemoteConfiguration {
        RemoteConfiguration(source, cache: .folder(folder.path), health: health)
    }

    /// Creates what a killed run leaves: a mark that no process has locked.
    private func crash(with revision: String, size: Int, times: Int = 1) throws {
        let document = RemoteDocument(
            text: Array(PlannedSource.document(pageSize: size).utf8),
            revision: revision
        )
        let identity = CacheRecord.Entry(document).identity
        let key = CacheKey(source: "plan", context: nil).text
        for _ in 0..<times {
            try folder.write("", to: "\(key).run-\(identity)-\(UInt64.random(in: 0 ... .max))")
        }
    }

    private func marks() throws -> [String] { try folder.names().filter { $0.contains(".run-") } }

    /// Completes a healthy run with one document, and then activates a second one.
    private func prepare() async throws {
        let source = PlannedSource(PlannedSource.pageSize(5))
        let client = ToggleClient.following(configuration(source), time, fileSystem: files)
        await client.until(.ready)
        client.markHealthy()
        try await files.until { try record().contains("\"safe\"") }
        source.plan(PlannedSource.pageSize(6))
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(client.value(of: .pageSize) == 6)
    }

    private func record() throws -> String {
        let name = try folder.names().first { $0.hasSuffix(".json") }
        return try name.map { try folder.text($0) } ?? ""
    }

    private func start() -> ToggleClient {
        .following(configuration(PlannedSource(.unchanged)), time, fileSystem: files)
    }

    @Test(
        arguments: [
            (0, 0, false, .current), (2, 0, false, .current), (3, 0, false, .safe), (3, 1, false, .defaults),
            (4, 0, false, .defaults), (3, nil, false, .defaults), (2, nil, false, .current),
            (3, nil, true, .current), (4, nil, true, .defaults),
        ] as [(Int, Int?, Bool, CrashFallback.Choice)]
    )
    func crashCountsDetermineDocument(crashes: Int, crashesOfSafe: Int?, isSafe: Bool, choice: CrashFallback.Choice) {
        #expect(CrashFallback.choice(crashes: crashes, crashesOfSafe: crashesOfSafe, isSafe: isSafe) == choice)
    }

    @Test func normalExitLeavesNoMark() async throws {
        try await prepare()
        #expect(try marks().isEmpty)
        #expect(start().value(of: .pageSize) == 6)
        #expect(try marks().isEmpty)
    }

    @Test func runIsCountedUntilHealthy() async throws {
        try await prepare()
        let client = start()
        #expect(try marks().count == 1)
        let other = start()
        #expect(try marks().count == 2, "each client counts separately")
        #expect(other.value(of: .pageSize) == 6)
        _ = await client.until { $0.nextAttempt != nil }
        time.advance(.seconds(30))
        try await files.until { try marks().isEmpty }
        #expect(client.value(of: .pageSize) == 6)
    }

    @Test func runningClientsAreNotCrashes() async throws {
        try await prepare()
        let clients = (0..<6).map { _ in start() }
        #expect(clients.allSatisfy { $0.value(of: .pageSize) == 6 })
    }

    @Test func twoCrashesChangeNothing() async throws {
        try await prepare()
        try crash(with: "r6", size: 6, times: 2)
        #expect(start().value(of: .pageSize) == 6)
    }

    @Test func threeCrashesRestoreLastHealthyDocument() async throws {
        try await prepare()
        try crash(with: "r6", size: 6, times: 3)
        let client = start()
        #expect(client.value(of: .pageSize) == 5)
        #expect(client.remoteState?.status == .stale)
        #expect(
            client.remoteState?.why == """
                the last 3 runs with the newest document crashed before they were healthy, so the last one that had a \
                healthy run is active until a new revision is published
                """
        )
    }

    @Test func fourthCrashRestoresCompiledDefaults() async throws {
        try await prepare()
        try crash(with: "r6", size: 6, times: 3)
        try crash(with: "r5", size: 5)
        let client = start()
        #expect(client.value(of: .pageSize) == 20)
        #expect(client.remoteState?.status == .error)
    }

    @Test func crashesWithoutHealthyDocumentRestoreDefaults() async throws {
        do {
            let client = ToggleClient.following(configuration(PlannedSource(PlannedSource.pageSize(6))), time)
            await client.until(.ready)
        }
        try crash(with: "r6", size: 6, times: 3)
        #expect(start().value(of: .pageSize) == 20)
    }

    @Test func healthyRunWithDefaultsRestoresProvenDocument() async throws {
        try await prepare()
        try crash(with: "r6", size: 6, times: 3)
        try crash(with: "r5", size: 5)
        do {
            let client = start()
            #expect(client.value(of: .pageSize) == 20)
            #expect(client.remoteState?.why.contains("until a run is healthy or a new revision is published") == true)
            client.markHealthy()
            try await files.until { try marks().count == 3 }
        }
        #expect(start().value(of: .pageSize) == 5, "the document that never had a healthy run stays out")
    }

    @Test func provenDocumentSurvivesCrashLoop() async throws {
        try await prepare()
        do {
            let client = start()
            client.markHealthy()
            try await files.until { try marks().isEmpty }
        }
        try crash(with: "r6", size: 6, times: 4)
        do {
            let client = start()
            #expect(client.value(of: .pageSize) == 20)
            _ = await client.until { $0.nextAttempt != nil }
            time.advance(.seconds(30))
            try await files.until { try marks().isEmpty }
        }
        #expect(start().value(of: .pageSize) == 6)
    }

    @Test func debuggedRunIsNotCounted() async throws {
        try await prepare()
        var environment = time.environment(fileSystem: files)
        environment.isEndCounted = { false }
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            remote: configuration(PlannedSource(.unchanged)),
            context: EvaluationContext(),
            environment: environment
        )
        #expect(client.value(of: .pageSize) == 6)
        #expect(try marks().isEmpty)
    }

    @Test func healthyRunResetsCrashCount() async throws {
        try await prepare()
        try crash(with: "r6", size: 6, times: 2)
        let client = start()
        client.markHealthy()
        try await files.until { try marks().isEmpty }
        try crash(with: "r6", size: 6, times: 2)
        #expect(start().value(of: .pageSize) == 6)
    }

    @Test func healthyRunDoesNotRestoreCrashedDocument() async throws {
        try await prepare()
        try crash(with: "r6", size: 6, times: 3)
        let client = start()
        client.markHealthy()
        _ = await client.until { $0.lastSuccess != nil }
        #expect(client.value(of: .pageSize) == 5)
        #expect(start().value(of: .pageSize) == 5)
    }

    @Test func crashedDocumentNeedsNewRevision() async throws {
        try await prepare()
        try crash(with: "r6", size: 6, times: 3)
        let source = PlannedSource(PlannedSource.pageSize(6, revision: nil))
        let client = ToggleClient.following(configuration(source), time)
        #expect(client.value(of: .pageSize) == 5)
        source.plan(PlannedSource.pageSize(6, revision: "r6 again"))
        #expect(try await client.fetchAndActivate(minimumInterval: .zero))
        #expect(client.value(of: .pageSize) == 6)
        #expect(client.remoteState?.why.contains("ended") != true || client.remoteState?.status != .error)
        #expect(try marks().count == 1, "a new revision has no crashes yet")
    }

    @Test func refetchedCrashedDocumentIsRejected() async throws {
        let source = PlannedSource(PlannedSource.pageSize(6), .silence)
        try crash(with: "r6", size: 6, times: 3)
        let client = ToggleClient.following(configuration(source), time)
        let state = await client.until { $0.status == .error }
        #expect(client.value(of: .pageSize) == 20)
        #expect(state?.why.contains("publish a new revision") == true)
        #expect(client.problems.contains { $0.message.contains("publish a new revision") })
    }

    @Test func disabledCountingIgnoresCrashes() async throws {
        try await prepare()
        try crash(with: "r6", size: 6, times: 9)
        let client = ToggleClient.following(configuration(PlannedSource(.unchanged), health: .notCounted), time)
        #expect(client.value(of: .pageSize) == 6)
        #expect(try marks().count == 9)
    }

    @Test func clientStartsOnReadOnlyDisk() async throws {
        try await prepare()
        let files = FaultyFileSystem()
        for call in [.create, .openLock, .rename, .createFolder] as [FaultyFileSystem.Call] {
            files.fail(call, with: 30)
        }
        let source = PlannedSource(PlannedSource.pageSize(7))
        let client = ToggleClient.following(configuration(source), time, fileSystem: files)
        #expect(client.value(of: .pageSize) == 6)
        #expect(client.problems.first?.message.contains("continues without") == true)
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(client.value(of: .pageSize) == 7)
    }
}
