import FeatureToggles
import FeatureTogglesHTTP
import Foundation
import Synchronization
import Testing

/// A client that follows a server, from the server's bytes to a read.
@Suite(.timeLimit(.minutes(2))) struct ToggleClientHTTPTests {
    private static let pageSize = OpsToggle(
        "page_size",
        id: ToggleIdentifier.make(category: .ops, type: .int, key: "page_size"),
        default: 20
    )
    private static let registry = ToggleRegistry(namespace: "HTTPToggles") { toggles in
        toggles.add(ops: pageSize, description: "Results per page.", owner: "search")
    }

    /// A document, served with its ETag, and a stream that tells each change.
    private final class Publisher: Sendable {
        private struct State {
            var pageSize = 1
            var listeners: [LoopbackConnection] = []
        }

        private let state = Mutex(State())

        func serve(_ connection: LoopbackConnection) {
            while let request = connection.readRequest() {
                guard request.target == "/events" else {
                    let size = state.withLock { $0.pageSize }
                    let etag = "\"\(size)\""
                    let answer =
                        request.headers["if-none-match"] == etag
                        ? LoopbackAnswer(304, ["ETag": etag])
                        : LoopbackAnswer(200, ["ETag": etag], document(pageSize: size))
                    guard connection.write(answer.bytes) else { return }
                    continue
                }
                connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hello\n")
                state.withLock { $0.listeners.append(connection) }
                return connection.waitForHangUp()
            }
        }

        func publish(_ pageSize: Int) {
            let listeners = state.withLock { state in
                state.pageSize = pageSize
                return state.listeners
            }
            for listener in listeners { listener.write("id: \(pageSize)\ndata: new\n\n") }
        }
    }

    private static func client(_ source: any RemoteSource, cache: DocumentCache.Location) -> ToggleClient {
        ToggleClient(
            registries: [registry],
            overrides: .none,
            remote: RemoteConfiguration(source, refresh: .development, cache: cache)
        )
    }

    /// Prints how long it takes; where documents are kept, the next change comes while the last one is being stored.
    @Test(arguments: Transports.allCases, [false, true])
    func aChangeOnTheServerIsSeenByARead(transport: Transports, isKept: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "change-to-read-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let publisher = Publisher()
        let server = try LoopbackServer { publisher.serve($0) }
        let source = HTTPRemoteSource(
            url: server.url(),
            events: URL(string: "/events"),
            transport: transport.transport
        )
        let client = Self.client(source, cache: isKept ? .folder(folder.path) : .none)
        var updates = client.updates(of: Self.pageSize).makeAsyncIterator()
        while let value = await updates.next(), value != 1 {}
        // Until the stream stands and its first unconditional fetch is done, a change may be seen by either.
        publisher.publish(2)
        while let value = await updates.next(), value != 2 {}
        let clock = ContinuousClock()
        var times: [Duration] = []
        for value in 3..<203 {
            let start = clock.now
            publisher.publish(value)
            while let seen = await updates.next(), seen != value {}
            #expect(client.value(of: Self.pageSize) == value)
            times.append(start.duration(to: clock.now))
        }
        times.sort()
        print(
            """
            \(transport.rawValue), \(isKept ? "kept on disk" : "not kept"): change to read: \
            median \(times[100]), p99 \(times[198]), max \(times[199])
            """
        )
    }

    /// What a server does wrong for a while.
    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let serve: @Sendable (LoopbackConnection) -> Void

        init(_ name: String, _ serve: @escaping @Sendable (LoopbackConnection) -> Void) {
            (testDescription, self.serve) = (name, serve)
        }

        init(_ name: String, answer: LoopbackAnswer) {
            self.init(name) { $0.write(answer.bytes) }
        }
    }

    static let faults = [
        Fault("reset") { $0.reset() },
        Fault("hangs up") { _ in },
        Fault("half a body, then a reset") { connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
            connection.reset()
        },
        Fault("silence") { $0.waitForHangUp() },
        Fault("a body that never ends") { connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
            connection.waitForHangUp()
        },
        Fault("500", answer: LoopbackAnswer(500)), Fault("502 at once", answer: LoopbackAnswer(502, [:], "<html>")),
        Fault("429", answer: LoopbackAnswer(429, ["Retry-After": "0"])),
        Fault("404", answer: LoopbackAnswer(404)), Fault("204", answer: LoopbackAnswer(204)),
        Fault("a captive portal", answer: LoopbackAnswer(200, ["Content-Type": "text/html"], "<html>Log in</html>")),
        Fault("an empty body", answer: LoopbackAnswer(200)),
        Fault("a redirect in a circle", answer: LoopbackAnswer(301, ["Location": "/flags.json"])),
        Fault(
            "compression that is cut off",
            answer: LoopbackAnswer(200, ["Content-Encoding": "gzip"], body: Array(Gzip.small[..<40]))
        ),
        Fault("a bomb", answer: LoopbackAnswer(200, ["Content-Encoding": "gzip"], body: Gzip.bomb)),
        Fault("half a document", answer: LoopbackAnswer(200, ["ETag": "\"broken\""], "{\"flags\": ")),
        Fault("another protocol") { $0.write("SSH-2.0-OpenSSH_9.2\r\n") },
    ]

    @Test(arguments: Transports.allCases, faults)
    func aFaultChangesNoValueAndIsGoneByItself(transport: Transports, fault: Fault) async throws {
        let pageSize = Mutex(1)
        let isFaulty = Mutex(false)
        let server = try LoopbackServer { connection in
            while connection.readRequest() != nil {
                if isFaulty.withLock({ $0 }) { return fault.serve(connection) }
                let size = pageSize.withLock { $0 }
                guard connection.write(LoopbackAnswer(200, ["ETag": "\"\(size)\""], document(pageSize: size)).bytes)
                else {
                    return
                }
            }
        }
        let policy = RefreshPolicy(
            minimumFetchInterval: .zero,
            pollInterval: .milliseconds(100),
            timeout: .seconds(1),
            initialBackOff: .milliseconds(50),
            maximumBackOff: .milliseconds(200),
            maximumFetchesPerHour: nil
        )
        let client = ToggleClient(
            registries: [Self.registry],
            overrides: .none,
            remote: RemoteConfiguration(HTTPRemoteSource(server, transport), refresh: policy, cache: .none)
        )
        var updates = client.updates(of: Self.pageSize).makeAsyncIterator()
        while let value = await updates.next(), value != 1 {}
        isFaulty.withLock { $0 = true }
        var states = client.remoteStates().makeAsyncIterator()
        var state = await states.next()
        while let now = state, now.status == .ready { state = await states.next() }
        #expect(client.value(of: Self.pageSize) == 1, "the last good value stays")
        #expect(state?.status == .stale || state?.status == .error)
        let why = try #require(state).why
        #expect(!why.isEmpty)
        pageSize.withLock { $0 = 2 }
        let clock = ContinuousClock()
        let healed = clock.now
        isFaulty.withLock { $0 = false }
        while let value = await updates.next(), value != 2 {}
        let time = healed.duration(to: clock.now)
        while let now = state, now.status != .ready { state = await states.next() }
        print("\(transport.rawValue), \(fault.testDescription): back after \(time); meanwhile: \(why)")
    }
}
