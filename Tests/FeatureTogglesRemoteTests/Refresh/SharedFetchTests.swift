import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The machine's actions if the app requests a fetch while another one is under way.
@Suite(.timeLimit(.minutes(20))) struct SharedFetchTests {
    @Test(arguments: stories)
    func answersCallers(story: MachineStory) { story.play() }

    @Test func simultaneousCallersAreOneRequest() async {
        let source = PlannedSource(PlannedSource.pageSize(5))
        let client = ToggleClient.following(RemoteConfiguration(source, cache: .none), ManualTime())
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { (try? await client.fetchAndActivate()) != nil } }
            for await isDone in group { #expect(isDone) }
        }
        #expect(client.value(of: .pageSize) == 5)
        #expect(source.requests.count <= 2, "the client's own fetch, and that of the callers")
    }

    private static let stories = [
        MachineStory(
            "callers share the app's fetch, but not the client's own one",
            at(0, .started(.init()), "fetch 1"),
            at(0, .requested(ticket: 1, interval: nil), "fetch 2"),
            at(0, .requested(ticket: 2, interval: nil)),
            at(1, .requested(ticket: 3, interval: .seconds(5))),
            at(
                2,
                .fetched(2, .document),
                "keep waiting",
                "keep success at 2",
                "answer 1: done",
                "answer 2: done",
                "answer 3: done"
            )
        ),
        MachineStory(
            "a shared fetch ends with the last of its callers",
            .plain { $0.policy = .onDemand },
            at(0, .started(.init())),
            at(0, .requested(ticket: 1, interval: nil), "fetch 1"),
            at(0, .requested(ticket: 2, interval: nil)),
            at(0, .requested(ticket: 3, interval: nil)),
            at(1, .cancelled(ticket: 1), "answer 1: cancelled"),
            at(2, .cancelled(ticket: 3), "answer 3: cancelled"),
            at(3, .cancelled(ticket: 2), "cancel fetch 1", "answer 2: cancelled"),
            at(4, .requested(ticket: 4, interval: nil), "fetch 2"),
            at(5, .fetched(2, .failed(.unreachable)), "keep pause 1 until 7", "answer 4: unreachable")
        ),
        MachineStory(
            "callers that need a later fetch share the third one",
            .plain { $0.policy = .onDemand },
            at(0, .started(.init())),
            at(0, .requested(ticket: 1, interval: .zero), "fetch 1"),
            at(0, .requested(ticket: 2, interval: .zero), "fetch 2"),
            at(0, .requested(ticket: 3, interval: .zero)),
            at(0, .requested(ticket: 4, interval: .zero)),
            at(0, .requested(ticket: 5, interval: .zero)),
            at(9, .requested(ticket: 6, interval: .seconds(10))),
            at(9, .cancelled(ticket: 3), "answer 3: cancelled"),
            at(10, .fetched(1, .document), "keep waiting", "keep success at 10", "fetch 3", "answer 1: done"),
            at(11, .fetched(2, .unchanged), "answer 2: done", "answer 6: done"),
            at(12, .fetched(3, .unchanged), "answer 4: done", "answer 5: done")
        ),
        MachineStory(
            "a caller's fetch begins when an earlier one is canceled",
            .plain { $0.policy = .onDemand },
            at(0, .started(.init())),
            at(0, .requested(ticket: 1, interval: .zero), "fetch 1"),
            at(0, .requested(ticket: 2, interval: .zero), "fetch 2"),
            at(0, .requested(ticket: 3, interval: .zero)),
            at(1, .cancelled(ticket: 1), "cancel fetch 1", "fetch 3", "answer 1: cancelled"),
            at(2, .fetched(3, .document), "keep waiting", "keep success at 2", "answer 3: done")
        ),
        MachineStory(
            "callers that wait are refused when fetching stops",
            .plain { $0.policy = .onDemand },
            at(0, .started(.init())),
            at(0, .requested(ticket: 1, interval: .zero), "fetch 1"),
            at(0, .requested(ticket: 2, interval: .zero), "fetch 2"),
            at(0, .requested(ticket: 3, interval: .zero)),
            at(0, .requested(ticket: 4, interval: .zero)),
            at(
                1,
                .fetched(1, .failed(.unauthorized)),
                "answer 1: unauthorized",
                "answer 3: unauthorized",
                "answer 4: unauthorized"
            )
        ),
        MachineStory(
            "a fetch that began before a stale mark isn't shared",
            .plain { $0.policy = .onDemand },
            at(0, .started(.init())),
            at(0, .requested(ticket: 1, interval: nil), "fetch 1"),
            at(1, .enteredBackground),
            at(1, .markedStale),
            at(1, .requested(ticket: 2, interval: nil), "fetch 2"),
            at(2, .fetched(1, .document), "keep waiting", "keep success at 2", "answer 1: done"),
            at(3, .fetched(2, .document), "keep waiting", "keep success at 3 clear mark", "answer 2: done")
        ),
        MachineStory(
            "a fetch with old credentials isn't shared",
            at(0, .started(.init()), "fetch 1"),
            at(0, .requested(ticket: 1, interval: nil), "fetch 2"),
            at(1, .credentialsChanged, "cancel fetch 1", "fetch 3"),
            at(1, .requested(ticket: 2, interval: nil), "fetch 4"),
            at(2, .fetched(2, .failed(.unauthorized)), "answer 1: unauthorized"),
            at(3, .fetched(4, .document), "keep waiting", "keep success at 3", "answer 2: done")
        ),
    ]
}
