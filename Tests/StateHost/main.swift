import FeatureToggles
import FeatureTogglesRemote

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// state-host DEFAULTS [REMOTE]
//
// An app, version 2.1.0 of the shop, that follows the local defaults file DEFAULTS and has a state file next to it. REMOTE
// is the text of a remote document. It prints `written` when its state file was written, and runs until its input
// ends or contains the line `end`.

#if OVERRIDES
let arguments = CommandLine.arguments
guard arguments.count == 2 || arguments.count == 3 else {
    print("usage: state-host DEFAULTS [REMOTE]")
    exit(2)
}

/// Declares a toggle.
func toggle(
    _ key: String,
    _ type: ToggleType,
    _ defaultValue: JSONValue,
    remote: String? = nil
) -> ToggleDefinition {
    ToggleDefinition(key: key, category: .ops, type: type, defaultValue: defaultValue, remoteParameter: remote)
}

let long = JSONValue.string(String(repeating: "long ", count: 2_000))
let toggles = [
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
func run() {
    var environment = StateFileEnvironment.process
    let schedule = environment.schedule
    environment.schedule = { delay, work in
        schedule(delay) {
            work()
            let line = Array("written\n".utf8)
            if write(1, line, line.count) < 0 { exit(4) }
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

run()
#else
print("A RELEASE build has no state file; build with --configuration debug or --traits default,InternalBuild.")
exit(2)
#endif
