import Foundation
import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

@Suite(.timeLimit(.minutes(2)))
struct AppLifecycleTests {
    /// A life cycle on a notification center of its own.
    private final class PostedLifecycle: Sendable {
        let center = NotificationCenter()
        private let count = Mutex(0)

        var observerCount: Int { count.withLock { $0 } }

        func post(_ name: String) {
            center.post(name: Notification.Name(name), object: nil)
        }

        func environment(_ time: ManualTime) -> RefreshEnvironment {
            var environment = time.environment()
            environment.lifecycle = AppLifecycle(willEnterForeground: "fore", didEnterBackground: "back") {
                [self] name, handler in
                // Unsafe: its type is not Sendable, but it's only passed back to the center, which any thread may call.
                nonisolated(unsafe) let observer = center.addObserver(
                    forName: Notification.Name(name),
                    object: nil,
                    queue: nil
                ) { _ in handler() }
                count.withLock { $0 += 1 }
                return ChangeObservation { [self] in
                    center.removeObserver(observer)
                    count.withLock { $0 -= 1 }
                }
            }
            return environment
        }
    }

    private let time = ManualTime()
    private let lifecycle = PostedLifecycle()

    private func client(_ configuration: RemoteConfiguration) -> ToggleClient {
        ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            remote: configuration,
            context: EvaluationContext(),
            environment: lifecycle.environment(time)
        )
    }

    /// Waits until the client has handled all events, after which it handles a request of the app.
    private func handleEvents(_ client: ToggleClient) async {
        _ = try? await client.fetch(minimumInterval: .seconds(1_000))
    }

    @Test(arguments: [false, true]) func returnFetchesAndReconnectsOnce(isAlsoReportedByApp: Bool) async {
        let source = PlannedSource(PlannedSource.pageSize(5), announcesChanges: true)
        let client = client(RemoteConfiguration(source, cache: .none))
        await source.untilConnections(1)
        await client.until(.ready)
        lifecycle.post("back")
        if isAlsoReportedByApp { client.enterBackground() }
        await handleEvents(client)
        time.advance(.seconds(100))
        lifecycle.post("fore")
        if isAlsoReportedByApp { client.enterForeground() }
        await source.untilConnections(2)
        await source.untilRequests(2)
        await handleEvents(client)
        #expect(source.connections.count == 2)
        #expect(source.requests.count == 2)
    }

    @Test func followingEndsWithClient() {
        let source = PlannedSource(.silence, announcesChanges: true)
        var client: ToggleClient? = client(RemoteConfiguration(source, cache: .none))
        weak let observed = client
        #expect(lifecycle.observerCount == 2)
        client = nil
        #expect(observed == nil)
        #expect(lifecycle.observerCount == 0)
        lifecycle.post("back")
    }

    @Test func followingCanBeTurnedOff() {
        let source = PlannedSource(.silence)
        let client = client(RemoteConfiguration(source, cache: .none, followsAppLifecycle: false))
        #expect(lifecycle.observerCount == 0)
        #expect(client.remoteState?.status == .notReady)
    }

    #if os(watchOS) || canImport(UIKit)
    @Test func clientFollowsTheSystem() {
        #expect(AppLifecycle.system != nil)
    }
    #else
    @Test func systemThatKeepsAppsRunningHasNoNotifications() {
        #expect(AppLifecycle.system == nil)
    }
    #endif
}
