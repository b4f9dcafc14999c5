import FeatureTogglesRemote
import ToggleBase

/// A source of documents with increasing numbers, or of none.
final class CountingSource: RemoteSource {
    let name = "torture"
    /// Whether the source announces the next document after each fetch.
    let announcesChanges: Bool
    private let next: Mutex<Int?>
    private let listener = Mutex<AsyncStream<RemoteSignal>.Continuation?>(nil)

    init(first: Int?, announcesChanges: Bool) {
        next = Mutex(first)
        self.announcesChanges = announcesChanges
    }

    func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        let (stream, continuation) = AsyncStream<RemoteSignal>.makeStream()
        listener.withLock { $0 = continuation }
        continuation.yield(.opened)
        return stream
    }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let number = next.withLock { next in
            defer { next = next.map { $0 + 1 } }
            return next
        }
        guard let number else { return nil }
        defer { listener.withLock { _ = $0?.yield(.changed(id: "\(number)")) } }
        // The text grows and shrinks.
        let filling = String(repeating: " ", count: number % 7 * 10_000)
        let text = """
            {"flags": {"page_size": {"state": "ENABLED", "variants": {"a": \(number)}, "defaultVariant": "a"}}}\(filling)
            """
        return RemoteDocument(text: Array(text.utf8), revision: "r\(number)")
    }
}
