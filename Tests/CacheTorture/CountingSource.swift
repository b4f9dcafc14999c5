import FeatureToggles
import Synchronization

/// Brings documents with ever higher numbers, or none.
final class CountingSource: RemoteSource {
    let name = "torture"
    private let next: Mutex<Int?>

    init(first: Int?) {
        next = Mutex(first)
    }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let number = next.withLock { next in
            defer { next = next.map { $0 + 1 } }
            return next
        }
        guard let number else { return nil }
        // The text grows and shrinks.
        let filling = String(repeating: " ", count: number % 7 * 10_000)
        let text = """
            {"flags": {"page_size": {"state": "ENABLED", "variants": {"a": \(number)}, "defaultVariant": "a"}}}\(filling)
            """
        return RemoteDocument(text: Array(text.utf8), revision: "r\(number)")
    }
}
