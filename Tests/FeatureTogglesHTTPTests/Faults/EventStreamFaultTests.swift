import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation
import Testing

/// Tests of a client whose event stream breaks, is buffered, or sends too much.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct EventStreamFaultTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    private static func client(
        _ server: FaultyServer,
        _ transport: Transports,
        _ change: (inout RefreshPolicy) -> Void = { _ in }
    ) -> ToggleClient {
        var policy = RefreshPolicy.hasty
        change(&policy)
        return .following(
            HTTPRemoteSource(url: server.server.url(), events: URL(string: "/events"), transport: transport.transport),
            policy
        )
    }

    @Test(arguments: Transports.allCases)
    func recoversFromBlackHole(transport: Transports) async throws {
        let server = try FaultyServer()
        // The state changes when the deadline of a heartbeat or a fetch has passed.
        try await expectRecovery(
            from: "a black hole, stream and fetches",
            transport,
            Self.client(server, transport),
            server,
            words: "within",
            begin: { server.set { connection, _ in connection.waitForHangUp() } },
            end: { server.set(nil) }
        )
    }

    @Test(arguments: Transports.allCases)
    func recoversFromStreamEndingWithinEvent(transport: Transports) async throws {
        let server = try FaultyServer()
        try await expectRecovery(
            from: "a stream that ends within an event",
            transport,
            Self.client(server, transport) { $0.pollInterval = nil },
            server,
            words: "127.0.0.1",
            begin: {
                server.set { connection, _ in connection.write(Self.head + "id: 2\ndata: n") }
                server.writeToListeners("id: 2\ndata: n")
                server.disconnectListeners()
            },
            end: { server.set(nil) }
        )
    }

    @Test(arguments: Transports.allCases)
    func recoversFromTooLargeEvent(transport: Transports) async throws {
        let server = try FaultyServer()
        try await expectRecovery(
            from: "an event of 10 MB",
            transport,
            Self.client(server, transport) { $0.pollInterval = nil },
            server,
            words: "127.0.0.1",
            begin: {
                server.set { connection, request in
                    guard request.target == "/events" else { return }
                    connection.write(Self.head)
                    let line = Array("data: \(String(repeating: "a", count: 10_000))\n".utf8)
                    for _ in 0..<1_000 { guard connection.write(line) else { return } }
                }
                server.disconnectListeners()
            },
            end: { server.set(nil) }
        )
    }

    @Test(arguments: Transports.allCases, [true, false])
    func fetchesDespiteProxyBufferingEvents(transport: Transports, passesHead: Bool) async throws {
        let server = try FaultyServer()
        let client = Self.client(server, transport) { if passesHead { $0.pollInterval = nil } }
        await client.until(pageSize: 1)
        await client.until { $0.status == .ready }
        server.set { connection, request in
            if request.target == "/events" {
                // With a heartbeat, after which silence means a dead connection. Without one, a server on the loopback
                // interface may be silent forever.
                if passesHead { connection.write(Self.head + ": hello\n") }
                return connection.waitForHangUp()
            }
            connection.write(LoopbackAnswer(200, ["Content-Type": "application/json"], document(pageSize: 2)).bytes)
        }
        server.disconnectListeners()
        // The values are still updated, by the fetch after each connection, or by polls without one.
        await client.until(pageSize: 2)
        let state = try #require(await client.until { $0.why.contains("silent") || $0.status == .ready })
        #expect(client.problems.allSatisfy { $0.source == .remote })
        let clock = ContinuousClock()
        let start = clock.now
        server.set(nil)
        server.publish(3)
        await client.until(pageSize: 3)
        let time = start.duration(to: clock.now)
        await client.until { $0.status == .ready }
        let name = passesHead ? "a proxy that passes only the stream's head" : "a proxy that buffers the stream"
        print("recovery | \(transport.rawValue) | \(name) | \(Int(time / .milliseconds(1))) ms | \(state.why)")
    }

    @Test(arguments: Transports.allCases)
    func closingStreamCausesNoTightLoop(transport: Transports) async throws {
        let server = try FaultyServer()
        let client = Self.client(server, transport) { ($0.initialBackOff, $0.maximumBackOff) = (.zero, .zero) }
        await client.until(pageSize: 1)
        server.set { connection, request in
            if request.target == "/events" {
                connection.write(Self.head + "retry: 0\n")
            } else {
                connection.write(LoopbackAnswer(200, [:], document(pageSize: 2)).bytes)
            }
        }
        server.disconnectListeners()
        let clock = ContinuousClock()
        let (before, start) = (server.streamRequests, clock.now)
        while server.streamRequests < before + 10 { await server.untilRequests(1) }
        #expect(start.duration(to: clock.now) >= .milliseconds(50 * 9))
        // Each connection is followed by a fetch.
        await client.until(pageSize: 2)
        server.set(nil)
        server.publish(3)
        await client.until(pageSize: 3)
    }

    @Test(arguments: Transports.allCases)
    func manyEventsCauseFewFetches(transport: Transports) async throws {
        let server = try FaultyServer()
        let client = Self.client(server, transport) { $0.pollInterval = nil }
        // Two observers that never read their elements.
        let (values, states) = (client.updates(of: .pageSize), client.remoteStates())
        await client.until(pageSize: 1)
        server.publish(2)
        await client.until(pageSize: 2)
        let before = server.documentRequests
        for number in 3..<2_000 {
            server.writeToListeners("id: \(number)\ndata: \(String(repeating: "x", count: 100))\n\n")
        }
        server.publish(2_000)
        await client.until(pageSize: 2_000)
        #expect(server.documentRequests - before < 500, "events that arrive together cause one fetch")
        withExtendedLifetime((values, states)) {}
    }

    @Test(arguments: Transports.allCases)
    func idleObserversDoNotBlockUpdates(transport: Transports) async throws {
        let server = try FaultyServer()
        let client = Self.client(server, transport)
        var idle = client.updates(of: .pageSize).makeAsyncIterator()
        var idleStates = client.remoteStates().makeAsyncIterator()
        #expect(await idle.next() != nil)
        for number in 2..<40 {
            server.publish(number)
            await client.until(pageSize: number)
        }
        // Missed elements are dropped; the newest value and the last states remain.
        #expect(await idle.next() == 39)
        var count = 0
        while let state = await idleStates.next(), state.revision != "\"39\"" { count += 1 }
        #expect(count <= 2 * 64, "the buffered states, and those that arrive in the meantime")
    }
}
