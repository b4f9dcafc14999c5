import TestSupport
import Testing

@testable import FeatureToggles
@testable import ToggleConsole

/// Tests whose values the console shows if no app can be shown.
struct AppFollowerTests {
    private let folder: TemporaryFolder
    private let backend: ConsoleBackend

    init() throws {
        folder = try TemporaryFolder()
        let toggle = ToggleDefinition(key: "page_size", category: .ops, type: .int, defaultValue: 20)
        let client = ToggleClient(
            registries: [ToggleRegistry(namespace: "N", application: "shop", toggles: [toggle])],
            overrides: OverrideSources(localDefaultsPath: folder.path("toggles.json"))
        )
        backend = ConsoleBackend(client, waitsForScreen: true)
    }

    /// Returns whose values the first screen shows.
    private func firstOrigin(_ problems: [StateFileError] = [], showsValues: Bool = true) -> ConsoleOrigin {
        let follower = AppFollower(
            besideDefaults: folder.path("toggles.json"),
            backend: backend,
            states: ([], problems),
            showsValues: showsValues
        ) { _ in nil }
        defer { withExtendedLifetime(follower) {} }
        defer { backend.finish() }
        return backend.start { _ in }.model.origin
    }

    @Test func firstScreenSaysThatNoAppIsRunning() {
        let origin = firstOrigin()
        guard case .computed = origin else {
            Issue.record("\(origin)")
            return
        }
    }

    @Test func firstScreenSaysThatAppCannotBeRead() {
        let problem = StateFileError(path: "/toggles.state/7-a.json", message: "It has version 2.")
        #expect(firstOrigin([problem]).problems == ["/toggles.state/7-a.json: It has version 2."])
    }

    @Test func computedValuesDoNotDependOnApp() {
        let origin = firstOrigin(showsValues: false)
        guard case .client = origin else {
            Issue.record("\(origin)")
            return
        }
    }

    @Test func appThatCannotBeReadIsAProblem() {
        var console = ConsoleDriver(columns: 110)
        console.change { $0.origin = .unreadable(problems: ["/toggles.state/7-a.json: It has version 2."]) }
        #expect(console.screen.contains("running app can't be read"))
        #expect(console.screen.contains("! 1 problem"))
        #expect(!console.screen.contains("no running app"))
        console.type("!")
        #expect(console.screen.contains("7-a.json: It has version 2."))
    }
}
