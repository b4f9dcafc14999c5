import Foundation
import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote
@testable import ForcedUpdates

/// A lock whose file is damaged, while the app is offline.
struct DamagedLockTests {
    enum Damage: CaseIterable {
        case empty, half, otherContent, missing, folder

        func apply(to file: URL) throws {
            let text = try Data(contentsOf: file)
            switch self {
            case .empty: try Data().write(to: file)
            case .half: try text.prefix(text.count / 2).write(to: file)
            case .otherContent: try Data("{}".utf8).write(to: file)
            case .missing: try FileManager.default.removeItem(at: file)
            case .folder:
                try FileManager.default.removeItem(at: file)
                try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            }
        }
    }

    private static let short = PolicyFolder.policy("2026-11-20", locking: "<2.0.0")
    /// A policy that is too long to parse at launch.
    private static let long = short.replacing(
        #""<2.0.0""#,
        with: "[\((["<2.0.0"] + (0..<300).map { "3.\($0).*" }).map { "\"\($0)\"" }.joined(separator: ", "))]"
    )

    /// Returns a folder with the lock, but without the cached document, which local sources don't have.
    private func lockedFolder(_ policy: String) async throws -> PolicyFolder {
        let folder = PolicyFolder()
        #expect(await folder.start(ScriptedPolicySource(policy)).check().level == .required)
        for file in try folder.files where !file.contains(LockFile.name) {
            try FileManager.default.removeItem(at: folder.url.appending(path: file))
        }
        return folder
    }

    @Test(arguments: [short, long], Damage.allCases)
    func copyLocks(policy: String, damage: Damage) async throws {
        let folder = try await lockedFolder(policy)
        try damage.apply(to: folder.lockFile)
        for _ in 0..<2 {
            let updates = folder.start(ScriptedPolicySource.unreachable)
            #expect(await updates.check().level == .required)
            #expect(updates.problems.allSatisfy { !$0.contains(LockFile.name) }, "\(updates.problems)")
        }
        // The file is whole again, unless there is a folder in its place.
        #expect(damage == .folder || folder.lockText.map { KnownPolicy(text: Array($0.utf8)) } != nil)
    }

    @Test(arguments: Damage.allCases)
    func damagedCopyDoesNotMatter(damage: Damage) async throws {
        let folder = try await lockedFolder(Self.short)
        try damage.apply(to: folder.url.appending(path: LockFile.name + ".copy"))
        #expect(folder.start(ScriptedPolicySource.unreachable).decision.level == .required)
    }

    @Test(arguments: Damage.allCases, Damage.allCases)
    func cachedPolicyLocksWithoutLockFiles(damage: Damage, copyDamage: Damage) async throws {
        let folder = PolicyFolder()
        await folder.start(ScriptedPolicySource(Self.short)).check()
        try damage.apply(to: folder.lockFile)
        try copyDamage.apply(to: folder.url.appending(path: LockFile.name + ".copy"))
        #expect(await folder.start(ScriptedPolicySource.unreachable).check().level == .required)
    }

    @Test func liftedLockLeavesNoCopy() async throws {
        let folder = try await lockedFolder(Self.short)
        let source = ScriptedPolicySource(PolicyFolder.policy("2026-11-21", locking: nil))
        #expect(await folder.start(source).check() == .upToDate)
        #expect(try folder.files.allSatisfy { !$0.contains(LockFile.name) })
        #expect(folder.start(ScriptedPolicySource.unreachable).decision == .upToDate)
    }

    /// Waits until the lock's file is a problem, or no longer one.
    ///
    /// The task that follows the client may decide first, and store its decision after a check has returned.
    private static func untilLockIsProblem(_ isProblem: Bool, _ updates: UpdatePolicy) async {
        let changes = updates.problemChanges()
        if updates.problems.contains(where: { $0.contains(LockFile.name) }) == isProblem { return }
        for await _ in changes
        where updates.problems.contains(where: { $0.contains(LockFile.name) }) == isProblem {
            return
        }
    }

    @Test func lockIsStoredOnceThereIsRoom() async throws {
        let folder = PolicyFolder()
        let files = FaultyFileSystem()
        let toggle = OpsToggle<JSONValue>(
            "forced_update",
            id: ToggleIdentifier.make(category: .ops, type: .json, key: "forced_update"),
            default: .object([:])
        )
        let registry = ToggleRegistry(namespace: "Tests") { builder in
            builder.add(ops: toggle, details: ToggleDetails(description: "Demands updates.", owner: "tests"))
        }
        let source = ScriptedPolicySource(
            #"""
            {"flags": {"forced_update": {"state": "ENABLED", "defaultVariant": "none",
                "variants": {"none": {"level": "up_to_date"}, "must": {"level": "required", "title": "Update"}},
                "targeting": {"if": [{"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}, "must"]}}}}
            """#
        )
        let client = ToggleClient(
            registries: [registry],
            overrides: .none,
            remote: RemoteConfiguration(source, refresh: .onDemand, cache: .none),
            context: EvaluationContext(attributes: ["appVersion": "1.0.0", "osVersion": "17.1"])
        )
        let updates = UpdatePolicy(
            client,
            toggle.reference,
            context: nil,
            schemes: StoreLink.standardSchemes,
            lockFile: LockFile(
                path: folder.path + "/" + LockFile.name,
                fileSystem: files,
                background: { $0() }
            )
        )
        files.fail(.write, with: ENOSPC)
        #expect(await updates.check().level == .required)
        await Self.untilLockIsProblem(true, updates)
        #expect(folder.lockText == nil)
        files.heal()
        #expect(await updates.check().level == .required)
        await Self.untilLockIsProblem(false, updates)
        #expect(folder.lockText != nil)
    }
}
