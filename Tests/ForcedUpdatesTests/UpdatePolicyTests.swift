import FeatureToggles
import FeatureTogglesRemote
import Foundation
import Testing
import ToggleBase

@testable import ForcedUpdates

struct UpdatePolicyTests {
    @Test(arguments: [
        ("1.2.3.4.5.6.7.8.9", "17.1", "app"), ("2024.01.3", "17.1", "app"), ("dev", "17.1", "app"),
        ("1.0", "1000000000000000000.1", "system"),
    ])
    func incomparableVersionIsAProblem(app: String, os: String, noun: String) async {
        let source = ScriptedPolicySource(PolicyFolder.policy("2026-11-21", locking: "<3000"))
        let updates = PolicyFolder().start(source, app: app, os: os)
        await updates.check()
        let found = updates.problems.filter { $0.hasPrefix("the version of the \(noun) is ‘") }
        #expect(found.count == 1 && found.first?.contains("without leading zeros") == true)
        updates.context = EvaluationContext(attributes: ["appVersion": "2024.1.3", "osVersion": "17.1"])
        #expect(updates.problems.isEmpty)
        #expect(updates.decision.level == .required)
    }

    private let folder = PolicyFolder()

    @Test(arguments: [("1.2.3.3", UpdateLevel.required), ("1.2.3.4", .upToDate), ("1.2.3.10", .upToDate)])
    func versionWithFourNumbersIsCompared(app: String, level: UpdateLevel) async {
        let updates = folder.start(
            ScriptedPolicySource(PolicyFolder.policy("2026-11-21", locking: "<1.2.3.4")),
            app: app,
            os: "10.0.19045.1"
        )
        #expect(await updates.check().level == level)
        #expect(updates.problems.isEmpty)
    }

    @Test func decisionsStartWithCurrentOne() async {
        let source = ScriptedPolicySource(PolicyFolder.policy("2026-11-21T10:00:00Z", locking: "1.*"))
        let updates = folder.start(source)
        var decisions = updates.decisions().makeAsyncIterator()
        #expect(await decisions.next() == .upToDate)
        await updates.check()
        #expect(await decisions.next()?.level == .required)
        source.answer(PolicyFolder.policy("2026-11-21T11:00:00Z", locking: "1.*", level: "recommended"))
        await updates.check()
        #expect(await decisions.next()?.level == .recommended)
    }

    @Test(.timeLimit(.minutes(20))) func policyIsFetchedAtLaunchAndOnReturnToForeground() async {
        let source = ScriptedPolicySource(PolicyFolder.policy("2026-11-21T10:00:00Z", locking: "1.*"))
        let refresh = RefreshPolicy(minimumFetchInterval: .zero, pollInterval: .seconds(86_400), spread: .zero)
        let updates = folder.start(source, refresh: refresh)
        var decisions = updates.decisions().makeAsyncIterator()
        var decision = await decisions.next()
        // The fetch at launch starts automatically, and may be complete by now.
        if decision == .upToDate { decision = await decisions.next() }
        #expect(decision?.level == .required)

        source.answer(PolicyFolder.policy("2026-11-21T11:00:00Z", locking: nil))
        updates.enterBackground()
        updates.enterForeground()
        #expect(await decisions.next() == .upToDate)
    }

    @Test func decisionsEndWithThePolicy() async {
        var updates: UpdatePolicy? = folder.start(ScriptedPolicySource.unreachable)
        var decisions = updates?.decisions().makeAsyncIterator()
        #expect(await decisions?.next() == .upToDate)
        updates = nil
        #expect(await decisions?.next() == nil)
    }

    @Test func checkIsThrottledUnlessStale() async {
        let source = ScriptedPolicySource(PolicyFolder.policy("2026-11-21T10:00:00Z", locking: nil))
        let updates = folder.start(source)
        await updates.check(minimumInterval: .seconds(3_600))
        await updates.check(minimumInterval: .seconds(3_600))
        #expect(source.fetches == 1)
        source.answer(PolicyFolder.policy("2026-11-21T11:00:00Z", locking: "1.*"))
        updates.markStale()
        #expect(await updates.check(minimumInterval: .seconds(3_600)).level == .required)
    }

    @Test func newUserOrLanguageUpdatesDecision() async {
        let text = #"""
            {"created_at": "2026-11-21", "details": [{"app_version": "1.*", "context": {"country": "DE"}, "title": "New",
             "languages": {"de": {"title": "Neu"}}}]}
            """#
        let updates = folder.start(ScriptedPolicySource(text))
        #expect(await updates.check() == .upToDate)
        updates.context = EvaluationContext(attributes: ["country": "DE", "locale": "de-DE"])
        #expect(updates.decision.notice?.title == "Neu")
        updates.context = nil
        #expect(updates.decision == .upToDate)
    }

    @Test func signedPolicyIsVerifiedFirst() async {
        struct Envelope: DocumentVerifier {
            func verify(
                _ document: RemoteDocument,
                highestRevision: UInt64?
            ) throws(RemoteSourceError) -> VerifiedDocument {
                guard document.text.first == UInt8(ascii: "!") else {
                    throw RemoteSourceError(.untrusted, "this is not an envelope")
                }
                return VerifiedDocument(
                    document: RemoteDocument(text: Array(document.text.dropFirst()), revision: document.revision),
                    revision: 7
                )
            }
        }
        let policy = PolicyFolder.policy("2026-11-21", locking: "1.*")
        for (text, level) in [("!" + policy, UpdateLevel.required), (policy, .upToDate)] {
            let remote = RemoteConfiguration(
                ScriptedPolicySource(text),
                refresh: .onDemand,
                cache: .none,
                verifier: Envelope()
            )
            let context = EvaluationContext(attributes: ["appVersion": "1.0.0"])
            let updates = UpdatePolicy(remote, application: "forced-updates-tests", context: context)
            #expect(await updates.check().level == level)
        }
    }

    @Test(.timeLimit(.minutes(20))) func policyProblemsAreReported() async throws {
        let client = ToggleClient(registries: [], overrides: .none, context: EvaluationContext())
        let failing = folder.path
        // A file in place of the folder.
        try Data("x".utf8).write(to: folder.url)
        let work = Mutex<[@Sendable () -> Void]>([])
        let updates = UpdatePolicy(
            client,
            OpsToggle<JSONValue>(
                "forced_update",
                id: ToggleIdentifier.make(category: .ops, type: .json, key: "forced_update"),
                default: .object([:])
            )
            .reference,
            context: nil,
            schemes: StoreLink.standardSchemes,
            lockFile: LockFile(
                path: failing + "/lock.json",
                background: { piece in work.withLock { $0.append(piece) } }
            )
        )
        var changes = updates.problemChanges().makeAsyncIterator()
        let before = updates.problems
        updates.lockFile.keep(KnownPolicy(value: ["level": "required"], appVersion: nil)) { problem in
            updates.note(fileProblem: problem)
        }
        for piece in work.withLock({ $0 }) { piece() }
        #expect(await changes.next() != nil)
        #expect(updates.problems != before)
    }

    @Test func problemChangesEndWithThePolicy() async {
        var updates: UpdatePolicy? = folder.start(ScriptedPolicySource.unreachable)
        var changes = updates?.problemChanges().makeAsyncIterator()
        updates = nil
        while await changes?.next() != nil {}
    }
}
