import TestSupport

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Many clients that follow a few servers, in time that exists only here: their machines decide, nothing waits.
struct HerdSimulation {
    /// A server that is away from one second to another.
    struct Outage {
        var node: Int
        var seconds: Range<Double>
    }

    private struct Client {
        var machine: RefreshMachine
        var connection: Int?
    }

    private struct Happening {
        var time: Double
        var client: Int
        var event: RefreshMachine.Event
    }

    private struct Appointment {
        var time: Double
        /// Which happening it is.
        var index: Int
    }

    private let nodes: Int
    private let outages: [Outage]
    private var clients: [Client] = []
    /// What is to come, the earliest first: a heap.
    private var agenda: [Appointment] = []
    private var happenings: [Happening] = []
    private var random: SplitMix64
    /// How many requests, of documents and of connections, were made in each second.
    private(set) var requests: [Int]
    /// When each client was last answered.
    private(set) var answered: [Double]

    /// Prepares a herd; ``run()`` lets it go.
    ///
    /// - Parameters:
    ///   - count: How many clients there are.
    ///   - nodes: Over how many servers they are spread.
    ///   - setup: How each of them follows.
    ///   - warmUp: Within how many seconds they start.
    ///   - outages: When servers are away; a client stays with its server.
    ///   - seconds: How long it goes on.
    ///   - seed: Where the random numbers begin.
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
        random = SplitMix64(seed: seed)
        requests = Array(repeating: 0, count: seconds)
        answered = Array(repeating: 0, count: count)
        clients = Array(repeating: Client(machine: RefreshMachine(setup)), count: count)
        for client in 0..<count {
            schedule(
                Happening(time: Double.random(in: 0..<warmUp, using: &random), client: client, event: .started(.init()))
            )
        }
        // Who goes away hangs up in order.
        for outage in outages {
            for client in stride(from: outage.node, to: count, by: nodes) {
                schedule(
                    Happening(
                        time: outage.seconds.lowerBound,
                        client: client,
                        event: .heard(connection: -1, .closed(nil))
                    )
                )
            }
        }
    }

    /// Lets everything happen.
    mutating func run() {
        while let next = popEarliest(), next.time < Double(requests.count) { happen(next) }
    }

    private mutating func happen(_ next: Happening) {
        var event = next.event
        if case .heard(-1, let signal) = event {
            guard let connection = clients[next.client].connection else { return }
            event = .heard(connection: connection, signal)
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
        func later(_ delay: Double, _ event: RefreshMachine.Event) -> Happening {
            Happening(time: time + delay, client: client, event: event)
        }
        let isAway = outages.contains { $0.node == client % nodes && $0.seconds.contains(time) }
        let refusal = RemoteSourceError(.unreachable, "connection refused")
        switch action {
        case .fetch(let number, _, _):
            requests[Int(time)] += 1
            schedule(later(0.05, .fetched(number, isAway ? .failed(refusal) : .document)))
        case .activate:
            schedule(later(0, .activated(RefreshMachine.Document(revision: "r", isConfirmed: true))))
        case .listen(let connection, _):
            requests[Int(time)] += 1
            if !isAway { clients[client].connection = connection }
            schedule(later(0.05, .heard(connection: connection, isAway ? .closed(refusal) : .opened)))
        case .stopListening: clients[client].connection = nil
        case .set(let timer, let deadline):
            if case .timeout = timer { return }
            // Not a moment too early, which rounding would make it.
            let due = max(deadline / .seconds(1), time) + 1e-6
            schedule(Happening(time: due, client: client, event: .due(timer)))
        default: break
        }
    }

    // MARK: The agenda

    private mutating func schedule(_ happening: Happening) {
        guard happening.time < Double(requests.count) else { return }
        happenings.append(happening)
        agenda.append(Appointment(time: happening.time, index: happenings.count - 1))
        var index = agenda.count - 1
        while index > 0, agenda[index].time < agenda[(index - 1) / 2].time {
            agenda.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func popEarliest() -> Happening? {
        guard let earliest = agenda.first, let last = agenda.popLast() else { return nil }
        let happening = happenings[earliest.index]
        guard !agenda.isEmpty else { return happening }
        agenda[0] = last
        var index = 0
        while true {
            var least = index
            let (left, right) = (2 * index + 1, 2 * index + 2)
            if left < agenda.count, agenda[left].time < agenda[least].time { least = left }
            if right < agenda.count, agenda[right].time < agenda[least].time { least = right }
            guard least != index else { return happening }
            agenda.swapAt(index, least)
            index = least
        }
    }
}
