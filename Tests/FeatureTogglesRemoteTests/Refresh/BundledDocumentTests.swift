import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

@Suite(.timeLimit(.minutes(20))) struct BundledDocumentTests {
    private let folder: TemporaryFolder
    private let time = ManualTime()

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func document(_ size: Int) -> String {
        """
        {"flags": {"page_size": {"state": "ENABLED", "variants": {"v": \(size)}, "defaultVariant": "v"}}}
        """
    }

    private func makeClient(
        _ source: any RemoteSource,
        bundled: BundledDocument? = .text(Array(document(7).utf8)),
        cache: DocumentCache.Location = .none,
        refresh: RefreshPolicy = .onDemand,
        configure: (inout RemoteConfiguration) -> Void = { _ in }
    ) -> ToggleClient {
        var configuration = RemoteConfiguration(source, refresh: refresh, cache: cache, bundled: bundled)
        configure(&configuration)
        return .following(configuration, time)
    }

    @Test func bundledDocumentAppliesBeforeTheFirstFetch() {
        let client = makeClient(PlannedSource(.silence))
        let evaluation = client.evaluation(of: .pageSize)
        #expect(evaluation.value == 7)
        #expect(evaluation.source == .remote)
        #expect(evaluation.reason == .cached)
        #expect(client.remoteState?.status == .stale)
        #expect(
            client.remoteState?.why == "the document comes with the app, and nothing was received from ‘plan’ yet"
        )
        #expect(client.problems == [])
    }

    @Test func fetchedDocumentReplacesIt() async throws {
        let client = makeClient(PlannedSource(PlannedSource.pageSize(5)))
        #expect(client.value(of: .pageSize) == 7)
        try await client.fetchAndActivate()
        #expect(client.value(of: .pageSize) == 5)
        #expect(client.evaluation(of: .pageSize).reason == .static)
    }

    @Test func cachedDocumentTakesPrecedence() async throws {
        let cache = DocumentCache.Location.folder(folder.path("cache"))
        let first = makeClient(PlannedSource(PlannedSource.pageSize(5)), cache: cache)
        try await first.fetchAndActivate()
        let second = makeClient(PlannedSource(.silence), bundled: .text(Array(Self.document(8).utf8)), cache: cache)
        #expect(second.value(of: .pageSize) == 5)
    }

    @Test func availableDocumentTakesPrecedence() {
        let client = makeClient(InMemoryRemoteSource(document: Self.document(3)))
        #expect(client.value(of: .pageSize) == 3)
    }

    @Test func itReplacesAnAvailableDocumentThatCannotBeRead() {
        let path = folder.path("remote.json")
        let client = makeClient(FileRemoteSource(path: path))
        #expect(client.value(of: .pageSize) == 7)
        #expect(client.remoteState?.status == .stale)
        #expect(client.remoteState?.why.hasSuffix("; the bundled document stays active") == true)
        #expect(client.problems.map(\.origin) == [path])
    }

    @Test func itReplacesAnAvailableDocumentThatIsBroken() throws {
        let path = try folder.write("{", to: "remote.json")
        let client = makeClient(FileRemoteSource(path: path))
        #expect(client.value(of: .pageSize) == 7)
        #expect(client.problems.map(\.origin) == [path])
    }

    @Test func largeOneReplacesAnAvailableDocumentThatCannotBeReadInTheBackground() async {
        let text = Self.document(7) + String(repeating: " ", count: 200 << 10)
        let source = FileRemoteSource(path: folder.path("remote.json"))
        let client = makeClient(source, bundled: .text(Array(text.utf8)))
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        var value = await updates.next()
        while value == 20 { value = await updates.next() }
        #expect(value == 7)
    }

    @Test func failedFetchKeepsIt() async {
        let client = makeClient(PlannedSource(.failure(RemoteSourceError(.unreachable, "no network"))))
        await #expect(throws: RemoteSourceError.self) { try await client.fetchAndActivate() }
        #expect(client.value(of: .pageSize) == 7)
    }

    @Test func fileIsRead() throws {
        let path = try folder.write(Self.document(9), to: "flags.json")
        #expect(makeClient(PlannedSource(.silence), bundled: .file(path)).value(of: .pageSize) == 9)
    }

    @Test func resourceIsFoundInItsFolder() throws {
        try folder.write(Self.document(9), to: "flags.json")
        let bundled: BundledDocument = "flags.json"
        #expect(try bundled.read(resources: folder.path).text == Array(Self.document(9).utf8))
        #expect(bundled == .resource("flags.json"))
        #if os(Linux)
        let resources = try #require(AppBundle.resources)
        #expect(resources.hasPrefix("/") && !resources.hasPrefix("/proc"))
        #endif
    }

    @Test func missingFileIsAProblem() {
        let client = makeClient(PlannedSource(.silence), bundled: .file(folder.path("none.json")))
        #expect(client.value(of: .pageSize) == 20)
        #expect(client.remoteState?.status == .notReady)
        #expect(client.problems.map(\.origin) == [folder.path("none.json")])
        #expect(client.problems.first?.message.hasPrefix("the bundled document cannot be used: ") == true)
    }

    @Test func brokenDocumentIsAProblem() {
        let client = makeClient(PlannedSource(.silence), bundled: .text(Array("{".utf8)))
        #expect(client.value(of: .pageSize) == 20)
        #expect(client.problems.map(\.origin) == ["embedded in the program"])
    }

    @Test func largeDocumentIsReadInTheBackground() async {
        let text = Self.document(7) + String(repeating: " ", count: 200 << 10)
        let client = makeClient(PlannedSource(.silence), bundled: .text(Array(text.utf8)))
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        var value = await updates.next()
        while value == 20 { value = await updates.next() }
        #expect(value == 7)
    }

    @Test func runsWithItAreNotCounted() async throws {
        let cache = DocumentCache.Location.folder(folder.path("cache"))
        for _ in 0..<5 {
            let client = makeClient(PlannedSource(.silence), cache: cache)
            #expect(client.value(of: .pageSize) == 7)
        }
    }

    @Test func fetchedDocumentWithLowerRevisionReplacesSignedOne() async throws {
        let cache = DocumentCache.Location.folder(folder.path("cache"))
        let bundled = BundledDocument.text(Array("9|-|\(Self.document(7))".utf8))
        let source = PlannedSource(.document("3|-|\(Self.document(5))", revision: "r3"))
        do {
            let client = makeClient(source, bundled: bundled, cache: cache) { $0.verifier = ScriptedVerifier() }
            #expect(client.value(of: .pageSize) == 7)
            try await client.fetchAndActivate()
            #expect(client.value(of: .pageSize) == 5)
            #expect(client.evaluation(of: .pageSize).reason == .static)
            #expect(client.problems == [])
        }
        let next = makeClient(PlannedSource(.silence), bundled: bundled, cache: cache) {
            $0.verifier = ScriptedVerifier()
        }
        #expect(next.value(of: .pageSize) == 5)
        #expect(next.problems == [])
    }

    @Test func verifierAlsoChecksIt() {
        struct Refusal: DocumentVerifier {
            func verify(
                _ document: RemoteDocument,
                highestRevision: UInt64?
            ) throws(RemoteSourceError) -> VerifiedDocument {
                throw RemoteSourceError(.untrusted, "it isn't signed")
            }
        }
        let client = makeClient(PlannedSource(.silence)) { $0.verifier = Refusal() }
        #expect(client.value(of: .pageSize) == 20)
        #expect(client.problems.map(\.message) == ["the bundled document cannot be used: it isn't signed"])
    }
}
