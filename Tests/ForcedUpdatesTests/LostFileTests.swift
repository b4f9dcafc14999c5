import FeatureTogglesRemote
import Foundation
import Testing

@testable import ForcedUpdates

/// A lock of which some files are lost.
struct LostFileTests {
    /// An envelope with the revision in the first line.
    private struct Envelope: DocumentVerifier {
        func verify(
            _ document: RemoteDocument,
            highestRevision: UInt64?
        ) throws(RemoteSourceError) -> VerifiedDocument {
            let lines = document.text.split(separator: 10, maxSplits: 1)
            guard lines.count == 2, let revision = UInt64(String(decoding: lines[0], as: UTF8.self)) else {
                throw RemoteSourceError(.untrusted, "this is not an envelope")
            }
            if let highestRevision, revision < highestRevision {
                throw RemoteSourceError(.untrusted, "this is an older copy")
            }
            return VerifiedDocument(document: RemoteDocument(text: Array(lines[1])), revision: revision)
        }
    }

    /// The form of policies, which determines how their revisions are compared.
    enum Form: CaseIterable {
        case plain, signed

        var verifier: (any DocumentVerifier)? { self == .plain ? nil : Envelope() }

        /// Returns the policy of a day, which is also the revision of its envelope.
        func policy(day: Int, locking versions: String?) -> String {
            // Signed policies all have the same time, so only their revisions differ.
            let time = self == .plain ? "2026-11-\(day)" : "2026-11-10"
            let text = PolicyFolder.policy(time, locking: versions)
            return self == .plain ? text : "\(day)\n\(text)"
        }
    }

    /// Returns all nonempty sets of remaining files.
    private func remainders(of files: [String]) -> [Set<String>] {
        (1..<1 << files.count).map { bits in Set(files.indices.filter { bits >> $0 & 1 == 1 }.map { files[$0] }) }
    }

    private func lockedFolder(_ form: Form) async throws -> PolicyFolder {
        let folder = PolicyFolder()
        let source = ScriptedPolicySource(form.policy(day: 20, locking: "<2.0.0"))
        #expect(await folder.start(source, verifier: form.verifier).check().level == .required)
        return folder
    }

    @Test(arguments: Form.allCases)
    func olderCopyNeverLiftsLock(form: Form) async throws {
        let files = try await lockedFolder(form).files
        #expect(files.contains(LockFile.name) && files.count > 1)
        // Without the empty files with which processes exclude each other.
        for remainder in remainders(of: files.filter { !$0.hasSuffix(".lock") }) {
            let folder = try await lockedFolder(form)
            for file in try folder.files where !remainder.contains(file) {
                try FileManager.default.removeItem(at: folder.url.appending(path: file))
            }
            // The lock is kept by its own file, or by the document with its record.
            let holds =
                folder.start(ScriptedPolicySource.unreachable, verifier: form.verifier).decision.level == .required
            #expect(holds || !remainder.contains(LockFile.name), "\(remainder)")
            guard holds else { continue }
            // The source returns a different revision than before.
            let source = ScriptedPolicySource.unreachable
            source.answer(form.policy(day: 19, locking: nil))
            for _ in 0..<2 {
                let updates = folder.start(source, verifier: form.verifier)
                #expect(updates.decision.level == .required, "\(remainder)")
                #expect(await updates.check().level == .required, "\(remainder)")
                #expect(!updates.problems.isEmpty)
            }
            // A policy with the same time is a correction, and a later one is newer.
            for day in [20, 21] {
                source.answer(form.policy(day: day, locking: nil))
                #expect(await folder.start(source, verifier: form.verifier).check() == .upToDate, "\(remainder)")
            }
        }
    }

    @Test func creationTimeReplacesMissingRevision() async throws {
        let folder = try await lockedFolder(.plain)
        let text = try #require(folder.lockText)
        for file in try folder.files { try FileManager.default.removeItem(at: folder.url.appending(path: file)) }
        let old = text.replacing(/"revision":"\d+",/, with: "")
        #expect(old != text)
        try Data(old.utf8).write(to: folder.lockFile)
        let source = ScriptedPolicySource(Form.plain.policy(day: 19, locking: nil))
        #expect(await folder.start(source).check().level == .required)
        source.answer(Form.plain.policy(day: 21, locking: nil))
        #expect(await folder.start(source).check() == .upToDate)
    }

    @Test func futureLockCanBeCorrected() async throws {
        let folder = PolicyFolder()
        await folder.start(ScriptedPolicySource(PolicyFolder.policy("2999-01-01", locking: "1.*"))).check()
        for file in try folder.files where file != LockFile.name {
            try FileManager.default.removeItem(at: folder.url.appending(path: file))
        }
        let updates = folder.start(ScriptedPolicySource(PolicyFolder.policy("2998-01-01", locking: nil)))
        #expect(await updates.check() == .upToDate)
    }

    @Test func signedPolicyReplacesUnsignedLock() async throws {
        let folder = try await lockedFolder(.plain)
        for file in try folder.files where file != LockFile.name {
            try FileManager.default.removeItem(at: folder.url.appending(path: file))
        }
        let source = ScriptedPolicySource(Form.signed.policy(day: 1, locking: nil))
        #expect(await folder.start(source, verifier: Envelope()).check() == .upToDate)
    }
}
