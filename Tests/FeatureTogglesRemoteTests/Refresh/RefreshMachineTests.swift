import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The machine's actions for every event.
///
/// Random numbers are 0.5, so polls come after exactly their interval, and pauses have exactly the doubled length.
@Suite struct RefreshMachineTests {
    @Test(arguments: fetching + failing + asking)
    func fetches(story: MachineStory) { story.play() }

    @Test(arguments: listening)
    func listens(story: MachineStory) { story.play() }

    @Test(arguments: life + otherContext + running)
    func followsAppLifecycle(story: MachineStory) { story.play() }

    private static let cached = RefreshMachine.Start(
        document: RefreshMachine.Document(revision: "1", isConfirmed: false),
        fetchedAt: startOfStory - 4
    )

    private static let available = RefreshMachine.Start(
        document: RefreshMachine.Document(revision: "1", isConfirmed: true)
    )

    private static let received = RefreshMachine.Document(revision: "1", isConfirmed: true)

    static let fetching = [
        MachineStory(
            "a start fetches, activates, and polls",
            at(0, .started(.init()), "fetch 1"),
            at(1, .fetched(1, .document), "activate", "keep success at 1", "fetch at 101"),
            at(1, .activated(received)),
            at(101, .due(.fetch), "fetch 2"),
            at(102, .fetched(2, .unchanged), "activate", "fetch at 202")
        ),
        MachineStory(
            "a start soon after an earlier success waits for the minimum interval",
            at(0, .started(cached), "fetch at 6"),
            at(6, .due(.fetch), "fetch 1"),
            at(7, .fetched(1, .unchanged), "activate", "confirm", "keep success at 7", "fetch at 107")
        ),
        MachineStory(
            "a success in the future is ignored",
            at(0, .started(.init(document: cached.document, fetchedAt: startOfStory + 1)), "fetch 1")
        ),
        MachineStory(
            "a success at the earliest time is ignored",
            at(0, .started(.init(document: cached.document, fetchedAt: .min)), "fetch 1")
        ),
        MachineStory(
            "a success without its document is ignored",
            at(0, .started(.init(fetchedAt: startOfStory - 1)), "fetch 1")
        ),
        MachineStory(
            "a locally available document isn't fetched at the start",
            at(0, .started(available), "fetch at 100")
        ),
        MachineStory(
            "polls respect the minimum interval",
            random: 0,
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0", "fetch at 10")
        ),
        MachineStory(
            "polls of a local source are frequent, but not a tight loop",
            .plain { $0.isLocal = true },
            random: 0,
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0", "fetch at 0.1")
        ),
        MachineStory(
            "a policy without polls fetches once",
            .plain { $0.policy.pollInterval = nil },
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0")
        ),
        MachineStory(
            "an on-demand policy doesn't fetch",
            .plain { $0.policy = .onDemand },
            at(0, .started(.init()))
        ),
        MachineStory(
            "entering the foreground doesn't postpone an earlier fetch",
            .announcing(),
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(1, .received(connection: 1, .changed(id: "a")), "fetch at 2", "silence at 51"),
            at(1, .enteredForeground),
            at(2, .due(.fetch), "fetch 1 for a")
        ),
        MachineStory(
            "opening a connection doesn't postpone an earlier poll",
            .announcing(),
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(99.5, .received(connection: 1, .opened), "silence at 149.5"),
            at(100, .due(.fetch), "fetch 1")
        ),
        MachineStory(
            "the pause after the app's failed fetch doesn't postpone a stale mark",
            at(0, .started(available), "fetch at 100"),
            at(10, .requested(ticket: 1, interval: .zero), "fetch 1"),
            at(10, .markedStale, "fetch at 11"),
            at(10, .fetched(1, .failed(.unreachable)), "keep pause 1 until 14", "answer 1: unreachable"),
            at(11, .due(.fetch), "fetch 2")
        ),
        MachineStory(
            "a timer that fires early or twice is ignored",
            at(0, .started(available), "fetch at 100"),
            at(50, .due(.fetch)),
            at(100, .due(.fetch), "fetch 1"),
            at(100, .due(.fetch))
        ),
        MachineStory(
            "a fetch times out, and its late result is ignored",
            at(0, .started(.init()), "fetch 1"),
            at(29, .due(.timeout(1))),
            at(30, .due(.timeout(1)), "cancel fetch 1", "keep pause 1 until 34", "fetch at 34"),
            at(31, .fetched(1, .document))
        ),
        MachineStory(
            "successes are stored lazily",
            .plain { $0.policy.pollInterval = .seconds(400) },
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0", "fetch at 400"),
            at(400, .due(.fetch), "fetch 2"),
            at(400, .fetched(2, .unchanged), "activate", "fetch at 800"),
            at(800, .due(.fetch), "fetch 3"),
            at(800, .fetched(3, .unchanged), "activate", "keep success at 800", "fetch at 1200")
        ),
        MachineStory(
            "activation at the next launch only stores documents",
            .plain { $0.activation = .atNextLaunch },
            at(0, .started(cached), "fetch at 6"),
            at(6, .due(.fetch), "fetch 1"),
            at(7, .fetched(1, .document), "keep waiting", "keep success at 7", "fetch at 107"),
            at(107, .due(.fetch), "fetch 2"),
            at(108, .fetched(2, .unchanged), "fetch at 208")
        ),
        MachineStory(
            "a waiting document of an earlier process is newer than the active one",
            .plain { $0.activation = .manually },
            at(
                0,
                .started(.init(document: cached.document, hasWaiting: true, fetchedAt: startOfStory - 4)),
                "fetch at 6"
            ),
            at(6, .due(.fetch), "fetch 1"),
            at(7, .fetched(1, .unchanged), "keep success at 7", "fetch at 107"),
            at(8, .activated(.init(revision: "2", isConfirmed: false))),
            at(107, .due(.fetch), "fetch 2"),
            at(108, .fetched(2, .unchanged), "confirm", "fetch at 208")
        ),
        MachineStory(
            "manual activation only stores documents",
            .plain { $0.activation = .manually },
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .document), "keep waiting", "keep success at 0", "fetch at 100"),
            at(100, .due(.fetch), "fetch 2"),
            at(100, .fetched(2, .unchanged), "fetch at 200")
        ),
    ]

    static let failing = [
        MachineStory(
            "failures lead to longer and longer pauses, and a success to polls",
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .failed(.unreachable)), "keep pause 1 until 4", "fetch at 4"),
            at(4, .due(.fetch), "fetch 2"),
            at(4, .fetched(2, .failed(.serverFailed)), "keep pause 2 until 12", "fetch at 12"),
            at(12, .due(.fetch), "fetch 3"),
            at(12, .fetched(3, .failed(.timedOut)), "keep pause 3 until 28", "fetch at 28"),
            at(28, .due(.fetch), "fetch 4"),
            at(28, .fetched(4, .unchanged), "activate", "keep success at 28", "fetch at 128")
        ),
        MachineStory(
            "a permanent failure is retried after the maximum pause",
            .plain { $0.policy.maximumBackOff = .seconds(4) },
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .failed(.serverFailed)), "keep pause 1 until 4", "fetch at 4"),
            at(4, .due(.fetch), "fetch 2"),
            at(4, .fetched(2, .failed(.serverFailed)), "keep pause 2 until 8", "fetch at 8"),
            at(8, .due(.fetch), "fetch 3"),
            at(8, .fetched(3, .failed(.serverFailed)), "keep pause 3 until 12", "fetch at 12")
        ),
        MachineStory(
            "pauses of zero are replaced by a minimum",
            .plain {
                $0.policy.initialBackOff = .zero
                $0.policy.maximumBackOff = .seconds(-1)
            },
            random: 0,
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .failed(.unreachable)), "keep pause 1 until 1", "fetch at 0.1")
        ),
        MachineStory(
            "jitter extends a pause by up to half",
            random: 0.999,
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .failed(.unreachable)), "keep pause 1 until 6", "fetch at 6")
        ),
        MachineStory(
            "a pause survives a restart",
            at(
                0,
                .started(
                    .init(backOff: BackOff(failures: 3, since: startOfStory - 6, until: startOfStory + 10))
                ),
                "fetch at 10"
            ),
            at(10, .due(.fetch), "fetch 1"),
            at(10, .fetched(1, .failed(.unreachable)), "keep pause 4 until 42", "fetch at 42")
        ),
        MachineStory(
            "a canceled fetch counts as failed",
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .failed(.cancelled)), "keep pause 1 until 4", "fetch at 4"),
            at(4, .due(.fetch), "fetch 2"),
            at(4, .requested(ticket: 1, interval: .zero), "fetch 3"),
            at(5, .fetched(3, .failed(.cancelled)), "keep pause 2 until 13", "answer 1: unreachable")
        ),
        MachineStory(
            "a pause that has ended is ignored",
            at(
                0,
                .started(
                    .init(backOff: BackOff(failures: 3, since: startOfStory - 86_400, until: startOfStory - 86_390))
                ),
                "fetch 1"
            )
        ),
        MachineStory(
            "setting the wall clock back doesn't extend a pause",
            at(
                0,
                .started(
                    .init(backOff: BackOff(failures: 3, since: startOfStory + 86_400, until: startOfStory + 86_416))
                ),
                "fetch at 16"
            )
        ),
        MachineStory(
            "an invalid pause is limited",
            at(
                0,
                .started(.init(backOff: BackOff(failures: .max, since: startOfStory, until: .max))),
                "fetch at 86400"
            )
        ),
        MachineStory(
            "Retry-After is respected, with a spread among clients",
            at(0, .started(.init()), "fetch 1"),
            at(
                0,
                .fetched(1, .failed(.throttled, retryAfter: .seconds(60))),
                "keep pause 1 until 63 and not before 63",
                "fetch at 63"
            ),
            at(10, .requested(ticket: 1, interval: .zero), "answer 1: throttled"),
            at(63, .due(.fetch), "fetch 2")
        ),
        MachineStory(
            "Retry-After is also respected by the next process",
            at(
                0,
                .started(
                    .init(
                        backOff: BackOff(
                            failures: 1,
                            since: startOfStory - 10,
                            until: startOfStory + 50,
                            retryAfter: startOfStory + 40
                        )
                    )
                ),
                "fetch at 50"
            ),
            at(39, .requested(ticket: 1, interval: .zero), "answer 1: throttled"),
            at(40, .requested(ticket: 2, interval: .zero), "fetch 1")
        ),
        MachineStory(
            "an invalid Retry-After in the record is limited",
            at(
                0,
                .started(
                    .init(backOff: BackOff(failures: 1, since: startOfStory, until: startOfStory, retryAfter: .max))
                ),
                "fetch at 95040"
            )
        ),
        MachineStory(
            "a negative Retry-After is ignored",
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .failed(.throttled, retryAfter: .seconds(-5))), "keep pause 1 until 4", "fetch at 4"),
            at(1, .requested(ticket: 1, interval: .zero), "fetch 2")
        ),
        MachineStory(
            "a very long Retry-After is limited to a day",
            random: 0,
            at(0, .started(.init()), "fetch 1"),
            at(
                0,
                .fetched(1, .failed(.throttled, retryAfter: .seconds(Int64.max))),
                "keep pause 1 until 86400 and not before 86400",
                "fetch at 86400"
            )
        ),
        MachineStory(
            "rejected credentials stop fetching until they change",
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .failed(.unauthorized))),
            at(500, .due(.fetch)),
            at(500, .requested(ticket: 1, interval: .zero), "answer 1: unauthorized"),
            at(500, .enteredForeground),
            at(500, .markedStale),
            at(600, .credentialsChanged, "fetch 2"),
            at(600, .fetched(2, .document), "activate", "keep success at 600 clear mark", "fetch at 700")
        ),
        MachineStory(
            "a fetch with old credentials doesn't affect new ones",
            at(0, .started(.init()), "fetch 1"),
            at(0, .requested(ticket: 1, interval: .zero), "fetch 2"),
            at(1, .credentialsChanged, "cancel fetch 1", "fetch 3"),
            at(2, .fetched(1, .failed(.unauthorized))),
            at(2, .fetched(2, .failed(.unauthorized)), "answer 1: unauthorized"),
            at(3, .fetched(3, .document), "activate", "keep success at 3", "fetch at 103")
        ),
        MachineStory(
            "the hourly limit applies to polls and the app's fetches",
            .plain {
                $0.policy.maximumFetchesPerHour = 2
                $0.policy.minimumFetchInterval = .zero
            },
            at(0, .started(.init()), "fetch 1"),
            at(1, .fetched(1, .unchanged), "activate", "keep success at 1", "fetch at 101"),
            at(50, .requested(ticket: 1, interval: nil), "fetch 2"),
            at(51, .fetched(2, .unchanged), "no fetch", "fetch at 3600", "answer 1: done"),
            at(60, .requested(ticket: 2, interval: .zero), "answer 2: throttled"),
            at(3_600, .due(.fetch), "fetch 3"),
            at(3_601, .requested(ticket: 3, interval: .zero), "answer 3: throttled"),
            at(3_651, .requested(ticket: 4, interval: .zero), "fetch 4")
        ),
    ]

    static let asking = [
        MachineStory(
            "the app's fetch returns at once after a recent success",
            at(0, .started(.init()), "fetch 1"),
            at(1, .fetched(1, .unchanged), "activate", "keep success at 1", "fetch at 101"),
            at(10, .requested(ticket: 1, interval: nil), "answer 1: done"),
            at(10, .requested(ticket: 2, interval: .seconds(5)), "fetch 2"),
            at(12, .fetched(2, .document), "keep waiting", "no fetch", "fetch at 112", "answer 2: done"),
            at(13, .requested(ticket: 3, interval: .zero), "fetch 3")
        ),
        MachineStory(
            "the app can fetch during the client's pause",
            at(0, .started(.init()), "fetch 1"),
            at(0, .fetched(1, .failed(.unreachable)), "keep pause 1 until 4", "fetch at 4"),
            at(1, .requested(ticket: 1, interval: nil), "fetch 2"),
            at(1, .fetched(2, .failed(.unreachable)), "keep pause 2 until 9", "fetch at 9", "answer 1: unreachable"),
            at(4, .due(.fetch)),
            at(9, .due(.fetch), "fetch 3")
        ),
        MachineStory(
            "an older fetch that fails after a newer success is ignored",
            at(0, .started(.init()), "fetch 1"),
            at(0, .requested(ticket: 1, interval: .zero), "fetch 2"),
            at(1, .fetched(2, .document), "keep waiting", "keep success at 1", "answer 1: done"),
            at(2, .fetched(1, .failed(.unreachable)), "fetch at 102")
        ),
        MachineStory(
            "a canceled caller is answered at once",
            at(0, .started(available), "fetch at 100"),
            at(20, .requested(ticket: 1, interval: nil), "fetch 1"),
            at(21, .cancelled(ticket: 1), "cancel fetch 1", "answer 1: cancelled"),
            at(22, .fetched(1, .document)),
            at(22, .cancelled(ticket: 1))
        ),
    ]

    static let listening = [
        MachineStory(
            "an announcing source is listened to, and fetched when the connection opens",
            .announcing(),
            at(0, .started(.init()), "fetch 1", "listen 1", "silence at 30"),
            at(1, .received(connection: 1, .opened), "silence at 51"),
            at(2, .fetched(1, .document), "activate", "keep success at 2", "fetch 2"),
            at(40, .received(connection: 1, .heartbeat), "silence at 90")
        ),
        MachineStory(
            "several announcements lead to one fetch after a random pause",
            .announcing(),
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(1, .received(connection: 1, .opened), "fetch at 2", "silence at 51"),
            at(2, .due(.fetch), "fetch 1"),
            at(2, .fetched(1, .unchanged), "activate", "keep success at 2", "fetch at 1002"),
            at(10, .received(connection: 1, .changed(id: "a")), "fetch at 11", "silence at 60"),
            at(10.5, .received(connection: 1, .changed(id: "b")), "silence at 60.5"),
            at(11, .due(.fetch), "fetch 2 for b"),
            // The document may be the one of the first announcement.
            at(11, .fetched(2, .document), "activate", "keep success at 11 mark at 11", "fetch at 12"),
            at(12, .due(.fetch), "fetch 3 keeping newest for b"),
            at(12, .fetched(3, .document), "activate", "keep success at 12 clear mark", "fetch at 1012")
        ),
        MachineStory(
            "an announcement during a fetch leads to another fetch",
            .announcing { $0.isLocal = true },
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(1, .received(connection: 1, .opened), "no fetch", "fetch 1", "no silence"),
            at(2, .received(connection: 1, .changed(id: "a"))),
            at(3, .fetched(1, .unchanged), "activate", "keep success at 3", "fetch 2 for a")
        ),
        MachineStory(
            "a broken connection is reopened, followed by an unconditional fetch",
            .announcing(),
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(1, .received(connection: 1, .changed(id: "a")), "fetch at 2", "silence at 51"),
            at(2, .due(.fetch), "fetch 1 for a"),
            at(2, .fetched(1, .document), "activate", "keep success at 2", "fetch at 1002"),
            at(10, .received(connection: 1, .closed(nil)), "no silence", "listen at 15", "fetch at 110"),
            at(15, .due(.listen), "listen 2 after a", "silence at 45"),
            at(16, .received(connection: 2, .opened), "fetch at 17", "silence at 66"),
            at(17, .due(.fetch), "fetch 2 unconditionally"),
            at(17, .received(connection: 1, .changed(id: "late")))
        ),
        MachineStory(
            "the source is polled while the connection is down",
            .announcing(),
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(
                1,
                .received(connection: 1, .closed(RemoteSourceError(.unreachable, "no"))),
                "no silence",
                "listen at 5"
            ),
            at(5, .due(.listen), "listen 2", "silence at 35"),
            at(
                5,
                .received(connection: 2, .closed(RemoteSourceError(.unreachable, "no"))),
                "no silence",
                "listen at 13"
            ),
            at(100, .due(.fetch), "fetch 1")
        ),
        MachineStory(
            "a connection that closes at once is retried less and less often",
            .announcing { $0.isLocal = true },
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .opened), "no fetch", "fetch 1", "no silence"),
            at(0, .received(connection: 1, .closed(nil)), "listen at 4"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0", "fetch at 100"),
            at(4, .due(.listen), "listen 2", "silence at 34"),
            at(4, .received(connection: 2, .opened), "no fetch", "fetch 2 unconditionally", "no silence"),
            at(4, .received(connection: 2, .closed(nil)), "listen at 12")
        ),
        MachineStory(
            "a connection that lasted a minute resets the pause",
            .announcing { $0.policy.pollInterval = nil },
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .closed(nil)), "no silence", "listen at 4"),
            at(4, .due(.listen), "listen 2", "silence at 34"),
            at(4, .received(connection: 2, .heartbeat), "fetch at 5", "silence at 54"),
            at(40, .received(connection: 2, .heartbeat), "silence at 90"),
            at(70, .received(connection: 2, .closed(nil)), "no silence", "listen at 75")
        ),
        MachineStory(
            "a silent connection is considered dead",
            .announcing { $0.policy.pollInterval = nil },
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .heartbeat), "fetch at 1", "silence at 50"),
            at(1, .due(.fetch), "fetch 1"),
            at(1, .fetched(1, .unchanged), "activate", "keep success at 1", "fetch at 1001"),
            at(50, .due(.silence), "stop listening", "listen at 55", "no fetch"),
            at(51, .received(connection: 1, .heartbeat)),
            at(55, .due(.listen), "listen 2", "silence at 85"),
            at(55, .received(connection: 2, .opened), "fetch at 56", "silence at 105"),
            at(56, .due(.fetch), "fetch 2 unconditionally"),
            at(57, .fetched(2, .unchanged), "activate", "fetch at 1057"),
            at(105, .due(.silence), "stop listening", "listen at 114", "no fetch")
        ),
        MachineStory(
            "a connection without heartbeats is replaced after the silence limit",
            .announcing { $0.policy.pollInterval = nil },
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .opened), "fetch at 1", "silence at 50"),
            at(1, .due(.fetch), "fetch 1"),
            at(1, .fetched(1, .unchanged), "activate", "keep success at 1", "fetch at 1001"),
            at(50, .due(.silence), "stop listening", "listen at 51"),
            at(51, .due(.listen), "listen 2", "silence at 81"),
            at(51, .received(connection: 2, .opened), "fetch at 52", "silence at 101"),
            at(52, .due(.fetch), "fetch 2")
        ),
        MachineStory(
            "a local connection without heartbeats stays open",
            .announcing { ($0.isLocal, $0.policy.pollInterval) = (true, nil) },
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .opened), "fetch 1", "no silence"),
            at(0, .fetched(1, .unchanged), "activate", "keep success at 0", "fetch at 1000"),
            at(1, .received(connection: 1, .changed(id: nil)), "no fetch", "fetch 2"),
            at(2, .received(connection: 1, .heartbeat), "silence at 52")
        ),
        MachineStory(
            "an idle source is polled until its connection opens",
            .announcing(),
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .idle), "no silence"),
            at(30, .due(.silence)),
            at(100, .due(.fetch), "fetch 1"),
            at(100, .fetched(1, .unchanged), "activate", "keep success at 100", "fetch at 200"),
            at(150, .received(connection: 1, .opened), "fetch at 151", "silence at 200"),
            at(151, .due(.fetch), "fetch 2"),
            at(160, .enteredBackground, "no silence", "stop listening")
        ),
        MachineStory(
            "a connection that doesn't open within the timeout is replaced",
            .announcing { $0.policy.pollInterval = nil },
            at(0, .started(available), "listen 1", "silence at 30"),
            at(30, .due(.silence), "stop listening", "listen at 34")
        ),
        MachineStory(
            "the source sets the silence limit and the reconnection time",
            .announcing { $0.policy.pollInterval = nil },
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .silentFor(.seconds(20)))),
            at(0, .received(connection: 1, .reconnectAfter(.seconds(7)))),
            at(0, .received(connection: 1, .opened), "fetch at 1", "silence at 20"),
            at(1, .received(connection: 1, .closed(nil)), "no silence", "listen at 9")
        ),
        MachineStory(
            "the source's limits are clamped",
            .announcing { $0.policy.pollInterval = nil },
            at(0, .started(available), "listen 1", "silence at 30"),
            at(0, .received(connection: 1, .reconnectAfter(.seconds(Int64.max)))),
            at(0, .received(connection: 1, .silentFor(.zero))),
            at(0, .received(connection: 1, .opened), "fetch at 1", "silence at 1"),
            at(0, .received(connection: 1, .closed(nil)), "no silence", "listen at 3601"),
            at(3_601, .due(.listen), "listen 2", "silence at 3631"),
            at(3_601, .received(connection: 2, .reconnectAfter(.zero))),
            at(3_601, .received(connection: 2, .closed(nil)), "no silence", "listen at 3601.2")
        ),
        MachineStory(
            "rejected credentials of a fetch also stop listening",
            .announcing(),
            at(0, .started(.init()), "fetch 1", "listen 1", "silence at 30"),
            at(0, .fetched(1, .failed(.unauthorized)), "no silence", "stop listening"),
            at(90, .credentialsChanged, "listen 2", "silence at 120", "fetch 2")
        ),
        MachineStory(
            "an unauthorized connection is retried after the maximum pause, and polling continues",
            .announcing(),
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(
                0,
                .received(connection: 1, .closed(RemoteSourceError(.unauthorized, "no"))),
                "no silence",
                "listen at 64"
            ),
            at(64, .due(.listen), "listen 2", "silence at 94"),
            at(65, .received(connection: 2, .opened), "fetch at 66", "silence at 115")
        ),
        MachineStory(
            "an expired connection address is fetched again",
            .announcing { $0.dependsOnContext = true },
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(
                0,
                .received(connection: 1, .closed(RemoteSourceError(.unauthorized, "expired"))),
                "no silence",
                "fetch at 1",
                "listen at 6"
            ),
            at(1, .due(.fetch), "fetch 1 unconditionally"),
            at(2, .fetched(1, .unchanged), "activate", "keep success at 2", "fetch at 102"),
            at(6, .due(.listen), "listen 2", "silence at 36")
        ),
        MachineStory(
            "a policy without a stream only polls",
            .announcing { $0.policy.usesStream = false },
            at(0, .started(available), "fetch at 100")
        ),
    ]

    static let life = [
        MachineStory(
            "fetching and listening stop in the background",
            .announcing(),
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(1, .received(connection: 1, .opened), "fetch at 2", "silence at 51"),
            at(1.5, .enteredBackground, "no silence", "stop listening", "no fetch"),
            at(100, .due(.fetch)),
            at(200, .enteredForeground, "fetch 1", "listen 2", "silence at 230"),
            at(200, .enteredForeground)
        ),
        MachineStory(
            "returning to the foreground soon doesn't fetch at once",
            at(0, .started(available), "fetch at 100"),
            at(1, .enteredBackground, "no fetch"),
            at(5, .enteredForeground, "fetch at 10")
        ),
        MachineStory(
            "repeated reports of the background or the foreground do nothing",
            .announcing { $0.policy.backgroundPollInterval = .seconds(100) },
            at(0, .started(available), "fetch at 100", "listen 1", "silence at 30"),
            at(1, .enteredBackground, "no silence", "stop listening", "no fetch", "fetch at 101"),
            at(50, .enteredBackground),
            at(101, .due(.fetch), "fetch 1"),
            at(101, .fetched(1, .unchanged), "activate", "keep success at 101", "fetch at 201"),
            at(150, .enteredForeground, "no fetch", "fetch 2", "listen 2", "silence at 180"),
            at(150, .enteredForeground),
            at(151, .fetched(2, .unchanged), "activate", "fetch at 251")
        ),
        MachineStory(
            "entering the foreground at launch isn't a return",
            .announcing(),
            at(0, .started(.init()), "fetch 1", "listen 1", "silence at 30"),
            at(0.5, .enteredForeground),
            at(1, .fetched(1, .unchanged), "activate", "keep success at 1", "fetch at 101"),
            at(25, .enteredForeground)
        ),
        MachineStory(
            "the first return after a launch in the background fetches and reconnects",
            .announcing(),
            at(0, .started(.init()), "fetch 1", "listen 1", "silence at 30"),
            at(1, .fetched(1, .unchanged), "activate", "keep success at 1", "fetch at 101"),
            at(2, .received(connection: 1, .opened), "fetch at 3", "silence at 52"),
            at(3, .due(.fetch), "fetch 2"),
            at(3, .fetched(2, .unchanged), "activate", "fetch at 1003"),
            at(
                40,
                .enteredForeground,
                "no silence",
                "stop listening",
                "no fetch",
                "fetch 3",
                "listen 2",
                "silence at 70"
            )
        ),
        MachineStory(
            "a policy can poll in the background",
            .plain { $0.policy.backgroundPollInterval = .seconds(3_600) },
            at(0, .started(available), "fetch at 100"),
            at(1, .enteredBackground, "no fetch", "fetch at 3601"),
            at(3_601, .due(.fetch), "fetch 1"),
            at(3_601, .fetched(1, .unchanged), "activate", "keep success at 3601", "fetch at 7201")
        ),
        MachineStory(
            "a stale mark in the background leads to a fetch in the foreground",
            at(0, .started(available), "fetch at 100"),
            at(1, .enteredBackground, "no fetch"),
            at(2, .markedStale),
            at(3, .enteredForeground, "fetch 1"),
            at(4, .fetched(1, .document), "activate", "keep success at 4 clear mark", "fetch at 104")
        ),
        MachineStory(
            "a stale mark in the foreground leads to a fetch after a random pause",
            at(0, .started(available), "fetch at 100"),
            at(2, .markedStale, "fetch at 3"),
            at(3, .due(.fetch), "fetch 1")
        ),
        MachineStory(
            "a stale mark of another process leads to a fetch at the start",
            at(
                0,
                .started(.init(document: cached.document, fetchedAt: startOfStory - 1, isMarkedStale: true)),
                "fetch 1"
            ),
            at(1, .fetched(1, .unchanged), "activate", "confirm", "keep success at 1", "fetch at 2"),
            at(2, .due(.fetch), "fetch 2"),
            at(2, .fetched(2, .document), "activate", "keep success at 2 clear mark", "fetch at 102")
        ),
        MachineStory(
            "a fetch that began before a stale mark doesn't clear it",
            at(0, .started(.init()), "fetch 1"),
            at(1, .markedStale),
            at(2, .fetched(1, .document), "activate", "keep success at 2", "fetch 2"),
            at(3, .fetched(2, .document), "activate", "keep success at 3 clear mark", "fetch at 103")
        ),
        MachineStory(
            "a stale mark makes the app's fetch ignore recent successes",
            at(0, .started(available), "fetch at 100"),
            at(1, .enteredBackground, "no fetch"),
            at(2, .markedStale),
            at(2, .requested(ticket: 1, interval: nil), "fetch 1")
        ),
        MachineStory(
            "a new context is fetched at once, regardless of limits",
            .plain { $0.dependsOnContext = true },
            at(0, .started(.init()), "fetch 1"),
            at(
                0,
                .fetched(1, .failed(.throttled, retryAfter: .seconds(60))),
                "keep pause 1 until 63 and not before 63",
                "fetch at 63"
            ),
            at(1, .contextChanged(nil), "no fetch", "fetch 2"),
            at(2, .contextChanged(nil), "cancel fetch 2", "fetch 3"),
            at(3, .fetched(2, .document)),
            at(3, .fetched(3, .document), "activate", "keep success at 3", "fetch at 103")
        ),
    ]

    static let otherContext = [
        MachineStory(
            "a fetch for an old context doesn't affect the new one",
            .plain { $0.dependsOnContext = true },
            at(0, .started(available), "fetch at 100"),
            at(20, .requested(ticket: 1, interval: nil), "fetch 1"),
            at(21, .contextChanged(.init(isConfirmed: false)), "no fetch", "fetch 2"),
            at(22, .fetched(1, .unchanged), "answer 1: done"),
            at(23, .fetched(2, .unchanged), "activate", "confirm", "keep success at 23", "fetch at 123")
        )
    ]

    static let running = [
        MachineStory(
            "a run is healthy after its delay",
            .plain { $0.healthyAfter = .seconds(30) },
            at(0, .started(available), "fetch at 100", "health at 30"),
            at(30, .due(.health), "healthy")
        ),
        MachineStory(
            "another document restarts the delay",
            .plain { $0.healthyAfter = .seconds(30) },
            at(0, .started(available), "fetch at 100", "health at 30"),
            at(20, .activated(received), "health at 50"),
            at(30, .due(.health)),
            at(50, .due(.health), "healthy")
        ),
        MachineStory(
            "only the time in the foreground counts",
            .plain {
                $0.healthyAfter = .seconds(30)
                $0.policy.pollInterval = nil
            },
            at(0, .started(available), "health at 30"),
            at(20, .enteredBackground, "no health"),
            at(1_000, .enteredForeground, "health at 1010", "fetch 1"),
            at(1_010, .due(.health), "healthy")
        ),
        MachineStory(
            "a document that arrives in the background waits for the foreground",
            .plain {
                $0.healthyAfter = .seconds(30)
                $0.policy.pollInterval = nil
            },
            at(0, .started(.init(document: .init(isConfirmed: true), isInBackground: true))),
            at(5, .activated(received)),
            at(10, .enteredForeground, "health at 40")
        ),
        MachineStory(
            "the app can mark a run as healthy earlier",
            .plain { $0.healthyAfter = .seconds(30) },
            at(0, .started(available), "fetch at 100", "health at 30"),
            at(1, .markedHealthy, "no health", "healthy"),
            at(30, .due(.health))
        ),
        MachineStory(
            "an expiring document is checked every hour, and when it expires",
            .plain { $0.policy.pollInterval = nil },
            at(
                0,
                .started(.init(document: .init(isConfirmed: true, expiresAt: startOfStory + 5_000))),
                "expiry at 3600"
            ),
            at(3_600, .due(.expiry), "expiry at 5000"),
            at(5_000, .due(.expiry))
        ),
    ]
}
