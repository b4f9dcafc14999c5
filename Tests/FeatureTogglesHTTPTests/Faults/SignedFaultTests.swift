#if canImport(FeatureTogglesSigning)
@testable import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesSigning
import Testing

#if AsyncHTTPClient
// With this trait, the folder is a target of another package, which can't import ToggleBase.
import Synchronization
#else
import ToggleBase
#endif

/// Tests of a client that accepts only signed documents, while its server publishes others.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct SignedFaultTests {
    private static let issued: Int64 = 1_800_000_000

    enum Fault: String, CaseIterable {
        case clockBehind = "the wall clock is before the signature"
        case unsigned = "an unsigned document"
        case otherKey = "a document signed with an unknown key"
        case otherEnvironment = "a document of another environment"
        case rollback = "a lower revision"
        case changed = "a document changed after signing"
    }

    @Test(arguments: Transports.allCases, Fault.allCases)
    func rejectsUntrustedDocument(transport: Transports, fault: Fault) async throws {
        let key = try SigningKey(id: "first")
        let stranger = try SigningKey(id: "first")
        func envelope(
            _ pageSize: Int,
            by key: SigningKey,
            environment: String = "production",
            revision: UInt64
        ) throws -> [UInt8] {
            try DocumentSigner(key: key, environment: environment)
                .sign(
                    Array(document(pageSize: pageSize).utf8),
                    revision: revision,
                    issuedAt: Self.issued,
                    expiresAt: nil
                )
        }
        let good = try envelope(2, by: key, revision: 8)
        let bad: [UInt8] =
            switch fault {
            case .clockBehind: good
            case .unsigned: Array(document(pageSize: 2).utf8)
            case .otherKey: try envelope(2, by: stranger, revision: 8)
            case .otherEnvironment: try envelope(2, by: key, environment: "staging", revision: 8)
            case .rollback: try envelope(2, by: key, revision: 6)
            case .changed: Self.changed(good)
            }
        let now = WallTime(Self.issued)
        let verifier = try SignedDocumentVerifier(environment: "production", keys: [key.trustedKey()]) { now.seconds }
        let server = try FaultyServer()
        server.publish(1, text: try envelope(1, by: key, revision: 7))
        let client = ToggleClient.following(HTTPRemoteSource(server.server, transport), verifier: verifier)
        try await expectRecovery(
            from: fault.rawValue,
            transport,
            client,
            server,
            begin: {
                if fault == .clockBehind { now.set(Self.issued - 3 * 86_400) }
                server.set { connection, _ in
                    connection.write(LoopbackAnswer(200, ["ETag": "\"bad\""], body: bad).bytes)
                }
            },
            end: {
                now.set(Self.issued)
                server.publish(2, text: good)
                server.set(nil)
            }
        )
    }

    /// A clock that is set by a test.
    private final class WallTime: Sendable {
        private let time: Mutex<Int64>

        init(_ seconds: Int64) {
            time = Mutex(seconds)
        }

        var seconds: Int64 { time.withLock { $0 } }

        func set(_ seconds: Int64) {
            time.withLock { $0 = seconds }
        }
    }

    private static func changed(_ envelope: [UInt8]) -> [UInt8] {
        var envelope = envelope
        // A letter in the middle of the payload.
        let middle = envelope.count / 2
        envelope[middle] = envelope[middle] == 65 ? 66 : 65
        return envelope
    }
}
#endif
