import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The published state of the source after each event.
@Suite struct RemoteStateTests {
    private static let unreachable = RemoteSourceError(.unreachable, "the server does not respond")
    private static let cached = RefreshMachine.Start(
        document: RefreshMachine.Document(revision: "1", isConfirmed: false),
        fetchedAt: startOfStory - 500
    )

    private func state(
        _ setup: RefreshMachine.Setup = .plain(),
        after events: [(Double, RefreshMachine.Event)]
    ) -> RemoteState? {
        var machine = RefreshMachine(setup)
        var state: RemoteState?
        for (seconds, event) in events {
            for case .publish(let new) in machine.handle(event, at: .story(seconds), random: { 0.5 }) { state = new }
        }
        return state
    }

    @Test func isNotReadyBeforeFirstDocument() {
        let state = state(after: [(0, .started(.init()))])
        #expect(state?.status == .notReady)
        #expect(state?.why == "nothing was received from ‘s’ yet; the defaults are active")
        #expect(state?.lastSuccess == nil)
    }

    @Test func isNotReadyBeforeActivation() {
        let state = state(after: [(0, .started(.init())), (1, .fetched(1, .document))])
        #expect(state?.status == .notReady)
        #expect(state?.lastSuccess == startOfStory + 1)
    }

    @Test func isReadyAfterActivation() {
        let state = state(
            after: [
                (0, .started(.init())), (1, .fetched(1, .document)),
                (2, .activated(.init(revision: "7", isConfirmed: true))),
            ]
        )
        #expect(
            state
                == RemoteState(
                    status: .ready,
                    since: startOfStory + 2,
                    why: "‘s’ has no newer document than the active one",
                    lastSuccess: startOfStory + 1,
                    nextAttempt: startOfStory + 101,
                    revision: "7",
                    source: "s"
                )
        )
        #expect(state?.description == "READY (s): ‘s’ has no newer document than the active one")
    }

    @Test func cachedDocumentIsStaleUntilConfirmed() {
        let before = state(after: [(0, .started(Self.cached))])
        #expect(before?.status == .stale)
        #expect(before?.lastSuccess == startOfStory - 500)
        #expect(before?.why == "the document comes from the cache, and ‘s’ has not responded yet")
        #expect(state(after: [(0, .started(Self.cached)), (1, .fetched(1, .unchanged))])?.status == .ready)
    }

    @Test func waitingDocumentKeepsCachedOneStale() {
        let events: [(Double, RefreshMachine.Event)] = [
            (0, .started(Self.cached)), (1, .fetched(1, .document)), (101, .due(.fetch)),
            (102, .fetched(2, .unchanged)),
        ]
        let setup = RefreshMachine.Setup.plain { $0.activation = .manually }
        let waiting = state(setup, after: events)
        #expect(waiting?.status == .stale)
        #expect(waiting?.why == "the document comes from the cache, and a newer one is waiting to be activated")
        let next = events + [(110, .activated(.init(revision: "2", isConfirmed: true)))]
        #expect(state(setup, after: next)?.status == .ready)
        let newer = next + [(202, .due(.fetch)), (203, .fetched(3, .document))]
        #expect(state(setup, after: newer)?.why == "a newer document than the active one is waiting to be activated")
    }

    @Test(arguments: [false, true])
    func silentSourceStaysReady(isLocal: Bool) {
        var machine = RefreshMachine(.announcing { $0.isLocal = isLocal })
        var states: [RemoteState.Status] = []
        func collect(_ event: RefreshMachine.Event, at seconds: Double) {
            for case .publish(let new) in machine.handle(event, at: .story(seconds), random: { 0.5 }) {
                states.append(new.status)
            }
        }
        collect(.started(.init(document: .init(revision: "1", isConfirmed: true))), at: 0)
        for round in 0..<5 {
            let start = Double(round) * 60
            collect(.received(connection: round + 1, .opened), at: start)
            collect(.due(.fetch), at: start + 1)
            collect(.fetched(round + 1, .unchanged), at: start + 2)
            collect(.due(.silence), at: start + 50)
            collect(.due(.listen), at: start + 55)
        }
        #expect(Set(states) == [.ready])
    }

    @Test func connectionThatDoesNotOpenNamesItsLimit() {
        var machine = RefreshMachine(.announcing())
        _ = machine.handle(.started(.init()), at: .story(0)) { 0.5 }
        let actions = machine.handle(.due(.silence), at: .story(30)) { 0.5 }
        let sentence = "the connection to ‘s’ did not open within 30.0 seconds, the policy's ‘timeout’"
        #expect(actions.contains(.report(fetch: nil, stream: sentence)))
    }

    @Test func failureIsErrorOnlyWithoutDocument() {
        let failure = (1.0, RefreshMachine.Event.fetched(1, .failed(Self.unreachable)))
        let without = state(after: [(0, .started(.init())), failure])
        #expect(without?.status == .error)
        #expect(without?.why == "the server does not respond; there is no earlier document, so the defaults are active")
        #expect(without?.nextAttempt == startOfStory + 5)
        let with = state(after: [(0, .started(Self.cached)), failure])
        #expect(with?.status == .stale)
        #expect(with?.why == "the server does not respond; the previous document stays active")
    }

    @Test func rejectedCredentialsAreAnErrorWithDocument() {
        let refused = RemoteSourceError(.unauthorized, "401 came")
        let events: [(Double, RefreshMachine.Event)] = [
            (0, .started(Self.cached)), (1, .fetched(1, .failed(refused))),
        ]
        #expect(state(after: events)?.status == .error)
        #expect(state(after: events)?.why == "401 came; the client does not fetch again until the credentials change")
        #expect(state(after: events)?.nextAttempt == nil)
        let recovered = state(after: events + [(5, .credentialsChanged), (6, .fetched(2, .unchanged))])
        #expect(recovered?.status == .ready)
    }

    @Test func rejectedDocumentIsStaleUntilReplaced() {
        let events: [(Double, RefreshMachine.Event)] = [
            (0, .started(Self.cached)), (1, .fetched(1, .document)), (1, .refused("it is not JSON")),
            (200, .fetched(2, .unchanged)),
        ]
        #expect(state(after: events)?.status == .stale)
        #expect(state(after: events)?.why == "it is not JSON; the previous document stays active")
    }

    @Test func rejectedDocumentIsNoSuccess() {
        var events: [(Double, RefreshMachine.Event)] = [
            (0, .started(Self.cached)), (1, .fetched(1, .unchanged)), (101, .due(.fetch)),
            (102, .fetched(2, .document)),
        ]
        #expect(state(after: events)?.lastSuccess == startOfStory + 102)
        events.append((102, .refused("it is not JSON")))
        #expect(state(after: events)?.lastSuccess == startOfStory + 1)
        // The rejected document is still the newest one, so the active document isn't confirmed.
        events += [(202, .due(.fetch)), (203, .fetched(3, .unchanged))]
        #expect(state(after: events)?.lastSuccess == startOfStory + 1)
        let rejectedAgain: [(Double, RefreshMachine.Event)] = [
            (303, .due(.fetch)), (304, .fetched(4, .document)), (304, .refused("it is not JSON")),
        ]
        #expect(state(after: events + rejectedAgain)?.lastSuccess == startOfStory + 1)
        let replaced: [(Double, RefreshMachine.Event)] = [
            (303, .due(.fetch)), (304, .fetched(4, .document)),
            (304, .activated(.init(revision: "2", isConfirmed: true))),
        ]
        #expect(state(after: events + replaced)?.lastSuccess == startOfStory + 304)
    }

    @Test func staleMarkLastsUntilLaterFetch() {
        let marked: [(Double, RefreshMachine.Event)] = [
            (0, .started(.init(document: .init(isConfirmed: true)))), (1, .enteredBackground), (2, .markedStale),
        ]
        #expect(state(after: marked)?.status == .stale)
        #expect(state(after: marked)?.since == startOfStory + 2)
        let fetched = state(after: marked + [(3, .enteredForeground), (4, .fetched(1, .unchanged))])
        #expect(fetched?.status == .ready)
    }

    @Test func expiredDocumentIsStaleButActive() {
        let document = RefreshMachine.Document(revision: "1", isConfirmed: true, expiresAt: startOfStory + 60)
        let events: [(Double, RefreshMachine.Event)] = [(0, .started(.init(document: document)))]
        #expect(state(after: events)?.status == .ready)
        let expired = state(after: events + [(60, .due(.expiry))])
        #expect(expired?.status == .stale)
        #expect(expired?.revision == "1")
    }

    @Test func brokenConnectionIsStaleUntilResponse() {
        let document = RefreshMachine.Document(revision: "1", isConfirmed: true)
        let broken: [(Double, RefreshMachine.Event)] = [
            (0, .started(.init(document: document))), (1, .received(connection: 1, .opened)),
            (2, .due(.fetch)), (2, .fetched(1, .unchanged)),
            (3, .received(connection: 1, .closed(Self.unreachable))),
        ]
        let state = { self.state(.announcing(), after: broken + $0) }
        #expect(state([])?.status == .stale)
        #expect(
            state([])?.why
                == "the server does not respond, and the source has not responded since; changes may be missed"
        )
        #expect(state([(103, .due(.fetch)), (104, .fetched(2, .unchanged))])?.status == .ready, "it is polled")
        #expect(state([(8, .due(.listen)), (9, .received(connection: 2, .opened))])?.status == .ready)
    }

    @Test func fallbackIsReportedUntilNewDocument() {
        var start = Self.cached
        start.fallback = "the newest crashed"
        let events: [(Double, RefreshMachine.Event)] = [(0, .started(start)), (1, .fetched(1, .unchanged))]
        #expect(state(after: events)?.status == .stale)
        #expect(state(after: events)?.why == "the newest crashed")
        start.document = nil
        #expect(state(after: [(0, .started(start)), (1, .fetched(1, .unchanged))])?.status == .error)
        let next = events + [(200, .activated(.init(revision: "2", isConfirmed: true)))]
        #expect(state(after: next)?.status == .ready)
    }

    @Test func sinceIsTimeOfStatusChange() {
        let state = state(
            after: [
                (0, .started(Self.cached)), (1, .fetched(1, .failed(Self.unreachable))),
                (5, .fetched(2, .failed(Self.unreachable))),
            ]
        )
        #expect(state?.status == .stale)
        #expect(state?.since == startOfStory)
    }

    @Test func wallClockJumpsDoNotAffectTimers() {
        var machine = RefreshMachine(.plain())
        _ = machine.handle(.started(.init()), at: .story(0)) { 0.5 }
        _ = machine.handle(.fetched(1, .document), at: .story(1)) { 0.5 }
        for jump in [86_400, -86_400] as [Int64] {
            var moment = Moment.story(101)
            moment.wall += jump
            var copy = machine
            let actions = copy.handle(.due(.fetch), at: moment) { 0.5 }
            #expect(actions.compactMap(\.line) == ["fetch 2"], "timers use the uptime")
        }
    }

    /// An unchanged poll only changes the times of the state.
    @Test func observersAreNotifiedOncePerChange() async {
        func state(_ why: String, at time: Int64, revision: String = "1") -> RemoteState {
            RemoteState(
                status: .ready,
                since: 1,
                why: why,
                lastSuccess: time,
                nextAttempt: time + 60,
                revision: revision,
                source: "s"
            )
        }
        let refresher = Refresher(
            .onDemand(PlannedSource(.silence)),
            registries: [TestToggles.registry],
            context: EvaluationContext(),
            experiments: Experiments(ExperimentConfiguration()),
            environment: ManualTime().environment()
        )
        refresher.publish(state("a", at: 1))
        let stream = refresher.states()
        for time in 2...62 { refresher.publish(state("a", at: Int64(time))) }
        refresher.publish(state("b", at: 63))
        for time in 64...70 { refresher.publish(state("b", at: Int64(time), revision: "2")) }
        refresher.stop()
        var seen: [RemoteState] = []
        for await state in stream { seen.append(state) }
        #expect(seen == [state("a", at: 1), state("b", at: 63), state("b", at: 64, revision: "2")])
    }
}
