import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The load of ten thousand clients on ten servers that are restarted one after another.
@Suite(.timeLimit(.minutes(20))) struct HerdTests {
    private static let clients = 10_000
    private static let nodes = 10
    /// The number of requests per second if all clients poll.
    private static let steady = Double(clients) / 300

    /// Returns the outages of a rolling restart, in which each server is unreachable for 10 seconds.
    private static func restarts(from start: Double, every pause: Double) -> [HerdSimulation.Outage] {
        (0..<nodes).map { node in
            let away = start + pause * Double(node)
            return HerdSimulation.Outage(node: node, seconds: away..<(away + 10))
        }
    }

    @Test func rollingRestartAtMostDoublesPollingLoad() {
        var herd = HerdSimulation(
            clients: Self.clients,
            nodes: Self.nodes,
            setup: RefreshMachine.Setup(source: "s"),
            warmUp: 300,
            outages: Self.restarts(from: 600, every: 15),
            seconds: 780
        )
        herd.run()
        let before = Double(herd.requests[500..<600].reduce(0, +)) / 100
        let peak = herd.requests[600...].max() ?? 0
        #expect(
            (0.8...1.2).contains(before / Self.steady),
            "\(before) per second, \(Self.steady) expected from the policy"
        )
        #expect(Double(peak) <= 2 * before, "\(peak) in one second, \(before) before")
        print("herd | polling, spread 3 s | \(before) a second before | \(peak) in the worst second")
    }

    @Test func listeningClientsReconnectWithinSpread() {
        var setup = RefreshMachine.Setup(source: "s")
        setup.announcesChanges = true
        setup.policy = RefreshPolicy(silenceLimit: .seconds(86_400), spread: .seconds(120))
        var herd = HerdSimulation(
            clients: Self.clients,
            nodes: Self.nodes,
            setup: setup,
            warmUp: 60,
            outages: Self.restarts(from: 200, every: 60),
            seconds: 1_020
        )
        herd.run()
        let peak = herd.requests[200...].max() ?? 0
        #expect(Double(peak) <= 2 * Self.steady, "\(peak) in one second; polling would take \(Self.steady)")
        #expect(herd.answered.allSatisfy { $0 > 200 }, "every client has fetched again")
        print("herd | listening, spread 120 s | \(peak) in the worst second")
    }
}
