import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates
import Testing
import ToggleDocuments
import ToggleManifest

/// Apps, `toggles check`, and the answers and tables of `toggles update-policy test` agree on which policies
/// unintentionally lock every version out.
struct UpdatePolicyAgreementTests {
    private static let toggle = OpsToggle<JSONValue>(
        "update",
        id: ToggleIdentifier.make(category: .ops, type: .json, key: "update"),
        default: .object([:])
    )
    private static let registry = ToggleRegistry(namespace: "Tests") { builder in
        builder.add(ops: toggle, details: ToggleDetails(description: "Demands updates.", owner: "tests"))
    }
    /// A time in the window of the rules below, like the current time.
    private static let now: Int64 = 2_000_000_000

    /// The levels for an old and a new version; `nil` if the policy is rejected.
    typealias Levels = (old: UpdateLevel, new: UpdateLevel)

    private static func file(_ entries: String, rest: String = "") -> String {
        #"{"created_at": "2025-01-10", \#(rest)"details": [\#(entries)]}"#
    }

    private static func flag(_ rule: String, default variant: String = "none") -> String {
        let variants = #"""
            "none": {"level": "up_to_date"}, "must": {"level": "required", "title": "T"},
            "down": {"level": "maintenance", "title": "T", "all": true},
            "many": {"details": [{"app_version": ">=2", "title": "T"}, {"app_version": "<1", "title": "T"}]},
            "most": {"details": [{"app_version": ">=1.5", "title": "T"}]},
            "meant": {"details": [{"app_version": ">=2", "title": "T", "all": true}, {"app_version": "<1", "title": "T"}]}
            """#
        let rest = #""defaultVariant": "\#(variant)", "targeting": \#(rule)"#
        return #"{"flags": {"update": {"state": "ENABLED", "variants": {\#(variants)}, \#(rest)}}}"#
    }

    private static let old = #"{"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}"#
    private static let country = #"{"==": [{"var": "country"}, "DE"]}"#
    private static let window = #"{"<=": [1000000000, {"var": "$flagd.timestamp"}, 4000000000]}"#
    private static let closed = #"{"app_version": "*", "level": "maintenance", "title": "T", "all": true}"#

    private static let files: [(String, Levels?)] = [
        (file(#"{"app_version": "<2.0.0", "title": "T"}, \#(closed)"#), (.required, .maintenance)),
        (file(#"\#(closed), {"app_version": "<2.0.0", "title": "T"}"#), (.maintenance, .maintenance)),
        (file(#"{"app_version": "1.0.0", "title": "T", "all": true}, {"app_version": "*", "title": "T"}"#), nil),
        (
            file(
                #"{"app_version": "1.0.0", "title": "T", "all": true}, {"app_version": "*", "title": "T"}"#,
                rest: #""all": true, "#
            ),
            (.required, .required)
        ),
        (
            file(#"{"app_version": ">=2.0.0", "title": "T", "all": true}, {"app_version": "*", "title": "T"}"#),
            (.required, .required)
        ),
        (
            file(
                #"{"app_version": "<2.0.0", "title": "T"}, {"app_version": "*", "level": "maintenance", "title": "T"}"#
            ), nil
        ),
        (
            file(#"{"app_version": "*", "os_version": "<15", "title": "T"}, \#(closed)"#), nil
        ),
        (file(#"{"app_version": "<2.0.0", "title": "T"}"#), (.required, .upToDate)),
    ]

    private static let flags: [(String, Levels?)] = [
        (flag(#"{"if": [\#(old), "must"]}"#, default: "down"), (.required, .maintenance)),
        (flag(#"{"if": [\#(old), "must", \#(window), "down"]}"#), (.required, .maintenance)),
        (flag(#"{"if": [\#(window), "down", \#(old), "must"]}"#), (.maintenance, .maintenance)),
        (flag(#"{"if": [\#(old), "down"]}"#, default: "must"), nil),
        (flag(#"{"if": [\#(country), "down"]}"#, default: "must"), nil),
        (flag(#"{"if": [\#(country), "must"]}"#, default: "down"), nil),
        (flag(#"{"if": [\#(window), "must"]}"#), nil),
        (flag(#"{"if": [{"sem_ver": [{"var": "osVersion"}, "<", "15.0.0"]}, "must", "down"]}"#), nil),
        // Variants that are policies with entries.
        (flag(#"{"if": [\#(old), "must", "many"]}"#), nil),
        (flag(#"{"if": [\#(old), "must", "meant"]}"#), (.required, .required)),
        (flag(#"{"if": [\#(country), "must", "many"]}"#), (.upToDate, .required)),
        (flag(#"{"if": [{"sem_ver": [{"var": "appVersion"}, "<", "1.5.0"]}, "must", "most"]}"#), nil),
        (flag(#"{"if": [\#(old), "must"]}"#), (.required, .upToDate)),
    ]

    private static let versions = ["1.0.0", "9.0.0"]

    private static func context(_ app: String) -> EvaluationContext {
        EvaluationContext(attributes: ["appVersion": .string(app), "osVersion": "17.0.0"])
    }

    private func expectTools(_ text: String, _ levels: Levels?) throws {
        let bytes = Array(text.utf8)
        let result = DocumentCheck(timestamp: Self.now).run(bytes, path: "f")
        #expect(result.hasErrors == (levels == nil), "\(result.diagnostics)")
        guard let levels else {
            #expect(result.diagnostics.contains { $0.message.contains("on every version of the system") })
            #expect(throws: UpdatePolicyFile.ReadingError.self) {
                try UpdatePolicyFile(bytes, path: "f", timestamp: Self.now)
            }
            return
        }
        let file = try UpdatePolicyFile(bytes, path: "f", timestamp: Self.now)
        let expected = [levels.old, levels.new]
        let answers = Self.versions.map { file.answer(for: Self.context($0), language: nil).decision.level }
        #expect(answers == expected)
        let matrix = try file.matrix(
            apps: Self.versions,
            systems: ["17.0.0"],
            context: EvaluationContext(attributes: [:]),
            language: nil
        )
        #expect(Self.versions.indices.map { matrix[$0, 0].decision.level } == expected)
    }

    @Test(arguments: files.indices)
    func filesAgree(row: Int) async throws {
        let (text, levels) = Self.files[row]
        try expectTools(text, levels)
        for (version, level) in zip(Self.versions, [levels?.old, levels?.new]) {
            let updates = UpdatePolicy(
                RemoteConfiguration(InMemoryRemoteSource(document: text), refresh: .onDemand, cache: .none),
                application: "tests",
                context: Self.context(version)
            )
            #expect(await updates.check().level == level ?? .upToDate)
            #expect(updates.problems.isEmpty == (levels != nil))
        }
    }

    @Test(arguments: flags.indices)
    func flagsAgree(row: Int) throws {
        let (text, levels) = Self.flags[row]
        try expectTools(text, levels)
        for (version, level) in zip(Self.versions, [levels?.old, levels?.new]) {
            let client = ToggleClient(
                registries: [Self.registry],
                overrides: .none,
                remote: RemoteConfiguration(InMemoryRemoteSource(document: text), refresh: .onDemand, cache: .none),
                context: Self.context(version)
            )
            let updates = UpdatePolicy(Self.toggle, of: client, application: "tests", lock: .none)
            let isRefused = updates.problems.contains { $0.contains("locks every version out") }
            if let level {
                #expect(updates.decision.level == level)
                #expect(!isRefused)
            } else {
                // A lock that is marked as intended is still followed.
                #expect(isRefused || updates.decision.level == .maintenance)
                #expect(updates.decision.level != .required)
            }
        }
    }

    @Test(arguments: [(0, true), (1, false)])
    func policyHasMaximumSizeOfApps(excess: Int, isAccepted: Bool) {
        var text = Array(Self.file(#"{"app_version": "<2.0.0", "title": "T"}"#).utf8)
        text += Array(repeating: UInt8(ascii: " "), count: UpdatePolicyDocument.maximumSize + excess - text.count)
        #expect((UpdatePolicyDocument.read(text).document != nil) == isAccepted)
        let result = DocumentCheck().run(text, path: "policy.json")
        #expect(result.hasErrors != isAccepted)
        #expect(
            result.diagnostics.contains { $0.message.contains("more than the 1048448 that apps accept") } != isAccepted
        )
    }
}
