import FeatureToggles
import FeatureTogglesRemote
import Testing
import ToggleBase

/// Tests of a client that accepts only signed documents.
struct SignedClientTests {
    private static func document(_ size: Int) -> [UInt8] {
        Array(#"{"flags":{"size":{"state":"ENABLED","variants":{"a":\#(size)},"defaultVariant":"a"}}}"#.utf8)
    }

    private static let toggle = ToggleDefinition(key: "size", category: .ops, type: .int, defaultValue: 0)

    @Test func activatesOnlySignedNewerDocuments() async throws {
        let signing = try Signing()
        let source = TextSource()
        let client = ToggleClient(
            registries: [ToggleRegistry(namespace: "Signed", toggles: [Self.toggle])],
            overrides: .none,
            remote: RemoteConfiguration(source, cache: .none, verifier: try signing.verifier()),
            context: EvaluationContext()
        )
        func value() -> JSONValue? { client.explanations(ofKey: "size").first?.evaluation.value }
        /// Publishes and fetches a text, and returns the code of the error, if any.
        func follow(_ text: some Sequence<UInt8>) async -> RemoteSourceError.Code? {
            source.text.withLock { $0 = Array(text) }
            do {
                try await client.fetchAndActivate(minimumInterval: .zero)
                return nil
            } catch {
                return (error as? RemoteSourceError)?.code
            }
        }

        #expect(await follow(try signing.envelope(Self.document(7), revision: 7).utf8) == nil)
        #expect(value() == 7)
        #expect(await follow(Self.document(1)) == .untrusted)
        #expect(
            await follow(try signing.envelope(Self.document(2), by: signing.stranger, revision: 8).utf8) == .untrusted
        )
        #expect(
            await follow(try signing.envelope(Self.document(3), environment: "staging", revision: 8).utf8) == .untrusted
        )
        #expect(await follow(try signing.envelope(Self.document(4), revision: 6).utf8) == .untrusted)
        #expect(await follow(try signing.envelope(Self.document(5), issuedAt: Signing.now + 301).utf8) == .untrusted)
        #expect(value() == 7)
        // The other key, and old content as a new revision.
        #expect(await follow(try signing.envelope(Self.document(8), by: signing.second, revision: 8).utf8) == nil)
        #expect(value() == 8)
        #expect(await follow(try signing.envelope(Self.document(7), revision: 9).utf8) == nil)
        #expect(value() == 7)
        withExtendedLifetime(client) {}
    }
}

/// A source with a text that the test sets.
private final class TextSource: RemoteSource {
    let text = Mutex<[UInt8]>([])
    let name = "test"

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        RemoteDocument(text: text.withLock { $0 })
    }
}
