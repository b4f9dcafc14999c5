import FeatureTogglesHTTP
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

#if AsyncHTTPClient
// With this trait, the folder is a target of another package, which can't import ToggleBase.
import Synchronization
#else
import ToggleBase
#endif

/// Tests of a client whose wall clock jumps, while the server's doesn't.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ClockFaultTests {
    /// A wall clock that can be set.
    private final class WallClock: Sendable {
        private let offset = Mutex(0)

        func set(ahead seconds: Int) {
            offset.withLock { $0 = seconds }
        }

        /// The environment of the process, with this wall clock.
        var environment: RefreshEnvironment {
            var environment = RefreshEnvironment.process
            let now = environment.now
            environment.now = { [self] in
                var moment = now()
                moment.wall += Int64(offset.withLock { $0 })
                return moment
            }
            return environment
        }
    }

    @Test(arguments: Transports.allCases, [86_400, -86_400])
    func clockJumpDoesNotDelayUpdates(transport: Transports, jump: Int) async throws {
        let (server, wall) = (try FaultyServer(), WallClock())
        let client = ToggleClient.following(
            HTTPRemoteSource(server.server, transport),
            environment: wall.environment
        )
        await client.until(pageSize: 1)
        await client.until { $0.status == .ready }
        for (number, seconds) in [(2, jump), (3, 0), (4, -jump)] {
            wall.set(ahead: seconds)
            server.publish(number)
            let clock = ContinuousClock()
            let start = clock.now
            await client.until(pageSize: number)
            let time = start.duration(to: clock.now)
            let state = await client.until { $0.status == .ready && $0.revision == "\"\(number)\"" }
            #expect(state?.status == .ready)
            let name = "the wall clock jumps to \(seconds / 3_600) h"
            print(
                "recovery | \(transport.rawValue) | \(name) | \(Int(time / .milliseconds(1))) ms | \(state?.why ?? "")"
            )
        }
    }

    @Test(arguments: Transports.allCases, [86_400, -86_400])
    func clockJumpDoesNotExtendPause(transport: Transports, jump: Int) async throws {
        let (server, wall) = (try FaultyServer(), WallClock())
        let client = ToggleClient.following(
            HTTPRemoteSource(server.server, transport),
            environment: wall.environment
        )
        try await expectRecovery(
            from: "503 with Retry-After, and the clock jumps to \(jump / 3_600) h",
            transport,
            client,
            server,
            words: "(HTTP 503)",
            begin: {
                server.set { connection, _ in connection.write(LoopbackAnswer(503, ["Retry-After": "1"]).bytes) }
            },
            end: {
                wall.set(ahead: jump)
                server.set(nil)
            }
        )
    }
}
