import Foundation
import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote
@testable import ForcedUpdates

/// The effects of a cached document on a lock before the source confirms it.
@Suite(.timeLimit(.minutes(20))) struct CachedFlagTests {
    private let folder = PolicyFolder()
    private let files = FaultyFileSystem()
    private static let toggle = OpsToggle<JSONValue>(
        "forced_update",
        id: ToggleIdentifier.make(category: .ops, type: .json, key: "forced_update"),
        default: .object([:])
    )
    private static let registry = ToggleRegistry(namespace: "Tests") { builder in
        builder.add(ops: toggle, details: ToggleDetails(description: "Demands updates.", owner: "tests"))
    }

    private static func document(_ rest: String, state: String = "ENABLED") -> String {
        #"""
        {"flags": {"forced_update": {"state": "\#(state)", \#(rest), "variants": {
            "none": {"level": "up_to_date"}, "must": {"level": "required", "title": "Update"}}}}}
        """#
    }

    private static let locking = document(
        #""defaultVariant": "none", "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}, "must"]}"#
    )

    /// Documents that don't require an update.
    private static let lifting = [
        document(#""defaultVariant": "none""#), document(#""defaultVariant": "must""#, state: "DISABLED"),
        document(#""defaultVariant": null"#),
    ]

    /// Launches the app.
    private func start(_ source: ScriptedPolicySource, app: String = "1.0.0") -> (ToggleClient, UpdatePolicy) {
        var environment = RefreshEnvironment.process
        environment.fileSystem = files
        let client = ToggleClient(
            registries: [Self.registry],
            overrides: .none,
            remote: RemoteConfiguration(source, refresh: .onDemand, cache: .folder(folder.path)),
            context: EvaluationContext(attributes: ["appVersion": .string(app), "osVersion": "17.1"]),
            environment: environment
        )
        let updates = UpdatePolicy(
            client,
            Self.toggle.reference,
            context: nil,
            schemes: StoreLink.standardSchemes,
            lockFile: LockFile(path: lockPath, background: { $0() })
        )
        return (client, updates)
    }

    private var lockPath: String { folder.path + "/" + LockFile.name }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }

    private func isSafeKept() throws -> Bool {
        try names().filter { $0.hasSuffix(".json") && $0 != LockFile.name }.contains { name in
            try String(contentsOf: folder.url.appending(path: name), encoding: .utf8).contains("\"safe\"")
        }
    }

    /// Completes a healthy run with a document that locks no user out, and then three killed runs with a lock.
    private func killThreeTimes(_ source: ScriptedPolicySource, before: String) async throws {
        source.answer(before)
        let (client, updates) = start(source)
        await updates.check()
        client.markHealthy()
        try await files.until { try isSafeKept() }
        source.answer(Self.locking)
        #expect(await updates.check().level == .required)
        // The marker files of killed runs are named like the one of this run.
        let mark = try #require(try names().first { $0.contains(".run-") && !$0.hasPrefix(".") })
        let stem = mark[...(try #require(mark.lastIndex(of: "-")))]
        for run in 1...3 {
            try Data().write(to: folder.url.appending(path: "\(stem)000000000000000\(run)"))
        }
        withExtendedLifetime((client, updates)) {}
    }

    @Test(arguments: lifting)
    func revertedDocumentLiftsNoLock(before: String) async throws {
        let source = ScriptedPolicySource(before)
        try await killThreeTimes(source, before: before)
        let (client, updates) = start(source)
        #expect(client.remoteState?.why.contains("crashed before they were healthy") == true)
        #expect(updates.decision.level == .required)
        #expect(updates.problems.contains { $0.contains("until the source confirms it") })
        // The source doesn't lift the lock either, because it has nothing newer than the reverted document.
        #expect(await updates.check().level == .required)
        #expect(folder.lockText != nil)
        // Another version is not locked, and doesn't remove the lock.
        #expect(start(source, app: "2.0.0").1.decision == .upToDate)
        #expect(start(source).1.decision.level == .required)
        source.answer(Self.document(#""defaultVariant": "none", "metadata": {"edition": 2}"#))
        #expect(await updates.check() == .upToDate)
        #expect(folder.lockText == nil)
    }

    @Test(arguments: lifting)
    func confirmedCachedDocumentLiftsLock(document: String) async throws {
        let source = ScriptedPolicySource(document)
        await start(source).1.check()
        let lock = KnownPolicy(value: ["level": "required", "title": "Update"], appVersion: "1.0.0")
        try Data(lock.text).write(to: URL(filePath: lockPath))
        let (client, updates) = start(source)
        var decisions = updates.decisions().makeAsyncIterator()
        #expect(await decisions.next()?.level == .required)
        // Any fetch from the source confirms the document.
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(await decisions.next() == .upToDate)
        #expect(folder.lockText == nil)
    }

    /// A cached document that is activated while the flag is evaluated, or replaced immediately afterward.
    @Test(arguments: [[false, true], [true, false]])
    func changingCachedDocumentLiftsNoLock(isCached: [Bool]) throws {
        let lock = KnownPolicy(value: ["level": "required", "title": "Update"], appVersion: "1.0.0")
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data(lock.text).write(to: URL(filePath: lockPath))
        let answers = Mutex(isCached)
        let updates = UpdatePolicy(
            DisabledFlag(),
            Self.toggle.reference,
            context: EvaluationContext(attributes: ["appVersion": "1.0.0"]),
            schemes: StoreLink.standardSchemes,
            lockFile: LockFile(path: lockPath, background: { $0() }),
            isDocumentCached: { answers.withLock { $0.isEmpty ? false : $0.removeFirst() } }
        )
        #expect(updates.decision.level == .required)
        #expect(folder.lockText != nil)
        // The next evaluation, with a document that the source confirmed, lifts the lock.
        updates.refresh()
        #expect(updates.decision == .upToDate)
        #expect(folder.lockText == nil)
    }

    @Test func cachedDocumentLocksOffline() async throws {
        let source = ScriptedPolicySource(Self.locking)
        await start(source).1.check()
        try FileManager.default.removeItem(atPath: lockPath)
        #expect(start(.unreachable).1.decision.level == .required)
        #expect(folder.lockText != nil)
    }
}

/// A flag that is disabled, so that the default in code applies.
private final class DisabledFlag: FeatureToggle {
    var ambientContext: EvaluationContext? { nil }

    func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        Resolution(reason: .disabled)
    }
}
