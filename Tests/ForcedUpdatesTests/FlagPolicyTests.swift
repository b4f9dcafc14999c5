import FeatureToggles
import FeatureTogglesRemote
import Testing
import ToggleBase

@testable import ForcedUpdates

/// Policies from a flag with rules.
struct FlagPolicyTests {
    private let folder = PolicyFolder()
    private static let toggle = OpsToggle<JSONValue>.forcedUpdate
    private static let registry = ToggleRegistry(namespace: "Tests") { builder in
        builder.add(ops: toggle, details: ToggleDetails(description: "Demands updates.", owner: "tests"))
    }

    private static let variants = #"""
        "none": {"level": "up_to_date"},
        "must": {"level": "required", "title": "Update", "redirect_url": "https://example.com/a",
                 "languages": {"de": {"title": "Neu"}}},
        "all": {"level": "maintenance", "title": "Back soon", "all": true},
        "meant": {"level": "required", "title": "Update", "all": true},
        "bad": {"level": "required", "redirect_url": "file:///etc/passwd"},
        "many": {"details": [{"app_version": "<2", "title": "Details"}]}
        """#

    private static func document(
        _ rest: String =
            #""defaultVariant": "none", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}, "must"]}"#,
        state: String = "ENABLED",
        key: String = "forced_update"
    ) -> String {
        #"{"flags": {"\#(key)": {"state": "\#(state)", "variants": {\#(variants)}, \#(rest)}}}"#
    }

    private func client(_ source: any RemoteSource, app: String = "1.0.0") -> ToggleClient {
        ToggleClient(
            registries: [Self.registry],
            overrides: .none,
            remote: RemoteConfiguration(source, refresh: .onDemand, cache: .none),
            context: EvaluationContext(attributes: ["appVersion": .string(app), "osVersion": "17.1", "locale": "de"])
        )
    }

    private func updates(_ toggles: any FeatureToggle) -> UpdatePolicy {
        UpdatePolicy(
            toggles,
            Self.toggle.reference,
            context: nil,
            schemes: StoreLink.standardSchemes,
            lockFile: LockFile(path: folder.path + "/" + LockFile.name, background: { $0() })
        )
    }

    @Test func versionThatRulesCannotCompareIsAProblem() {
        let document = Self.document(#""defaultVariant": "many""#)
        let updates = updates(client(ScriptedPolicySource(document), app: "1.2.3.4"))
        #expect(
            updates.problems.contains(
                """
                the version of the app is ‘1.2.3.4’, which ‘sem_ver’ in rules cannot compare; give it one to three numbers \
                without leading zeros, as in 2024.1.3
                """
            )
        )
    }

    /// Flags with the levels for users of 1.0.0 and 2.0.0.
    static let rows: [(String, UpdateLevel, UpdateLevel)] = [
        (document(), .required, .upToDate),
        (document(#""defaultVariant": "none""#), .upToDate, .upToDate),
        (document(#""defaultVariant": "all""#), .maintenance, .maintenance),
        (document(#""defaultVariant": "many""#), .required, .upToDate),
        // Ignored, because it locks everyone out without being marked as intended.
        (document(#""defaultVariant": "must""#), .upToDate, .upToDate),
        (
            document(
                #""defaultVariant": "none", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, ">=", "0.0.0"]}, "must"]}"#
            ),
            .upToDate, .upToDate
        ),
        // Matches only users with another attribute.
        (
            document(#""defaultVariant": "none", "targeting": {"if": [{"==": [{"var": "country"}, "DE"]}, "must"]}"#),
            .upToDate, .upToDate
        ),
        // Matches users without a build number, or versions that are not listed; an update helps.
        (
            document(#""defaultVariant": "none", "targeting": {"if": [{"<": [{"var": "appBuild"}, 5000]}, "must"]}"#),
            .required, .required
        ),
        (
            document(
                #""defaultVariant": "none", "targeting": {"if": [{"!": {"in": [{"var": "appVersion"}, ["3.0.1"]]}}, "must"]}"#
            ),
            .required, .required
        ),
        // Matches everyone, regardless of the condition.
        (
            document(
                #""defaultVariant": "none", "targeting": {"if": [{"<": [{"var": "appBuild"}, 5000]}, "must", "must"]}"#
            ),
            .upToDate, .upToDate
        ),
        // Matches everyone since a time in the past.
        (
            document(
                #""defaultVariant": "none", "targeting": {"if": [{">": [{"var": "$flagd.timestamp"}, 1000000000]}, "must"]}"#
            ),
            .upToDate, .upToDate
        ),
        // Matches everyone with this language, but not all users.
        (
            document(#""defaultVariant": "none", "targeting": {"if": [{"==": [{"var": "locale"}, "de"]}, "must"]}"#),
            .required, .required
        ),
        // Intended maintenance for everyone, with a required update for old versions.
        (
            document(
                #""defaultVariant": "all", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}, "meant"]}"#
            ),
            .required, .maintenance
        ),
        (
            document(
                #""defaultVariant": "all", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}, "must"]}"#
            ),
            .required, .maintenance
        ),
        // Intended for some users, but not for the others.
        (
            document(#""defaultVariant": "must", "targeting": {"if": [{"==": [{"var": "country"}, "DE"]}, "all"]}"#),
            .upToDate, .upToDate
        ),
        // A version number made from a date, and a version prefix.
        (
            document(
                #""defaultVariant": "none", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, "<=", "202611211000.0.0"]}, "must"]}"#
            ),
            .required, .required
        ),
        (
            document(
                #""defaultVariant": "must", "targeting": {"if": [{"starts_with": [{"var": "appVersion"}, "3."]}, "none"]}"#
            ),
            .required, .required
        ),
        // A link that must not be opened.
        (document(#""defaultVariant": "bad""#), .upToDate, .upToDate),
        (document(state: "DISABLED"), .upToDate, .upToDate),
        (document(key: "another"), .upToDate, .upToDate),
        (#"{"flags": {"forced_update": 7}}"#, .upToDate, .upToDate),
    ]

    @Test(arguments: rows)
    func flagRulesDecide(document: String, old: UpdateLevel, new: UpdateLevel) {
        for (app, level) in [("1.0.0", old), ("2.0.0", new)] {
            let updates = UpdatePolicy(
                client(InMemoryRemoteSource(document: document), app: app),
                Self.toggle.reference,
                context: nil,
                schemes: StoreLink.standardSchemes,
                lockFile: LockFile(path: nil, background: { $0() })
            )
            #expect(updates.decision.level == level)
        }
    }

    @Test func noticeUsesContextLanguage() {
        let updates = updates(client(InMemoryRemoteSource(document: Self.document())))
        #expect(updates.decision.notice?.title == "Neu")
        #expect(updates.decision.notice?.storeLink == "https://example.com/a")
    }

    /// Documents without a usable policy, after one that locked out this version.
    @Test(arguments: [
        "", "<html>", #"{"flags": {}}"#, #"{"flags": {"forced_update": 7}}"#, document(#""defaultVariant": "gone""#),
        document(#""defaultVariant": "bad""#), document(#""defaultVariant": "must""#),
        document(#""defaultVariant": "none", "targeting": {"unknown_operator": [1]}"#),
        #"{"flags": {"forced_update": {"state": "ENABLED", "variants": {"a": {"level": "soon"}}, "defaultVariant": "a"}}}"#,
        #"{"flags": {"forced_update": {"state": "ENABLED", "variants": {"a": true}, "defaultVariant": "a"}}}"#,
    ])
    func unusableFlagNeverLiftsALock(document: String) async {
        let source = InMemoryRemoteSource(document: Self.document())
        var updates = updates(client(source))
        #expect(updates.decision.level == .required)
        source.set(document: document)
        #expect(await updates.check().level == .required)
        #expect(!updates.problems.isEmpty)
        updates = self.updates(client(source))
        #expect(updates.decision.level == .required)
        // The policy of a flag applies only to the version that received it.
        #expect(self.updates(client(source, app: "2.0.0")).decision == .upToDate)
    }

    /// Documents that let this version continue.
    @Test(arguments: [
        document(#""defaultVariant": "none""#), document(state: "DISABLED"), document(#""defaultVariant": null"#),
        document(
            #""defaultVariant": "none", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, "<", "1.0.0"]}, "must"]}"#
        ),
    ])
    func usableFlagLiftsALock(document: String) async {
        let source = InMemoryRemoteSource(document: Self.document())
        let updates = updates(client(source))
        #expect(folder.lockText != nil)
        source.set(document: document)
        #expect(await updates.check() == .upToDate)
        #expect(folder.lockText == nil)
    }

    @Test func changedDocumentIsFollowedAutomatically() async {
        let source = InMemoryRemoteSource(document: Self.document(#""defaultVariant": "none""#))
        let client = client(source)
        let updates = updates(client)
        var decisions = updates.decisions().makeAsyncIterator()
        #expect(await decisions.next() == .upToDate)
        source.set(document: Self.document())
        #expect(await decisions.next()?.level == .required)
    }

    @Test func generatedKeyIsSufficient() {
        let client = client(InMemoryRemoteSource(document: Self.document()))
        let updates = UpdatePolicy(.forcedUpdate, of: client, application: "tests", lock: .folder(folder.path))
        #expect(updates.decision.level == .required)
        let context = EvaluationContext(attributes: ["appVersion": "2.0.0", "locale": "en"])
        updates.context = context
        #expect(updates.decision == .upToDate)
    }

    @Test func unconfiguredDoubleLocksNobodyOut() {
        let updates = updates(FixedDefaults())
        #expect(updates.decision == .upToDate)
        #expect(updates.problems.isEmpty)
    }

    /// The policies of a server for old and new versions, and the resulting levels.
    @Test(
        arguments: [
            (#"{"level": "required"}"#, #"{"level": "up_to_date"}"#, .required, .upToDate),
            (#"{"level": "required"}"#, #"{"level": "maintenance", "all": true}"#, .required, .maintenance),
            (#"{"level": "required", "all": true}"#, #"{"level": "required"}"#, .required, .upToDate),
            (#"{"level": "required"}"#, #"{"details": [{"app_version": ">=2"}]}"#, .upToDate, .upToDate),
            (#"{"level": "required"}"#, #"{"details": [{"app_version": ">=2", "all": true}]}"#, .required, .required),
        ] as [(String, String, UpdateLevel, UpdateLevel)]
    )
    func serverIsEvaluatedForNewestVersion(old: String, new: String, oldLevel: UpdateLevel, newLevel: UpdateLevel)
        throws
    {
        let (oldValue, newValue) = try (
            JSONReader().value(from: Array(old.utf8)), JSONReader().value(from: Array(new.utf8))
        )
        for (app, level) in [("1.0.0", oldLevel), ("2.0.0", newLevel)] {
            let updates = UpdatePolicy(
                ScriptedServer(old: oldValue, new: newValue),
                Self.toggle.reference,
                context: EvaluationContext(attributes: ["appVersion": .string(app), "osVersion": "17.1"]),
                schemes: StoreLink.standardSchemes,
                lockFile: LockFile(path: nil, background: { $0() })
            )
            #expect(updates.decision.level == level, "\(app)")
        }
    }

    @Test(arguments: [
        ("forced_update", "update-lock-forced_update.json"), ("../../etc/passwd", "update-lock-"),
        ("A", "update-lock-"),
    ])
    func flagLockFileStaysInItsFolder(key: String, beginning: String) {
        let name = LockFile.name(ofFlag: key)
        #expect(name.hasPrefix(beginning))
        #expect(name.hasSuffix(".json"))
        #expect(!name.contains("/"))
    }

    #if OVERRIDES
    @Test func overrideIsFollowedButNotStored() {
        let overridden = ToggleClient(
            registries: [Self.registry],
            overrides: OverrideSources(arguments: [
                "--toggle", #"forced_update={"level": "required", "title": "Mine"}"#,
            ]),
            context: EvaluationContext(attributes: ["appVersion": "1.0.0"])
        )
        #expect(updates(overridden).decision.notice?.title == "Mine")
        #expect(folder.lockText == nil)
    }
    #endif
}

/// Toggles like those of a server with an unknown rule: one policy for versions below 2.0.0, and another for the rest.
private final class ScriptedServer: FeatureToggle {
    let old: JSONValue
    let new: JSONValue
    var ambientContext: EvaluationContext? { nil }

    init(old: JSONValue, new: JSONValue) {
        (self.old, self.new) = (old, new)
    }

    func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        guard case .string(let text)? = context?["appVersion"],
            let version = AppVersion(text), let second = AppVersion("2.0.0")
        else { return Resolution(new, source: .remote) }
        return Resolution(version < second ? old : new, source: .remote)
    }
}

/// Toggles without any values.
private final class FixedDefaults: FeatureToggle {
    var ambientContext: EvaluationContext? { nil }

    func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution { Resolution() }
}

extension OpsToggle<JSONValue> {
    /// A toggle like the build plugin would generate.
    fileprivate static var forcedUpdate: OpsToggle<JSONValue> {
        OpsToggle(
            "forced_update",
            id: ToggleIdentifier.make(category: .ops, type: .json, key: "forced_update"),
            default: .object([:])
        )
    }
}
