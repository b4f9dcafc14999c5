import Dispatch
import FeatureToggles
import FeatureTogglesRemote
import Foundation
import Testing
import ToggleBase

@testable import ForcedUpdates

/// Policies with thousands of patterns, and the maximum lengths.
struct LongPolicyTests {
    /// A queue whose work waits until a test runs it.
    private final class Waiting: Sendable {
        private let pieces = Mutex<[@Sendable () -> Void]>([])

        var count: Int { pieces.withLock(\.count) }

        func add(_ work: @escaping @Sendable () -> Void) {
            pieces.withLock { $0.append(work) }
        }

        func run() {
            let all = pieces.withLock { pieces in
                defer { pieces = [] }
                return pieces
            }
            for work in all { work() }
        }
    }

    /// A verifier that blocks background threads until it is opened, and counts verifications on the caller's thread.
    private final class HeldVerifier: DocumentVerifier {
        private let caller = Mutex<ObjectIdentifier?>(nil)
        private let verifiedByCaller = Mutex(0)
        private let gate = DispatchSemaphore(value: 0)

        var countByCaller: Int { verifiedByCaller.withLock { $0 } }

        /// Runs work as the caller's thread, which isn't blocked.
        func calling<Result>(_ work: () -> Result) -> Result {
            caller.withLock { $0 = ObjectIdentifier(Thread.current) }
            defer { caller.withLock { $0 = nil } }
            return work()
        }

        /// Verifies documents from now on.
        func open() {
            gate.signal()
        }

        func verify(
            _ document: RemoteDocument,
            highestRevision: UInt64?
        ) throws(RemoteSourceError) -> VerifiedDocument {
            if caller.withLock({ $0 == ObjectIdentifier(Thread.current) }) {
                verifiedByCaller.withLock { $0 += 1 }
            } else {
                gate.wait()
                gate.signal()
            }
            return VerifiedDocument(document: document, revision: 1)
        }
    }

    /// A verifier that doesn't block.
    private static var openVerifier: HeldVerifier {
        let verifier = HeldVerifier()
        verifier.open()
        return verifier
    }

    private let folder = PolicyFolder()

    /// Returns a policy that locks 1.0.0 to 1.(count - 1).0, in entries of 500 versions.
    private static func policy(_ created: String, versions count: Int) -> String {
        let entries = stride(from: 0, to: count, by: 500).map { first in
            let versions = (first..<min(count, first + 500)).map { #""1.\#($0).0""# }.joined(separator: ",")
            return #"{"app_version": [\#(versions)], "title": "T\#(first)", "redirect_url": "https://example.com/a"}"#
        }
        return #"{"created_at": "\#(created)", "details": [\#(entries.joined(separator: ","))]}"#
    }

    @Test func lastLockAppliesBeforePolicyIsParsed() async {
        let source = ScriptedPolicySource(Self.policy("2026-11-21", versions: 3_000))
        #expect(await folder.start(source, app: "1.700.0").check().notice?.title == "T500")
        let waiting = Waiting()
        let updates = folder.start(ScriptedPolicySource.unreachable, app: "1.700.0", background: waiting.add)
        #expect(waiting.count == 1, "nothing is parsed yet")
        #expect(updates.decision.level == .required)
        #expect(updates.decision.notice == folder.start(source, app: "1.700.0").decision.notice)
        waiting.run()
        #expect(updates.decision.notice?.title == "T500")
        // For other versions, the decision follows when the policy is parsed.
        for (app, level) in [("1.2999.0", UpdateLevel.required), ("2.0.0", .upToDate)] {
            let updates = folder.start(ScriptedPolicySource.unreachable, app: app, background: waiting.add)
            #expect(updates.decision == .upToDate)
            waiting.run()
            #expect(updates.decision.level == level)
        }
    }

    /// Waits until the cached policy is parsed and a decision is based on it.
    private func waitForCachedPolicy(_ updates: UpdatePolicy) async {
        await wait(for: updates) {
            updates.client?.isDocumentCached == true && updates.state.withLock { $0.known != nil }
        }
    }

    /// Waits until a condition holds, which is evaluated now and after each change of a policy.
    private func wait(for updates: UpdatePolicy, until isWanted: () -> Bool) async {
        let changes = updates.problemChanges()
        if isWanted() { return }
        for await _ in changes where isWanted() { return }
    }

    @Test(.timeLimit(.minutes(20)), arguments: [true, false])
    func callerParsesNoLongPolicy(isLocked: Bool) async {
        let app = isLocked ? "1.700.0" : "2.0.0"
        let source = ScriptedPolicySource(Self.policy("2026-11-21", versions: 3_000))
        await folder.start(source, app: app, verifier: Self.openVerifier).check()
        #expect((folder.lockText != nil) == isLocked)
        let (waiting, verifier) = (Waiting(), HeldVerifier())
        let updates = verifier.calling {
            folder.start(ScriptedPolicySource.unreachable, app: app, verifier: verifier, background: waiting.add)
        }
        #expect(verifier.countByCaller == 0)
        #expect(updates.client?.flagDocument == nil)
        #expect(updates.decision.level == (isLocked ? .required : .upToDate))
        #expect(updates.decision.notice?.title == (isLocked ? "T500" : nil))
        // The lock isn't parsed either; that is left to the background.
        #expect(updates.state.withLock { ($0.unread != nil) == isLocked && $0.known == nil && $0.kept == nil })
        updates.enterForeground()
        #expect(waiting.count == (isLocked ? 2 : 0))
        if isLocked {
            updates.context = EvaluationContext(attributes: ["plan": "pro"])
            #expect(waiting.count == 3)
        }
        #expect(updates.state.withLock { ($0.unread != nil) == isLocked })
        verifier.open()
        await waitForCachedPolicy(updates)
        waiting.run()
        #expect(updates.decision.level == (isLocked ? .required : .upToDate))
        #expect(updates.state.withLock { ($0.known != nil) })
        updates.enterForeground()
        #expect(waiting.count == 1, "a long policy is evaluated in the background")
    }

    @Test(.timeLimit(.minutes(20))) func cachedPolicyLiftsNoUnparsedLock() async throws {
        let source = ScriptedPolicySource(Self.policy("2026-11-21", versions: 3_000))
        await folder.start(source, app: "1.700.0", verifier: Self.openVerifier).check()
        let lock = try Data(contentsOf: folder.lockFile)
        // The cached document lets the version continue, but the file still contains the lock.
        source.answer(Self.policy("2026-11-21", versions: 3_000).replacing(#""1.700.0","#, with: ""))
        #expect(await folder.start(source, app: "1.700.0", verifier: Self.openVerifier).check() == .upToDate)
        try lock.write(to: folder.lockFile)
        let (waiting, verifier) = (Waiting(), HeldVerifier())
        let updates = verifier.calling {
            folder.start(ScriptedPolicySource.unreachable, app: "1.700.0", verifier: verifier, background: waiting.add)
        }
        var decisions = updates.decisions().makeAsyncIterator()
        #expect(await decisions.next()?.level == .required)
        verifier.open()
        await waitForCachedPolicy(updates)
        #expect(waiting.count == 1, "the cached policy arrives before the lock is parsed in the background")
        await wait(for: updates) { !updates.problems.isEmpty }
        #expect(updates.problems.contains { $0.contains("ignored until the source confirms it") })
        #expect(updates.decision.level == .required)
        waiting.run()
        #expect(updates.decision.level == .required)
        #expect(try Data(contentsOf: folder.lockFile) == lock)
    }

    @Test func lockIsParsedBeforeFirstDecision() async throws {
        let source = ScriptedPolicySource(Self.policy("2026-11-21", versions: 3_000))
        await folder.start(source, app: "1.700.0").check()
        for file in try folder.files where file != LockFile.name {
            try FileManager.default.removeItem(at: folder.url.appending(path: file))
        }
        let waiting = Waiting()
        let updates = folder.start(ScriptedPolicySource.unreachable, app: "1.700.0", background: waiting.add)
        updates.context = EvaluationContext(attributes: ["appVersion": "1.5.0"])
        #expect(updates.decision.notice?.title == "T500", "the decision of the last launch, until the lock is parsed")
        waiting.run()
        #expect(updates.decision.notice?.title == "T0")
        updates.context = nil
        #expect(updates.decision.notice?.title == "T500", "a parsed lock decides at once")
        let other = folder.start(ScriptedPolicySource.unreachable, app: "1.700.0", background: waiting.add)
        #expect(await other.check().notice?.title == "T500")
        // The floor comes from the head.
        source.answer(Self.policy("2026-11-20", versions: 500))
        let third = folder.start(source, app: "1.700.0", background: waiting.add)
        #expect(await third.check().notice?.title == "T500")
        #expect(third.problems.contains { $0.contains("is older than the one that is already known") })
    }

    @Test func lockHeadIsReadWithoutPolicy() throws {
        let context = EvaluationContext(attributes: ["appVersion": "1.0.0", "locale": "de"])
        let notice = UpdateNotice(title: #"a,"policy":{"#, message: #"b\"#, language: "de")
        let lock = KnownPolicy(
            value: ["policy": ["x": 1, "policy": 2]],
            appVersion: "1.0.0",
            revision: PolicyFloor.Revision(number: 7, isSigned: true),
            shown: KnownPolicy.Shown(UpdateDecision(.required, notice), to: context)
        )
        let head = try #require(KnownPolicy.Head(of: lock.text))
        #expect(head.appVersion == lock.appVersion)
        #expect(head.revision == lock.revision)
        #expect(head.shown == lock.shown)
        // The same applies if the rest is unusable.
        let name = Array(#","policy":"#.utf8)
        let end = try #require(lock.text.firstRange(of: name)).upperBound
        #expect(KnownPolicy.Head(of: Array(lock.text[..<end])) == head)
    }

    @Test(arguments: [
        "", "{", #"{"schema":1,"app_version":"1"}"#, #"{"schema":2,"policy":{}}"#, #"{"schema":1,,"policy":{}}"#,
        #"{"policy":{"a":1,"policy":2},"schema":1}"#, #"{"schema":1,"shown":{"a":1,"policy":2},"policy":{}}"#,
        #"{"schema":1 , "policy":{}}"#,
    ])
    func otherLayoutsHaveNoHead(text: String) {
        #expect(KnownPolicy.Head(of: Array(text.utf8)) == nil)
    }

    /// Lock files whose head is insufficient, so that they are parsed immediately.
    @Test(arguments: [
        (#""revision":"\d+","#, ""),
        (#""revision":"\d+""#, #""signed_revision":"1""#),
        (#","policy":"#, #", "policy": "#),
        (#"^\{"#, #"{"before":{"a":1,"policy":2},"#),
    ])
    func lockWithoutHeadIsParsedImmediately(pattern: String, replacement: String) async throws {
        let source = ScriptedPolicySource(Self.policy("2026-11-21", versions: 3_000))
        await folder.start(source, app: "1.700.0").check()
        let old = try #require(folder.lockText)
        let text = old.replacing(try Regex(pattern), with: replacement)
        #expect(text != old)
        for file in try folder.files { try FileManager.default.removeItem(at: folder.url.appending(path: file)) }
        try Data(text.utf8).write(to: folder.lockFile)
        let waiting = Waiting()
        let updates = folder.start(ScriptedPolicySource.unreachable, app: "1.700.0", background: waiting.add)
        #expect(updates.state.withLock { $0.unread == nil && $0.known != nil })
        #expect(updates.decision.notice?.title == "T500")
        source.answer(Self.policy("2026-11-20", versions: 500))
        #expect(await folder.start(source, app: "1.700.0").check().notice?.title == "T500")
        source.answer(Self.policy("2026-11-22", versions: 500))
        #expect(await folder.start(source, app: "1.700.0").check() == .upToDate)
    }

    /// Long lock files that are damaged before or after the start of the policy.
    @Test(arguments: [#""schema":1"#, #""details":"#])
    func damagedLongLockIsReported(part: String) async throws {
        let source = ScriptedPolicySource(Self.policy("2026-11-21", versions: 3_000))
        await folder.start(source, app: "1.700.0").check()
        let text = try #require(folder.lockText)
        for file in try folder.files { try FileManager.default.removeItem(at: folder.url.appending(path: file)) }
        try Data(text.replacing(part, with: "?").utf8).write(to: folder.lockFile)
        let waiting = Waiting()
        let updates = folder.start(ScriptedPolicySource.unreachable, app: "1.700.0", background: waiting.add)
        waiting.run()
        #expect(updates.problems.contains { $0.contains("this is not a valid lock file") })
        #expect(updates.decision == .upToDate)
    }

    @Test func shortPolicyIsParsedImmediately() async {
        let source = ScriptedPolicySource(PolicyFolder.policy("2026-11-21", locking: "<2.0.0"))
        await folder.start(source).check()
        let waiting = Waiting()
        #expect(folder.start(source, app: "1.9.9", background: waiting.add).decision.level == .required)
    }

    @Test func longPolicyIsEvaluatedOnAnotherThread() async {
        let source = ScriptedPolicySource(Self.policy("2026-11-21", versions: 3_000))
        await folder.start(source, app: "1.700.0").check()
        for app in ["1.700.0", "1.5000.0"] {
            let waiting = Waiting()
            let updates = folder.start(ScriptedPolicySource.unreachable, app: app, background: waiting.add)
            waiting.run()
            let decision = updates.decision
            for _ in 0..<2 {
                updates.enterForeground()
                #expect(waiting.count == 1, "\(app): the policy was compared on the thread of the caller")
                #expect(updates.decision == decision)
                waiting.run()
                #expect(updates.decision == decision)
                updates.enterBackground()
            }
        }
    }

    @Test func shortenedPolicyDecidesImmediately() async {
        let source = ScriptedPolicySource(Self.policy("2026-11-21", versions: 3_000))
        let waiting = Waiting()
        let updates = folder.start(source, app: "1.700.0", background: waiting.add)
        await updates.check()
        waiting.run()
        source.answer(PolicyFolder.policy("2026-11-22", locking: "<2.0.0"))
        await updates.check(minimumInterval: .zero)
        waiting.run()
        updates.enterForeground()
        #expect(waiting.count == 0 && updates.decision.level == .required)
    }

    @Test(arguments: [(100, false), (400, true), (2_000, true), (100_000, true)])
    func policyLengthIsMeasured(versions: Int, isLong: Bool) throws {
        let value = try JSONReader().value(from: Array(Self.policy("2026-11-21", versions: versions).utf8))
        #expect(PolicyReadings.isLong(value) == isLong)
    }

    @Test func longPolicyIsParsedOnce() async throws {
        let readings = PolicyReadings(schemes: StoreLink.standardSchemes)
        let value = try JSONReader().value(from: Array(Self.policy("2026-11-21", versions: 2_000).utf8))
        let policy = try #require(readings.read(value).policy)
        let copy = try JSONReader().value(from: Array(Self.policy("2026-11-21", versions: 2_000).utf8))
        #expect(readings.read(copy).policy?.isCopy(of: policy) == true)
        // Also after two other policies.
        for number in 1...2 { _ = readings.read(["level": "required", "title": .string("\(number)")]) }
        #expect(readings.read(value).policy?.isCopy(of: policy) == true)
        let updates = folder.start(ScriptedPolicySource(Self.policy("2026-11-21", versions: 2_000)), app: "1.7.0")
        await updates.check()
        let inForce = try #require(updates.readings.read(value).policy)
        updates.enterForeground()
        updates.context = EvaluationContext(attributes: ["appVersion": "1.2001.0"])
        #expect(updates.decision == .upToDate)
        #expect(updates.readings.read(value).policy?.isCopy(of: inForce) == true)
    }

    // MARK: Limits

    @Test func checkAndAppsAcceptSamePolicies() async throws {
        let text = PolicyFolder.policy("2026-11-21", locking: "<2.0.0")
        let longest = text + String(repeating: " ", count: UpdatePolicyDocument.maximumSize - text.utf8.count)
        #expect(UpdatePolicyDocument.read(Array(longest.utf8)).document != nil)
        let updates = folder.start(ScriptedPolicySource(longest))
        #expect(await updates.check().level == .required)
        #expect(updates.problems.isEmpty)
        let reading = UpdatePolicyDocument.read(Array((longest + " ").utf8))
        #expect(reading.document == nil && reading.diagnostics.count == 1)
    }

    @Test func hundredThousandPatternsAreAccepted() throws {
        let entries = (0..<200).map { entry in
            let versions = (0..<500).map { #""\#(entry * 5 + $0 / 100).\#($0 % 100)""# }.joined(separator: ",")
            return #"{"app_version":[\#(versions)],"title":"T\#(entry)"}"#
        }
        let text = #"{"created_at":"2026-11-21","details":[\#(entries.joined(separator: ","))]}"#
        #expect(text.utf8.count < UpdatePolicyDocument.maximumSize)
        let document = try #require(UpdatePolicyDocument.accept(Array(text.utf8), schemes: []).document)
        for (version, title) in [("0.0.0", "T0"), ("999.99.0", "T199"), ("1000.0.0", nil)] {
            let context = EvaluationContext(attributes: ["appVersion": .string(version)])
            #expect(document.verdict(for: context).decision.notice?.title == title)
        }
    }

    @Test(arguments: [(0, true), (1, false)])
    func textLengthIsLimited(excess: Int, isTaken: Bool) async throws {
        let title = String(repeating: "x", count: UpdatePolicyDocument.maximumTextLength + excess)
        let entry = #"{"app_version": "<2", "title": "\#(title)", "redirect_url": "https://example.com/a"}"#
        let text = #"{"created_at": "2026-11-21", "details": [\#(entry)]}"#
        let reading = UpdatePolicyDocument.read(Array(text.utf8))
        #expect((reading.document != nil) == isTaken)
        #expect(await folder.start(ScriptedPolicySource(text)).check().level == (isTaken ? .required : .upToDate))
    }
}

extension UpdatePolicyDocument {
    /// Returns whether both come from the same parsing, and share their memory.
    fileprivate func isCopy(of other: UpdatePolicyDocument) -> Bool {
        entries.withUnsafeBufferPointer { own in
            other.entries.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
        }
    }
}
