import TestSupport

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Many clients that follow a few servers in simulated time, driven by their state machines without waiting.
struct HerdSimulation {
    /// A time range in which a server is unreachable.
    struct Outage {
        var node: Int
        var seconds: Range<Double>
    }

    private struct Client {
        var machine: RefreshMachine
        var connection: Int?
    }

    private struct TimedEvent {
        var time: Double
        var client: Int
        var event: RefreshMachine.Event
    }

    private struct ScheduledEvent {
        var time: Double
        /// The index of the event.
        var index: Int
    }

    private let nodes: Int
    private let outages: [Outage]
    private var clients: [Client] = []
    /// The scheduled events, a heap with the earliest one first.
    private var agenda: [ScheduledEvent] = []
    private var events: [TimedEvent] = []
    private var random: SeededRandom
    /// The number of requests for documents and connections in each second.
    private(set) var requests: [Int]
    /// The time of each client's last response.
    private(set) var answered: [Double]

    /// Creates a simulation, which ``run()`` starts.
    ///
    /// - Parameters:
    ///   - count: The number of clients.
    ///   - nodes: The number of servers.
    ///   - setup: The setup of each client's state machine.
    ///   - warmUp: The number of seconds within which the clients start.
    ///   - outages: The outages of the servers; a client stays with its server.
    ///   - seconds: The duration of the simulation in seconds.
    ///   - seed: The seed of the random numbers.
    init(
        clients count: Int,
        nodes: Int,
        setup: RefreshMachine.Setup,
        warmUp: Double,
        outages: [Outage],
        seconds: Int,
        seed: UInt64 = 1
    ) {
        self.nodes = nodes
        self.outages = outages
        random = SeededRandom(seed: seed)
        requests = Array(repeating: 0, count: seconds)
        answered = Array(repeating: 0, count: count)
        clients = Array(repeating: Client(machine: RefreshMachine(setup)), count: count)
        for client in 0..<count {
            schedule(
                TimedEvent(
                    time: Double.random(in: 0..<warmUp, using: &random),
                    client: client,
                    event: .started(.init())
                )
            )
        }
        // A server that becomes unreachable closes its connections.
        for outage in outages {
            for client in stride(from: outage.node, to: count, by: nodes) {
                schedule(
                    TimedEvent(
                        time: outage.seconds.lowerBound,
                        client: client,
                        event: .received(connection: -1, .closed(nil))
                    )
                )
            }
        }
    }

    /// Runs the simulation to its end.
    mutating func run() {
        while let next = popEarliest(), next.time < Double(requests.count) { handle(next) }
    }

    private mutating func handle(_ next: TimedEvent) {
        var event = next.event
        if case .received(-1, let signal) = event {
            guard let connection = clients[next.client].connection else { return }
            event = .received(connection: connection, signal)
            clients[next.client].connection = nil
        }
        let now = Moment(uptime: .seconds(next.time), wall: Int64(next.time))
        var random = random
        let actions = clients[next.client].machine.handle(event, at: now) { Double.random(in: 0..<1, using: &random) }
        self.random = random
        if case .fetched(_, .document) = event { answered[next.client] = next.time }
        for action in actions { perform(action, of: next.client, at: next.time) }
    }

    private mutating func perform(_ action: RefreshMachine.Action, of client: Int, at time: Double) {
        func later(_ delay: Double, _ event: RefreshMachine.Event) -> TimedEvent {
            TimedEvent(time: time + delay, client: client, event: event)
        }
        let isAway = outages.contains { $0.node == client % nodes && $0.seconds.contains(time) }
        let refusal = RemoteSourceError(.unreachable, "connection refused")
        switch action {
        case .fetch(let number, _, _, _, _):
            requests[Int(time)] += 1
            schedule(later(0.05, .fetched(number, isAway ? .failed(refusal) : .document)))
        case .activate:
            schedule(later(0, .activated(RefreshMachine.Document(revision: "r", isConfirmed: true))))
        case .listen(let connection, _):
            requests[Int(time)] += 1
            if !isAway { clients[client].connection = connection }
            schedule(later(0.05, .received(connection: connection, isAway ? .closed(refusal) : .opened)))
        case .stopListening: clients[client].connection = nil
        case .set(let timer, let deadline):
            if case .timeout = timer { return }
            // A little late, because rounding could make it early.
            let due = max(deadline / .seconds(1), time) + 1e-6
            schedule(TimedEvent(time: due, client: client, event: .due(timer)))
        default: break
        }
    }

    // MARK: The agenda

    private mutating func schedule(_ timedEvent: TimedEvent) {
        guard timedEvent.time < Double(requests.count) else { return }
        events.append(timedEvent)
        agenda.append(ScheduledEvent(time: timedEvent.time, index: events.count - 1))
        var index = agenda.count - 1
        while index > 0, agenda[index].time < agenda[(index - 1) / 2].time {
            agenda.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func popEarliest() -> TimedEvent? {
        guard let earliest = agenda.first, let last = agenda.popLast() else { return nil }
        let timedEvent = events[earliest.index]
        guard !agenda.isEmpty else { return timedEvent }
        agenda[0] = last
        var index = 0
        while true {
            var least = index
            let (left, right) = (2 * index + 1, 2 * index + 2)
            if left < agenda.count, agenda[left].time < agenda[least].time { least = left }
            if right < agenda.count, agenda[right].time < agenda[least].time { least = right }
            guard least != index else { return timedEvent }
            agenda.swapAt(index, least)
            index = least
        }
    }
}
