import FeatureTogglesRemote
import Foundation
import TestSupport
import Testing

@testable import ForcedUpdates

/// Faults of servers, networks, disks, and authors of a policy on a CDN.
struct PolicyFaultTests {
    private let folder = PolicyFolder()
    private static let locked = PolicyFolder.policy("2026-11-21T10:00:00Z", locking: "<2.0.0")

    /// A response of the server instead of a valid policy.
    enum Fault: CaseIterable, Sendable {
        case unreachable, timedOut, serverFailed, notFound, unauthorized, throttled
        case garbage, empty, portal, half, huge, deep, locksEveryone, misspelled, older, withoutTime, flags

        func happen(to source: ScriptedPolicySource) {
            switch self {
            case .unreachable: source.fail(.unreachable)
            case .timedOut: source.fail(.timedOut)
            case .serverFailed: source.fail(.serverFailed)
            case .notFound: source.fail(.notFound)
            case .unauthorized: source.fail(.unauthorized)
            case .throttled: source.fail(.throttled)
            case .garbage: source.answer([0xFF, 0x00, 0xC3, 0x28, 0x7B])
            case .empty: source.answer("")
            case .portal: source.answer("<!DOCTYPE html><html><body>Log in</body></html>")
            case .half: source.answer(String(PolicyFolder.policy("2026-11-22", locking: nil).dropLast(3)))
            case .huge:
                source.answer(PolicyFolder.policy("2026-11-22", locking: nil) + String(repeating: " ", count: 1 << 20))
            case .deep: source.answer(String(repeating: "[", count: 1 << 16))
            case .locksEveryone: source.answer(PolicyFolder.policy("2026-11-22", locking: "*"))
            case .misspelled:
                source.answer(
                    #"{"created_at": "2026-11-22", "details": [{"app_versoin": "1.0.0", "os_version": "*"}]}"#
                )
            case .older: source.answer(PolicyFolder.policy("2026-11-20", locking: nil))
            case .withoutTime: source.answer(#"{"details": []}"#)
            case .flags: source.answer(#"{"flags": {}}"#)
            }
        }
    }

    @Test(arguments: Fault.allCases)
    func faultNeverLocksUsersOut(fault: Fault) async {
        guard fault != .older else { return }
        let source = ScriptedPolicySource.unreachable
        let updates = folder.start(source)
        #expect(updates.decision == .upToDate)
        fault.happen(to: source)
        #expect(await updates.check() == .upToDate)
        #expect(!updates.problems.isEmpty)
        #expect(folder.lockText == nil)
    }

    @Test(arguments: Fault.allCases)
    func faultNeverLiftsALock(fault: Fault) async {
        let source = ScriptedPolicySource(Self.locked)
        var updates = folder.start(source)
        #expect(await updates.check().level == .required)
        fault.happen(to: source)
        #expect(await updates.check().level == .required)
        #expect(!updates.problems.isEmpty)
        // The next launch starts with the lock, and keeps it.
        updates = folder.start(source)
        #expect(updates.decision.level == .required)
        #expect(await updates.check().level == .required)
        #expect(updates.decision.notice?.title == "T")
    }

    @Test func lockAppliesOfflineAfterRestart() async {
        let updates = folder.start(ScriptedPolicySource(Self.locked))
        await updates.check()
        #expect(folder.start(ScriptedPolicySource.unreachable).decision.level == .required)
    }

    /// A lock is stored in two places, of which either can be lost.
    @Test(arguments: [true, false])
    func lockSurvivesLossOfOneFile(losesLockFile: Bool) async throws {
        await folder.start(ScriptedPolicySource(Self.locked)).check()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.contains(LockFile.name))
        for file in files where (file == LockFile.name) == losesLockFile {
            try FileManager.default.removeItem(at: folder.url.appending(path: file))
        }
        let updates = folder.start(ScriptedPolicySource.unreachable)
        #expect(updates.decision.level == .required)
        #expect(await updates.check().level == .required)
    }

    @Test(arguments: [
        "", "{", "[]", "{\"schema\": 2}", "{\"schema\": 1, \"policy\": 7}",
        SampleText(String(repeating: "x", count: 1 << 21)),
    ])
    func brokenLockFileLocksNobodyOut(sample: SampleText) throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data(sample.text.utf8).write(to: folder.lockFile)
        #expect(folder.start(ScriptedPolicySource.unreachable).decision == .upToDate)
    }

    @Test func otherAppVersionIsNotLocked() async {
        await folder.start(ScriptedPolicySource(Self.locked)).check()
        #expect(folder.start(ScriptedPolicySource.unreachable, app: "2.0.0").decision == .upToDate)
        #expect(folder.start(ScriptedPolicySource.unreachable, app: "1.9.0").decision.level == .required)
        // The old version is locked again if it is reinstalled.
        #expect(folder.start(ScriptedPolicySource.unreachable).decision.level == .required)
    }

    @Test func newerPolicyLiftsLockPermanently() async {
        let source = ScriptedPolicySource(Self.locked)
        let updates = folder.start(source)
        await updates.check()
        #expect(folder.lockText?.contains(#""app_version":"1.0.0""#) == true)
        source.answer(PolicyFolder.policy("2026-11-21T10:00:01Z", locking: "<1.0.0"))
        #expect(await updates.check() == .upToDate)
        #expect(updates.problems.isEmpty)
        #expect(folder.lockText == nil)
        #expect(folder.start(ScriptedPolicySource.unreachable).decision == .upToDate)
    }

    @Test func policyWithSameTimeReplacesPrevious() async {
        let source = ScriptedPolicySource(Self.locked)
        let updates = folder.start(source)
        await updates.check()
        source.answer(PolicyFolder.policy("2026-11-21T10:00:00Z", locking: nil))
        #expect(await updates.check() == .upToDate)
    }

    @Test func oldCopyIsRejectedAfterRestart() async {
        let source = ScriptedPolicySource(PolicyFolder.policy("2026-11-21T10:00:00Z", locking: nil))
        await folder.start(source).check()
        source.answer(PolicyFolder.policy("2026-11-20T10:00:00Z", locking: "1.*"))
        let updates = folder.start(source)
        #expect(await updates.check() == .upToDate)
        #expect(updates.problems.contains { $0.contains("is older than the one that is already known") })
    }

    @Test func futurePolicyDoesNotBlockOthers() async {
        let source = ScriptedPolicySource(PolicyFolder.policy("2999-01-01", locking: "1.*"))
        let updates = folder.start(source)
        #expect(await updates.check().level == .required)
        // A year far in the future.
        source.answer(PolicyFolder.policy("2998-01-01", locking: nil))
        #expect(await updates.check() == .upToDate)
    }

    @Test func intendedMaintenanceLocksEveryone() async {
        let text = """
            {"created_at": "2026-11-21", "all": true,
             "details": [{"app_version": "*", "level": "maintenance", "title": "Back at noon"}]}
            """
        let updates = folder.start(ScriptedPolicySource(text))
        #expect(await updates.check() == .maintenance(UpdateNotice(title: "Back at noon")))
    }

    @Test func unwritableFolderIsOnlyAProblem() async throws {
        // A file in place of the folder.
        try Data("x".utf8).write(to: folder.url)
        let updates = folder.start(ScriptedPolicySource(Self.locked))
        #expect(await updates.check().level == .required)
        #expect(!updates.problems.isEmpty)
    }

    @Test func lockOfLargestPolicyIsStored() async throws {
        let title = String(repeating: "\u{20AC}\\u0001", count: 220)
        let entry = #"{"app_version": ["1.*", "0.1.0"], "title": "\#(title)", "redirect_url": "https://example.com/a"}"#
        let all = Array(repeating: entry, count: 490)
        let text = #"{"created_at": 1, "details": [\#(all.joined(separator: ","))]}"#
        #expect(text.utf8.count > UpdatePolicyDocument.maximumSize * 9 / 10)
        let source = ScriptedPolicySource(text)
        #expect(await folder.start(source).check().level == .required)
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file != LockFile.name {
            try FileManager.default.removeItem(at: folder.url.appending(path: file))
        }
        #expect(folder.start(ScriptedPolicySource.unreachable).decision.level == .required)
    }
}
