import FeatureTogglesTesting
import Testing

@testable import FeatureToggles

@Suite(.timeLimit(.minutes(1))) struct ToggleClientFollowingTests {
    @Test func updatesBeginWithTheValueInForceAndFollow() async {
        let remote = InMemoryRemoteSource(values: ["search_ranking_2": "neural"])
        let client = makeClient(remote: remote)
        var updates = client.updates(of: .searchRanking).makeAsyncIterator()
        #expect(await updates.next() == .neural)
        remote.set(values: ["search_ranking_2": "hybrid"])
        #expect(await updates.next() == .hybrid)
        remote.set(values: [:])
        #expect(await updates.next() == .classic)
    }

    @Test func updatesDoNotRepeatAValueWhenAnotherToggleChanges() async {
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

    @Test func updatesEndWithTheirTask() async {
        let client = makeClient()
        let task = Task {
            var count = 0
            for await _ in client.updates(of: .pageSize) { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value <= 1)
    }

    @Test func updatesOfASnapshotEndAfterTheirValue() async {
        var values: [Int] = []
        for await value in makeClient().snapshot().updates(of: .pageSize) { values.append(value) }
        #expect(values == [20])
    }

    @Test func aClientIsFollowedByTheFileThatAnotherProcessWrites() async throws {
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

    @Test func halfWrittenJSONKeepsTheValuesAndIsReported() async throws {
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

    @Test func aBrokenRemoteDocumentKeepsTheOneBefore() async throws {
        let remote = InMemoryRemoteSource(values: ["page_size": 7])
        let client = makeClient(remote: remote)
        remote.set(document: "not JSON")
        await #expect(throws: FlagDocument.Refusal.self) {
            try await client.fetch()
            try client.activate()
            // The client follows the source by itself and may have come first.
            if !client.problems.isEmpty { throw FlagDocument.Refusal(description: "refused before") }
        }
        #expect(client.value(of: .pageSize) == 7)
        #expect(client.problems.first?.source == .remote)
    }

    @Test func fetchChangesNothingUntilActivate() async throws {
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

    @Test func aSourceThatFailsChangesNothing() async throws {
        let remote = InMemoryRemoteSource(values: ["page_size": 7])
        let client = makeClient(remote: remote)
        remote.fail(with: RemoteSourceError(.unreachable, "nobody answers"))
        await #expect(throws: RemoteSourceError(.unreachable, "nobody answers")) { try await client.fetch() }
        #expect(client.value(of: .pageSize) == 7)
        #expect(client.problems.map(\.message) == ["nobody answers"])
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

/// Does not speak by itself; brings one document.
private struct ScriptedRemoteSource: RemoteSource {
    let name = "script"

    func fetch(since revision: String?) async throws(RemoteSourceError) -> RemoteDocument? {
        if revision == "1" { return nil }
        let text = #"{"flags": {"page_size": {"state": "ENABLED", "variants": {"a": 5}, "defaultVariant": "a"}}}"#
        return RemoteDocument(text: Array(text.utf8), revision: "1")
    }
}
