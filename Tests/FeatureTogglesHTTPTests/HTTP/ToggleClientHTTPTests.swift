import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation
import Testing

/// Tests of a client that follows a server, from the server's bytes to a read.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ToggleClientHTTPTests {
    private static func client(_ source: any RemoteSource, cache: DocumentCache.Location) -> ToggleClient {
        ToggleClient(
            registries: [HTTPToggles.registry],
            overrides: .none,
            remote: RemoteConfiguration(source, refresh: .development, cache: cache)
        )
    }

    /// Checks that every change is read, and prints how long that takes.
    ///
    /// The time isn't checked, because the machine may be busy. With a cache, each change arrives while the previous one
    /// is being stored.
    @Test(arguments: Transports.allCases, [false, true])
    func serverChangeReachesReads(transport: Transports, isCached: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "change-to-read-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let publisher = try FaultyServer()
        let source = HTTPRemoteSource(
            url: publisher.server.url(),
            events: URL(string: "/events"),
            transport: transport.transport
        )
        let client = Self.client(source, cache: isCached ? .folder(folder.path) : .none)
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        while let value = await updates.next(), value != 1 {}
        // Until the stream is open and its first unconditional fetch is complete, either may deliver a change.
        publisher.publish(2)
        while let value = await updates.next(), value != 2 {}
        let clock = ContinuousClock()
        var times: [Duration] = []
        for value in 3..<203 {
            let start = clock.now
            publisher.publish(value)
            while let seen = await updates.next(), seen != value {}
            #expect(client.value(of: .pageSize) == value)
            times.append(start.duration(to: clock.now))
        }
        times.sort()
        print(
            """
            \(transport.rawValue), \(isCached ? "cached" : "not cached"): change to read: \
            median \(times[100]), p99 \(times[198]), max \(times[199])
            """
        )
    }
}
