import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Documents at hand that take long to parse, and clients that start without waiting for them.
@Suite(.timeLimit(.minutes(20))) struct LargeAvailableDocumentTests {
    private let time = ManualTime()
    private let held = HeldWork()

    private static let list = Array(repeating: "0", count: 30_000).joined(separator: ",")

    /// Returns a document with few bytes and many values.
    private static func document(pageSize: Int) -> String {
        let flag = #"{"state": "ENABLED", "variants": {"a": \#(pageSize)}, "defaultVariant": "a"}"#
        return #"{"flags": {"page_size": \#(flag)}, "$evaluators": {"list": [\#(list)]}}"#
    }

    private func client(
        _ source: any RemoteSource,
        waits: Bool = false,
        verifier: (any DocumentVerifier)? = nil
    ) -> ToggleClient {
        var configuration = RemoteConfiguration.onDemand(source)
        configuration.waitsForLargeDocuments = waits
        configuration.verifier = verifier
        return .following(configuration, time, background: { [held] in held.take($0) })
    }

    /// Waits for the background work, and checks that the client has the declared default until then.
    private func read(_ client: ToggleClient, as expected: Int) async {
        #expect(client.value(of: .pageSize) == 20)
        #expect(client.remoteState?.status == .notReady)
        #expect(client.remoteState?.why.hasPrefix("the document is large and is being read") == true)
        let changes = client.updates(of: .pageSize)
        await held.until()
        held.runAll()
        for await size in changes where size == expected { break }
    }

    @Test func startDoesNotWaitForLargeFile() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.document(pageSize: 7), to: "flags.json")
        let client = client(FileRemoteSource(path: path))
        await read(client, as: 7)
        await client.until(.ready)
        #expect(client.evaluation(of: .pageSize).reason == .static)
        #expect(client.problems.isEmpty)
    }

    @Test func startDoesNotWaitForLargeDocumentInMemory() async {
        let source = InMemoryRemoteSource(document: Self.document(pageSize: 7))
        let client = client(source)
        await read(client, as: 7)
        let changes = client.updates(of: .pageSize)
        source.set(document: Self.document(pageSize: 8))
        for await size in changes where size == 8 { break }
    }

    @Test func startCanWaitForLargeDocument() {
        let source = InMemoryRemoteSource(document: Self.document(pageSize: 7))
        #expect(client(source, waits: true).value(of: .pageSize) == 7)
        #expect(held.count == 0)
    }

    @Test func smallDocumentIsReadAtStart() {
        #expect(client(InMemoryRemoteSource(values: ["page_size": 7])).value(of: .pageSize) == 7)
        #expect(held.count == 0)
    }

    @Test func replacementDuringParsingIsNotLost() async {
        let source = InMemoryRemoteSource(document: Self.document(pageSize: 7))
        let client = client(source)
        source.set(document: Self.document(pageSize: 8))
        await read(client, as: 8)
        await client.until(.ready)
    }

    @Test func largeDocumentIsNotVerifiedAtStart() async {
        let verifier = CountingVerifier()
        let client = client(InMemoryRemoteSource(document: Self.document(pageSize: 7)), verifier: verifier)
        #expect(verifier.count == 0)
        await read(client, as: 7)
        #expect(verifier.count == 1)
    }

    @Test func unusableLargeDocumentIsReported() async {
        let client = client(InMemoryRemoteSource(document: "[" + Self.list))
        #expect(client.problems.isEmpty)
        await held.until()
        held.runAll()
        await client.until(.error)
        #expect(client.problems.count == 1)
        #expect(client.value(of: .pageSize) == 20)
    }

    @Test func clientReleasedDuringParsingEnds() async {
        weak var observed: ToggleClient?
        do {
            let client = client(InMemoryRemoteSource(document: Self.document(pageSize: 7)))
            observed = client
            await held.until()
        }
        #expect(observed == nil)
        held.runAll()
    }
}

/// Accepts every document, and counts them.
private final class CountingVerifier: DocumentVerifier {
    private let calls = Mutex(0)

    var count: Int { calls.withLock { $0 } }

    func verify(
        _ document: RemoteDocument,
        highestRevision: UInt64?
    ) throws(RemoteSourceError) -> VerifiedDocument {
        calls.withLock { $0 += 1 }
        return VerifiedDocument(document: document, revision: 1)
    }
}
