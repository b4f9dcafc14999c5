import Foundation
import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

@Suite(.timeLimit(.minutes(20)))
struct AppLifecycleTests {
    /// A life cycle on a notification center of its own.
    private final class PostedLifecycle: Sendable {
        let center = NotificationCenter()
        let mayBeInBackground = Mutex(false)
        private let count = Mutex(0)

        var observerCount: Int { count.withLock { $0 } }

        func post(_ name: String) {
            center.post(name: Notification.Name(name), object: nil)
        }

        func environment(_ time: ManualTime, _ fileSystem: any FileSystem) -> RefreshEnvironment {
            var environment = time.environment(fileSystem: fileSystem)
            environment.lifecycle = AppLifecycle(
                names: [
                    ("fore", .entersForeground), ("active", .isActive), ("back", .enteredBackground), ("end", .ends),
                ],
                mayBeInBackground: { [self] in mayBeInBackground.withLock { $0 } }
            ) { [self] name, handler in
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

    private func client(
        _ configuration: RemoteConfiguration,
        fileSystem: any FileSystem = POSIXFileSystem()
    ) -> ToggleClient {
        ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            remote: configuration,
            context: EvaluationContext(),
            environment: lifecycle.environment(time, fileSystem)
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
        #expect(lifecycle.observerCount == 4)
        client = nil
        #expect(observed == nil)
        #expect(lifecycle.observerCount == 0)
        lifecycle.post("back")
    }

    /// Returns a client whose run with a document is counted.
    private func countedClient(_ folder: TemporaryFolder, _ files: FaultyFileSystem) async throws -> ToggleClient {
        let source = PlannedSource(PlannedSource.pageSize(5))
        let configuration = RemoteConfiguration(source, refresh: .onDemand, cache: .folder(folder.path))
        let client = client(configuration, fileSystem: files)
        try await client.fetchAndActivate()
        return client
    }

    private func marks(_ folder: TemporaryFolder) throws -> Int {
        try folder.names().count { $0.contains(".run-") }
    }

    @Test func appInBackgroundHoldsNoLockAndIsNotCounted() async throws {
        let (folder, files) = (try TemporaryFolder(), FaultyFileSystem())
        let client = try await countedClient(folder, files)
        #expect(try marks(folder) == 1)
        // The system may suspend the app as soon as this returns.
        lifecycle.post("back")
        #expect(try marks(folder) == 0)
        #expect(files.openCount == 0)
        await handleEvents(client)
        lifecycle.post("fore")
        #expect(try marks(folder) == 1)
        client.enterBackground()
        #expect(try marks(folder) == 0)
    }

    @Test func appEndedByUserIsNotCounted() async throws {
        let (folder, files) = (try TemporaryFolder(), FaultyFileSystem())
        let client = try await countedClient(folder, files)
        lifecycle.post("end")
        #expect(try marks(folder) == 0)
        files.kill()
        withExtendedLifetime(client) {}
    }

    @Test(arguments: ["fore", "active"]) func launchInBackgroundIsNotCountedUntilReturn(name: String) async throws {
        lifecycle.mayBeInBackground.withLock { $0 = true }
        let (folder, files) = (try TemporaryFolder(), FaultyFileSystem())
        let client = try await countedClient(folder, files)
        #expect(try marks(folder) == 0)
        #expect(files.openCount == 0)
        // The app was suspended for an hour, so this is no healthy run.
        time.advance(.seconds(3_600))
        await handleEvents(client)
        lifecycle.post(name)
        #expect(try marks(folder) == 1)
        await handleEvents(client)
        time.advance(.seconds(30))
        try await files.until { try marks(folder) == 0 }
    }

    @Test func suspendedTimeIsNotHealthy() async throws {
        let (folder, files) = (try TemporaryFolder(), FaultyFileSystem())
        let client = try await countedClient(folder, files)
        await handleEvents(client)
        time.advance(.seconds(20))
        lifecycle.post("back")
        await handleEvents(client)
        time.advance(.seconds(3_600))
        lifecycle.post("fore")
        await handleEvents(client)
        time.advance(.seconds(9))
        await handleEvents(client)
        #expect(try marks(folder) == 1)
        time.advance(.seconds(1))
        try await files.until { try marks(folder) == 0 }
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
