import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

@Suite(.timeLimit(.minutes(20))) struct ToggleClientFollowingTests {
    @Test func updatesBeginWithCurrentValue() async {
        let remote = InMemoryRemoteSource(values: ["search_ranking_2": "neural"])
        let client = makeClient(remote: remote)
        var updates = client.updates(of: .searchRanking).makeAsyncIterator()
        #expect(await updates.next() == .neural)
        remote.set(values: ["search_ranking_2": "hybrid"])
        #expect(await updates.next() == .hybrid)
        remote.set(values: [:])
        #expect(await updates.next() == .classic)
    }

    @Test func otherTogglesChangesYieldNoUpdate() async {
        let remote = InMemoryRemoteSource(values: ["page_size": 1])
        let client = makeClient(remote: remote)
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        #expect(await updates.next() == 1)
        var others = client.updates(of: .banner).makeAsyncIterator()
        #expect(await others.next() == "Welcome")
        remote.set(values: ["page_size": 1, "banner": "x"])
        #expect(await others.next() == "x")
        remote.set(values: ["page_size": 2, "banner": "x"])
        #expect(await updates.next() == 2)
    }

    @Test func updatesEndWhenTaskIsCanceled() async {
        let client = makeClient()
        let task = Task {
            var count = 0
            for await _ in client.updates(of: .pageSize) { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value <= 1)
    }

    @Test func snapshotUpdatesYieldOneValue() async {
        var values: [Int] = []
        for await value in makeClient().snapshot().updates(of: .pageSize) { values.append(value) }
        #expect(values == [20])
    }

    @Test func clientFollowsLocalDefaultsFile() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("toggles.json")
        let client = makeClient(localDefaultsPath: path)
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        #expect(await updates.next() == 20)
        try folder.write(#"{"version": 1, "toggles": {"page_size": 7}}"#, to: "toggles.json")
        #expect(await updates.next() == 7)
        try folder.remove("toggles.json")
        #expect(await updates.next() == 20)
        try folder.write(#"{"version": 1, "toggles": {"page_size": 8}}"#, to: "toggles.json")
        #expect(await updates.next() == 8)
    }

    @Test func incompleteJSONKeepsValuesAndIsReported() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(#"{"version": 1, "toggles": {"page_size": 7}}"#, to: "toggles.json")
        let client = makeClient(localDefaultsPath: path)
        #expect(client.value(of: .pageSize) == 7)
        try folder.write(#"{"version": 1, "toggles": {"page_size""#, to: "toggles.json")
        client.reloadLocalDefaults()
        #expect(client.value(of: .pageSize) == 7)
        #expect(client.problems.count == 1)
        #expect(client.problems.first?.origin == path)
        try folder.write(#"{"version": 1, "toggles": {"page_size": 9}}"#, to: "toggles.json")
        client.reloadLocalDefaults()
        #expect(client.value(of: .pageSize) == 9)
        #expect(client.problems.isEmpty)
    }

    @Test func invalidRemoteDocumentKeepsPreviousOne() async throws {
        let remote = InMemoryRemoteSource(values: ["page_size": 7])
        let client = makeClient(remote: remote)
        remote.set(document: "not JSON")
        await #expect(throws: RemoteDocumentError.self) {
            try await client.fetch()
            try client.activate()
            // The client follows the source itself, and may have reported the problem first.
            if !client.problems.isEmpty { throw RemoteDocumentError(description: "refused before") }
        }
        #expect(client.value(of: .pageSize) == 7)
        #expect(client.problems.first?.source == .remote)
    }

    @Test func fetchedValuesNeedActivation() async throws {
        let remote = ScriptedRemoteSource()
        let client = makeClient(remote: remote)
        #expect(client.value(of: .pageSize) == 20)
        #expect(try await client.fetch())
        #expect(client.value(of: .pageSize) == 20)
        #expect(try client.activate())
        #expect(client.value(of: .pageSize) == 5)
        #expect(try client.activate() == false)
        #expect(try await client.fetchAndActivate() == false)
    }

    @Test func rejectedDocumentIsReportedUntilReplaced() async throws {
        let remote = ScriptedRemoteSource(texts: ["not JSON"])
        let client = makeClient(remote: remote)
        #expect(try await client.fetch())
        #expect(throws: RemoteDocumentError.self) { try client.activate() }
        #expect(try await client.fetchAndActivate() == false)
        #expect(client.problems.count == 1, "an unchanged source doesn't resolve the problem")
        remote.publish(ScriptedRemoteSource.document(pageSize: 6))
        #expect(try await client.fetchAndActivate())
        #expect(client.problems.isEmpty)
    }

    @Test func waitingDocumentIsActivatedWithoutNewerOne() async throws {
        let client = makeClient(remote: ScriptedRemoteSource())
        #expect(try await client.fetch())
        #expect(try await client.fetch())
        #expect(try await client.fetchAndActivate())
        #expect(client.value(of: .pageSize) == 5)
    }

    @Test func slowFetchDoesNotReplaceLaterOne() async throws {
        let remote = ScriptedRemoteSource()
        let client = makeClient(remote: remote)
        let answer = remote.holdNextFetch()
        let slow = Task { try await client.fetch() }
        await remote.untilHeld()
        remote.publish(ScriptedRemoteSource.document(pageSize: 6))
        #expect(try await client.fetch(minimumInterval: .zero))
        answer.finish()
        _ = try await slow.value
        try client.activate()
        #expect(client.value(of: .pageSize) == 6)
    }

    @Test func failedFetchKeepsValues() async throws {
        let remote = InMemoryRemoteSource(values: ["page_size": 7])
        let client = makeClient(remote: remote)
        remote.fail(with: RemoteSourceError(.unreachable, "the server does not respond"))
        await #expect(throws: RemoteSourceError(.unreachable, "the server does not respond")) {
            try await client.fetch()
        }
        #expect(client.value(of: .pageSize) == 7)
        #expect(client.problems.map(\.message) == ["the server does not respond"])
        remote.fail(with: nil)
        try await client.fetch()
        #expect(client.problems.isEmpty)
    }

    @Test func observationEndsWithTheClient() async {
        var client: ToggleClient? = makeClient()
        weak let observed = client
        let changes = client?.changes()
        client = nil
        #expect(observed == nil)
        var count = 0
        if let changes { for await _ in changes { count += 1 } }
        #expect(count == 0)
    }
}

/// A source that doesn't announce changes, and returns the last of its documents.
private final class ScriptedRemoteSource: RemoteSource {
    private struct State {
        var texts: [String]
        var hold: AsyncStream<Void>?
    }

    let name = "script"
    private let state: Mutex<State>
    private let held: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

    init(texts: [String] = [document(pageSize: 5)]) {
        state = Mutex(State(texts: texts))
        held = AsyncStream.makeStream()
    }

    static func document(pageSize: Int) -> String {
        #"{"flags": {"page_size": {"state": "ENABLED", "variants": {"a": \#(pageSize)}, "defaultVariant": "a"}}}"#
    }

    func publish(_ text: String) {
        state.withLock { $0.texts.append(text) }
    }

    /// Makes the next fetch read its document at once, but return it only after the continuation is finished.
    func holdNextFetch() -> AsyncStream<Void>.Continuation {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        state.withLock { $0.hold = stream }
        return continuation
    }

    /// Returns when a fetch is held.
    func untilHeld() async {
        for await _ in held.stream { return }
    }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let (texts, hold) = state.withLock { state in
            defer { state.hold = nil }
            return (state.texts, state.hold)
        }
        if let hold {
            held.continuation.yield()
            for await _ in hold {}
        }
        guard let text = texts.last, request.revision != String(texts.count) else { return nil }
        return RemoteDocument(text: Array(text.utf8), revision: String(texts.count))
    }
}
