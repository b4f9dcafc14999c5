import FeatureToggles
import FeatureTogglesRemote

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An app, version 2.1.0 of the shop, that follows a local defaults file and has a state file next to it.
///
///     test-host state DEFAULTS [REMOTE]
///
/// DEFAULTS is the local defaults file, and REMOTE the text of a remote document. It prints `written` when its state file
/// was written, and runs until its input ends or contains the line `end`.
enum StateHost {
    static func run(_ arguments: [String]) {
        #if OVERRIDES
        guard arguments.count == 2 || arguments.count == 3 else { fail("usage: test-host state DEFAULTS [REMOTE]") }
        start(arguments)
        #else
        fail("A RELEASE build has no state file; build with --configuration debug or --traits default,InternalBuild.")
        #endif
    }

    #if OVERRIDES
    /// Declares a toggle.
    private static func toggle(
        _ key: String,
        _ type: ToggleType,
        _ defaultValue: JSONValue,
        remote: String? = nil
    ) -> ToggleDefinition {
        ToggleDefinition(key: key, category: .ops, type: type, defaultValue: defaultValue, remoteParameter: remote)
    }

    private static let long = JSONValue.string(String(repeating: "long ", count: 2_000))
    private static let toggles = [
        ToggleDefinition(key: "new_checkout", category: .release, type: .bool, defaultValue: false),
        toggle("search_ranking", .variants(["classic", "neural", "hybrid"]), "classic", remote: "search_ranking_2"),
        toggle("page_size", .int, 20),
        toggle("banner", .string, ""),
        // An older default than that in the manifest of the tests.
        toggle("delivery", .json, ["days": 4, "countries": ["DE"], "terms": long]),
        // No longer in the manifest of the tests.
        toggle("old_header", .bool, true),
    ]

    /// Runs the app; the client ends with this function.
    private static func start(_ arguments: [String]) {
        var environment = StateFileEnvironment.process
        let schedule = environment.schedule
        environment.schedule = { delay, work in
            schedule(delay) {
                work()
                printLine("written")
            }
        }
        var overrides = OverrideSources(localDefaultsPath: arguments[1])
        overrides.writesStateFile = true
        overrides.hiddenAttributes = ["email"]
        overrides.stateFileEnvironment = environment

        var context = EvaluationContext(targetingKey: "ada", attributes: ["email": "ada@example.com"])
        context[EvaluationContext.Attribute.appVersion] = "2.1.0"
        let client = ToggleClient(
            registries: [ToggleRegistry(namespace: "ShopToggles", application: "shop", toggles: toggles)],
            overrides: overrides,
            remote: arguments.count == 3 ? FixedDocument(arguments[2]) : nil,
            context: context
        )
        while let line = readLine(), line != "end" {}
        withExtendedLifetime(client) {}
    }
    #endif
}
