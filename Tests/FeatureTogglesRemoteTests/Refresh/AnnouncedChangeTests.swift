import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The machine's actions until an announced change arrives, and after a fetch was prevented in the background.
@Suite(.timeLimit(.minutes(20))) struct AnnouncedChangeTests {
    @Test(arguments: announced + alternating + limited + suspended)
    func fetches(story: MachineStory) { story.play() }

    @Test func changeIsPursuedAfterRestart() async throws {
        let (time, files, folder) = (ManualTime(), FaultyFileSystem(), try TemporaryFolder())
        let source = PlannedSource(PlannedSource.pageSize(5), announcesChanges: true)
        let refresh = RefreshPolicy(spread: .zero)
        let configuration = RemoteConfiguration(source, refresh: refresh, cache: .folder(folder.path))
        var client: ToggleClient? = .following(configuration, time, fileSystem: files)
        await source.untilConnections(1)
        await client?.until(.ready)
        // A cache in between still has the old document.
        source.plan(.unchanged)
        source.send(.changed(id: "17"))
        try await files.until {
            try folder.names().contains { try $0.hasSuffix(".json") && folder.text($0).contains("staleSince") }
        }
        client = nil
        source.plan(.unchanged, PlannedSource.pageSize(6))
        let next = ToggleClient.following(configuration, time, fileSystem: files)
        await next.until(.ready)
        #expect(next.value(of: .pageSize) == 5)
        _ = await next.until { $0.nextAttempt == startOfStory + 1 }
        time.advance(.seconds(1))
        _ = await next.until { $0.revision == "r6" }
        #expect(next.value(of: .pageSize) == 6)
        try await files.until {
            try !folder.names().contains { try $0.hasSuffix(".json") && folder.text($0).contains("staleSince") }
        }
    }

    /// The servers of a CDN don't all have the new document yet.
    @Test func previousDocumentDoesNotReplaceAnnouncedChange() async throws {
        let time = ManualTime()
        let source = PlannedSource(PlannedSource.pageSize(5), announcesChanges: true)
        let refresh = RefreshPolicy(pollInterval: nil, streamingPollInterval: nil, spread: .zero)
        let client = ToggleClient.following(RemoteConfiguration(source, refresh: refresh, cache: .none), time)
        await source.untilConnections(1)
        await client.until(.ready)
        // The fetch that follows the opening of the stream.
        source.send(.opened)
        time.advance(.seconds(1))
        await source.untilRequests(2)
        _ = await client.until { $0.lastSuccess == startOfStory + 1 }
        source.plan(PlannedSource.pageSize(6), PlannedSource.pageSize(5))
        time.advance(.seconds(1))
        source.send(.changed(id: "17"))
        // The document is active a moment before its fetch has ended.
        _ = await client.until { $0.revision == "r6" && $0.lastSuccess == startOfStory + 2 }
        for _ in 1...3 { #expect(try await client.fetchAndActivate(minimumInterval: .zero) == false) }
        #expect(client.value(of: .pageSize) == 6)
        #expect(source.requests.last?.revision == "r6")
        // If every server has the previous document later, it was published again.
        time.advance(.seconds(300))
        _ = await client.until { $0.revision == "r5" }
        #expect(client.value(of: .pageSize) == 5)
    }

    @Test func recordKeepsLastMark() {
        func mark(after keepings: RefreshMachine.Keeping..., before: Int64?) -> Int64? {
            var pending = PendingRecord()
            for keeping in keepings { pending.keep(keeping) }
            var record = CacheRecord()
            record.staleSince = before
            pending.apply(to: &record)
            return record.staleSince
        }
        let marks = RefreshMachine.Keeping(markedAt: 7)
        let clears = RefreshMachine.Keeping(clearsMark: true)
        #expect(mark(after: marks, before: nil) == 7)
        #expect(mark(after: marks, before: 3) == 3)
        #expect(mark(after: clears, before: 3) == nil)
        #expect(mark(after: marks, clears, before: 3) == nil)
        #expect(mark(after: clears, marks, before: 3) == 7)
        #expect(mark(after: marks, RefreshMachine.Keeping(), before: nil) == 7)
    }

    private static let available = RefreshMachine.Start(
        document: RefreshMachine.Document(revision: "\"1\"", isConfirmed: true)
    )

    /// A local source, so that fetches after announcements have no random delay.
    private static func local(_ change: (inout RefreshMachine.Setup) -> Void = { _ in }) -> RefreshMachine.Setup {
        .announcing {
            ($0.isLocal, $0.policy.pollInterval, $0.policy.streamingPollInterval) = (true, nil, nil)
            change(&$0)
        }
    }

    static let announced = [
        MachineStory(
            "an announced change is fetched again and again until it arrives",
            local(),
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .opened), "fetch 1", "no silence"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0"),
            at(9, .received(connection: 1, .changed(id: "2")), "fetch 2 for 2"),
            at(9, .fetched(2, .unchanged), "activate", "keep success at 9 mark at 9", "fetch at 10"),
            at(10, .due(.fetch), "fetch 3 for 2"),
            at(10, .fetched(3, .unchanged), "activate", "fetch at 12"),
            at(12, .due(.fetch), "fetch 4 for 2"),
            at(12, .fetched(4, .document), "activate", "keep success at 12 clear mark")
        ),
        MachineStory(
            "a change that never arrives is given up",
            .plain { $0.policy = .onDemand },
            at(0, .started(available)),
            at(0, .markedStale, "fetch at 1.5"),
            at(2, .due(.fetch), "fetch 1"),
            at(2, .fetched(1, .unchanged), "activate", "keep success at 2", "fetch at 3"),
            at(3, .due(.fetch), "fetch 2"),
            at(3, .fetched(2, .unchanged), "activate", "fetch at 5"),
            at(5, .due(.fetch), "fetch 3"),
            at(5, .fetched(3, .unchanged), "activate", "fetch at 10"),
            at(10, .due(.fetch), "fetch 4"),
            at(10, .fetched(4, .unchanged), "activate", "fetch at 25"),
            at(25, .due(.fetch), "fetch 5"),
            at(25, .fetched(5, .unchanged), "activate", "fetch at 85"),
            at(85, .due(.fetch), "fetch 6"),
            at(85, .fetched(6, .unchanged), "activate", "fetch at 385"),
            at(385, .due(.fetch), "fetch 7"),
            at(385, .fetched(7, .unchanged), "activate", "keep success at 385 clear mark")
        ),
        MachineStory(
            "the change of an earlier process is fetched until it arrives",
            .plain { $0.policy = .onDemand },
            at(0, .started(.init(document: available.document, isMarkedStale: true)), "fetch 1"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0", "fetch at 1"),
            at(1, .due(.fetch), "fetch 2"),
            at(1, .fetched(2, .document), "activate", "keep success at 1 clear mark")
        ),
        MachineStory(
            "the announcement of the current revision is fetched once",
            local(),
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .opened), "fetch 1", "no silence"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0"),
            at(9, .received(connection: 1, .changed(id: "1")), "fetch 2 for 1"),
            at(9, .fetched(2, .unchanged), "activate")
        ),
        MachineStory(
            "a repeated announcement is fetched once",
            local(),
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .opened), "fetch 1", "no silence"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0"),
            at(9, .received(connection: 1, .changed(id: "2")), "fetch 2 for 2"),
            at(9, .fetched(2, .document), "activate"),
            at(20, .received(connection: 1, .changed(id: "2")), "fetch 3 for 2"),
            at(20, .fetched(3, .unchanged), "activate")
        ),
        MachineStory(
            "the same document with another revision doesn't end the wait for a change",
            local(),
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .opened), "fetch 1", "no silence"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0"),
            at(9, .received(connection: 1, .changed(id: nil)), "fetch 2"),
            at(9, .fetched(2, .copy), "activate", "keep success at 9 mark at 9", "fetch at 10"),
            at(10, .due(.fetch), "fetch 3"),
            at(10, .fetched(3, .document), "activate", "keep success at 10 clear mark")
        ),
        MachineStory(
            "failures don't end the wait for a change",
            local(),
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .opened), "fetch 1", "no silence"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0"),
            at(9, .received(connection: 1, .changed(id: nil)), "fetch 2"),
            at(9, .fetched(2, .failed(.unreachable)), "keep pause 1 until 13", "fetch at 13"),
            at(13, .due(.fetch), "fetch 3"),
            at(13, .fetched(3, .unchanged), "activate", "keep success at 13 mark at 13", "fetch at 14")
        ),
        MachineStory(
            "the app's fetches don't end the wait for a change",
            .plain { $0.policy = .onDemand },
            at(0, .started(available)),
            at(0, .markedStale, "fetch at 1.5"),
            at(1, .requested(ticket: 1, interval: nil), "fetch 1"),
            at(1, .fetched(1, .unchanged), "keep success at 1", "no fetch", "fetch at 2", "answer 1: done"),
            at(2, .due(.fetch), "fetch 2"),
            at(2, .fetched(2, .unchanged), "activate", "fetch at 3"),
            at(3, .requested(ticket: 2, interval: .zero), "fetch 3"),
            at(
                3,
                .fetched(3, .document),
                "keep waiting",
                "keep success at 3 clear mark",
                "no fetch",
                "answer 2: done"
            )
        ),
        MachineStory(
            "a change that the background's fetch didn't bring is fetched on the return",
            .plain { $0.policy = .onDemand },
            at(0, .started(available)),
            at(1, .enteredBackground),
            at(2, .markedStale),
            at(2, .requested(ticket: 1, interval: nil), "fetch 1"),
            at(2, .fetched(1, .unchanged), "keep success at 2", "answer 1: done"),
            at(9, .enteredForeground, "fetch 2"),
            at(9, .fetched(2, .unchanged), "activate", "fetch at 10"),
            at(9.5, .enteredBackground, "no fetch"),
            at(20, .enteredForeground, "fetch 3"),
            at(20, .fetched(3, .document), "activate", "keep success at 20 clear mark")
        ),
    ]

    static let alternating = [
        MachineStory(
            "the previous document doesn't replace a change that has just arrived",
            .plain { $0.policy = .onDemand },
            at(0, .started(available)),
            at(0, .markedStale, "fetch at 1.5"),
            at(2, .due(.fetch), "fetch 1"),
            at(2, .fetched(1, .document), "activate", "keep success at 2 clear mark"),
            at(9, .requested(ticket: 1, interval: .zero), "fetch 2 keeping newest"),
            at(9, .fetched(2, .outdated), "fetch at 302", "answer 1: done"),
            at(10, .requested(ticket: 2, interval: .zero), "fetch 3 keeping newest"),
            at(10, .fetched(3, .unchanged), "no fetch", "answer 2: done"),
            at(20, .requested(ticket: 3, interval: .zero), "fetch 4 keeping newest"),
            at(20, .fetched(4, .outdated), "fetch at 302", "answer 3: done"),
            at(302, .due(.fetch), "fetch 5"),
            at(302, .fetched(5, .previous), "activate")
        ),
        MachineStory(
            "the previous document doesn't end the wait for a second change",
            .plain { $0.policy = .onDemand },
            at(0, .started(available)),
            at(0, .markedStale, "fetch at 1.5"),
            at(1, .markedStale),
            at(2, .due(.fetch), "fetch 1"),
            at(2, .fetched(1, .document), "activate", "keep success at 2", "fetch at 3"),
            at(3, .due(.fetch), "fetch 2 keeping newest"),
            at(3, .fetched(2, .outdated), "activate", "fetch at 4"),
            at(4, .due(.fetch), "fetch 3 keeping newest"),
            at(4, .fetched(3, .document), "activate", "keep success at 4 clear mark")
        ),
        MachineStory(
            "the previous document, announced, is activated and may still not be the change",
            .plain { $0.policy = .onDemand },
            at(0, .started(available)),
            at(0, .markedStale, "fetch at 1.5"),
            at(2, .due(.fetch), "fetch 1"),
            at(2, .fetched(1, .document), "activate", "keep success at 2 clear mark"),
            at(9, .markedStale, "fetch at 10.5"),
            at(11, .due(.fetch), "fetch 2"),
            at(11, .fetched(2, .previous), "activate", "fetch at 12"),
            at(12, .due(.fetch), "fetch 3"),
            at(12, .fetched(3, .document), "activate", "keep success at 12 clear mark")
        ),
        MachineStory(
            "a local source has no caches in between",
            local(),
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .opened), "fetch 1", "no silence"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0"),
            at(9, .received(connection: 1, .changed(id: nil)), "fetch 2"),
            at(9, .fetched(2, .document), "activate"),
            at(10, .requested(ticket: 1, interval: .zero), "fetch 3")
        ),
    ]

    static let limited = [
        MachineStory(
            "the hourly limit doesn't delay announced changes, which don't use it up",
            .announcing {
                ($0.policy.maximumFetchesPerHour, $0.policy.minimumFetchInterval) = (2, .zero)
                $0.policy.pollInterval = nil
                $0.policy.streamingPollInterval = nil
                $0.policy.fetchesAtStart = false
            },
            at(0, .started(.init()), "listen 1", "silence at 30"),
            at(0, .requested(ticket: 1, interval: .zero), "fetch 1"),
            at(0, .fetched(1, .document), "keep waiting", "keep success at 0", "answer 1: done"),
            at(1, .markedStale, "fetch at 2"),
            at(2, .due(.fetch), "fetch 2"),
            at(2, .fetched(2, .document), "activate", "keep success at 2 clear mark"),
            at(3, .requested(ticket: 2, interval: .zero), "fetch 3 keeping newest"),
            at(3, .fetched(3, .unchanged), "answer 2: done"),
            at(4, .requested(ticket: 3, interval: .zero), "answer 3: throttled"),
            at(5, .markedStale, "fetch at 6"),
            at(5, .requested(ticket: 4, interval: .zero), "fetch 4"),
            at(5, .fetched(4, .unchanged), "no fetch", "fetch at 6", "answer 4: done"),
            at(6, .due(.fetch), "fetch 5"),
            at(6, .fetched(5, .failed(.unreachable)), "keep pause 1 until 10", "fetch at 10"),
            at(10, .due(.fetch), "fetch 6"),
            at(10, .fetched(6, .document), "activate", "keep success at 10 clear mark"),
            at(11, .requested(ticket: 5, interval: .zero), "answer 5: throttled")
        )
    ]

    static let suspended = [
        MachineStory(
            "a retry that the background prevents is made on the return",
            .plain { ($0.policy, $0.dependsOnContext) = (.onDemand, true) },
            at(0, .started(available)),
            at(0, .contextChanged(nil), "fetch 1"),
            at(0, .fetched(1, .failed(.serverFailed)), "keep pause 1 until 2", "fetch at 2"),
            at(1, .enteredBackground, "no fetch"),
            at(1.5, .enteredForeground, "fetch at 2"),
            at(1.6, .enteredBackground, "no fetch"),
            at(1.7, .enteredBackground),
            at(9, .enteredForeground, "fetch 2"),
            at(9, .fetched(2, .document), "activate", "keep success at 9"),
            at(10, .enteredBackground),
            at(11, .enteredForeground)
        ),
        MachineStory(
            "a fetch that fails in the background is made again on the return",
            .plain { $0.policy = .onDemand },
            at(0, .started(available)),
            at(0, .credentialsChanged, "fetch 1"),
            at(1, .enteredBackground),
            at(2, .fetched(1, .failed(.unreachable)), "keep pause 1 until 4"),
            at(3, .enteredForeground, "fetch at 4"),
            at(4, .due(.fetch), "fetch 2")
        ),
        MachineStory(
            "a change of the context in the background is fetched on the return",
            .plain { ($0.policy, $0.dependsOnContext) = (.onDemand, true) },
            at(0, .started(available)),
            at(1, .enteredBackground),
            at(2, .contextChanged(nil), "fetch 1"),
            at(2, .fetched(1, .failed(.unreachable)), "keep pause 1 until 4"),
            at(9, .enteredForeground, "fetch 2")
        ),
        MachineStory(
            "a success in the background makes the fetch on the return unnecessary",
            .plain { $0.policy = .onDemand },
            at(0, .started(available)),
            at(0, .credentialsChanged, "fetch 1"),
            at(0, .fetched(1, .failed(.unreachable)), "keep pause 1 until 2", "fetch at 2"),
            at(1, .enteredBackground, "no fetch"),
            at(1, .requested(ticket: 1, interval: nil), "fetch 2"),
            at(1, .fetched(2, .document), "keep waiting", "keep success at 1", "answer 1: done"),
            at(9, .enteredForeground)
        ),
        MachineStory(
            "the app's failed fetch isn't made again on the return",
            .plain { $0.policy = .onDemand },
            at(0, .started(available)),
            at(1, .enteredBackground),
            at(1, .requested(ticket: 1, interval: nil), "fetch 1"),
            at(1, .fetched(1, .failed(.unreachable)), "keep pause 1 until 3", "answer 1: unreachable"),
            at(9, .enteredForeground)
        ),
    ]
}
