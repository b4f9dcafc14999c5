import FeatureTogglesRemote

/// A source with a document that never changes.
struct FixedDocument: RemoteSource {
    let name = "https://flags.example.com/shop.json"
    let isLocal = true
    private let document: RemoteDocument

    init(_ text: String) {
        document = RemoteDocument(text: Array(text.utf8), revision: "12")
    }

    func availableDocument() throws(RemoteSourceError) -> RemoteDocument? { document }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? { nil }
}
