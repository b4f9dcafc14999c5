import FeatureTogglesRemote
import FeatureTogglesSigning
import Foundation
import TestSupport
import Testing
import ToggleBase
import ToggleTool

@testable import TogglesRemoteCLI

/// A source whose document tests replace.
private final class ChangingSource: RemoteSource {
    private let document = Mutex<Result<RemoteDocument, RemoteSourceError>>(
        .failure(RemoteSourceError(.unreachable, "the source is unreachable"))
    )

    let name = "source"

    func set(_ text: [UInt8], tag: String) {
        document.withLock { $0 = .success(RemoteDocument(text: text, revision: tag)) }
    }

    func fail() {
        document.withLock { $0 = .failure(RemoteSourceError(.unreachable, "the source is unreachable")) }
    }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let document = try document.withLock { $0 }.get()
        return document.revision == request.revision ? nil : document
    }
}

struct MirrorTests {
    private let folder: TemporaryFolder
    private let key: SigningKey
    private let source = ChangingSource()

    init() throws {
        folder = try TemporaryFolder()
        key = try SigningKey(id: "a")
    }

    private var path: String { folder.path("flags.json") }

    private func mirror(
        isSigned: Bool = true,
        accepting revision: UInt64? = nil,
        notify: @escaping @Sendable () async -> String? = { nil }
    ) throws -> Mirror {
        let verifier = try SignedDocumentVerifier(
            environment: "production",
            keys: [key.trustedKey()]
        )
        return try Mirror(
            from: source,
            to: MirroredFile(path: path),
            check: MirrorCheck(verifier: isSigned ? verifier : nil, acceptedRevision: revision),
            interval: .seconds(60),
            healthPath: folder.path("health.json"),
            notify: notify,
            log: { _, _ in }
        )
    }

    private func signed(_ revision: UInt64, environment: String = "production", by other: SigningKey? = nil) throws
        -> [UInt8]
    {
        try DocumentSigner(key: other ?? key, environment: environment, audience: nil)
            .sign(
                Array(#"{"flags":{}}"#.utf8),
                revision: revision,
                issuedAt: SystemTime.secondsSince1970,
                expiresAt: nil
            )
    }

    private func content() throws -> [UInt8] { try FileReading.bytes(path: path, limit: 1 << 20) }

    @Test func newerDocumentsReplaceTheFile() async throws {
        let mirror = try mirror()
        for revision in 1...3 as ClosedRange<UInt64> {
            let text = try signed(revision)
            source.set(text, tag: "\(revision)")
            #expect(await mirror.update())
            #expect(try content() == text)
            #expect(mirror.health.revision == revision)
        }
        #expect(await !mirror.update())
        #expect(mirror.health.state == .current)
    }

    @Test func olderRevisionIsRejectedAlsoAfterRestart() async throws {
        let text = try signed(5)
        source.set(text, tag: "a")
        await (try mirror()).update()
        source.set(try signed(4), tag: "b")
        let second = try mirror()
        #expect(await !second.update())
        #expect(second.health.state == .rejected)
        #expect(second.health.message?.contains("--accept-revision 4") == true)
        #expect(try content() == text)
        let accepting = try mirror(accepting: 4)
        #expect(await accepting.update())
        #expect(accepting.health.revision == 4)
        // Only that revision.
        source.set(try signed(3), tag: "c")
        #expect(await !accepting.update())
    }

    @Test func untrustedDocumentsAreRejected() async throws {
        let text = try signed(1)
        source.set(text, tag: "1")
        let mirror = try mirror()
        await mirror.update()
        var damaged = try signed(2)
        damaged[damaged.count / 2] ^= 1
        let candidates = [
            try signed(2, environment: "staging"), try signed(2, by: SigningKey(id: "a")), damaged,
            Array(try signed(2).dropLast(3)), Array(#"{"flags":{}}"#.utf8), [], Array(repeating: 32, count: 3 << 20),
        ]
        for (index, candidate) in candidates.enumerated() {
            source.set(candidate, tag: "bad-\(index)")
            #expect(await !mirror.update(), "\(index)")
            #expect(mirror.health.state == .rejected)
            #expect(try content() == text)
        }
        source.fail()
        await mirror.update()
        #expect(mirror.health.state == .unreachable)
        #expect(mirror.health.revision == 1)
        #expect(try content() == text)
    }

    @Test func unsignedDocumentsNeedNoKeys() async throws {
        let mirror = try mirror(isSigned: false)
        source.set(Array(#"{"flags":{},"metadata":{"revision":2}}"#.utf8), tag: "1")
        #expect(await mirror.update())
        source.set(Array(#"{"flags":{},"metadata":{"revision":1}}"#.utf8), tag: "2")
        #expect(await !mirror.update())
        source.set(try signed(3), tag: "3")
        #expect(await !mirror.update())
        #expect(mirror.health.message?.contains("pass --key and --environment") == true)
    }

    @Test func documentWithoutRevisionAllowsNoOlderOne() async throws {
        let mirror = try mirror(isSigned: false)
        source.set(Array(#"{"flags":{},"metadata":{"revision":2}}"#.utf8), tag: "1")
        #expect(await mirror.update())
        // As written by something other than toggles publish.
        source.set(Array(#"{"flags":{}}"#.utf8), tag: "2")
        #expect(await mirror.update())
        #expect(mirror.health.revision == nil)
        source.set(Array(#"{"flags":{},"metadata":{"revision":1}}"#.utf8), tag: "3")
        #expect(await !mirror.update())
        #expect(mirror.health.state == .rejected)
        source.set(Array(#"{"flags":{},"metadata":{"revision":2}}"#.utf8), tag: "4")
        #expect(await mirror.update())
    }

    @Test func updatePoliciesAreMirrored() async throws {
        func policy(_ revision: Int, details: String = "[]") -> [UInt8] {
            Array(#"{"created_at": 1, "details": \#(details), "metadata": {"revision": \#(revision)}}"#.utf8)
        }
        let mirror = try mirror(isSigned: false)
        source.set(policy(2), tag: "1")
        #expect(await mirror.update())
        for (number, text) in [policy(1), policy(3, details: "{}")].enumerated() {
            source.set(text, tag: "bad-\(number)")
            #expect(await !mirror.update())
            #expect(mirror.health.state == .rejected)
        }
        #expect(try content() == policy(2))
        // The file that it has mirrored is known after a restart.
        source.set(policy(3), tag: "3")
        #expect(await (try self.mirror(isSigned: false)).update())
    }

    @Test func secondOfTheFileAlwaysMoves() async throws {
        let mirror = try mirror(isSigned: false)
        var times: Set<Int64> = []
        for number in 10...19 {
            source.set(Array(#"{"flags":{},"metadata":{"revision":\#(number)}}"#.utf8), tag: "\(number)")
            await mirror.update()
            times.insert(try #require(MirroredFile(path: path).status).modified / 1_000_000_000)
        }
        #expect(times.count == 10)
    }

    @Test func removedFileIsRestored() async throws {
        let mirror = try mirror(isSigned: false)
        source.set(Array(#"{"flags":{}}"#.utf8), tag: "1")
        await mirror.update()
        FileWriting.remove(path)
        #expect(await mirror.update())
    }

    @Test func otherFilesAreNotReplaced() throws {
        try FileWriting.replace(Array("important notes".utf8), path: path)
        #expect(throws: ToolError.self) { try mirror() }
    }

    @Test func notificationIsRepeatedUntilItSucceeds() async throws {
        let calls = Mutex(0)
        let mirror = try mirror(isSigned: false) {
            let count = calls.withLock { count in
                count += 1
                return count
            }
            return count < 2 ? "the server is down" : nil
        }
        source.set(Array(#"{"flags":{}}"#.utf8), tag: "1")
        await mirror.update()
        #expect(mirror.health.message == "the server is down")
        await mirror.update()
        await mirror.update()
        #expect(calls.withLock { $0 } == 2)
        #expect(mirror.health.message == nil)
    }

    @Test func healthFileHasState() async throws {
        let mirror = try mirror()
        source.set(try signed(7), tag: "1")
        await mirror.update()
        let value = try JSONReader().value(
            from: try FileReading.bytes(path: folder.path("health.json"), limit: 1 << 16)
        )
        #expect(value[member: "state"] == "current")
        #expect(value[member: "revision"] == 7)
        #expect(value[member: "lastSuccess"]?.text?.hasSuffix("Z") == true)
    }
}
