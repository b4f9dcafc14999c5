import Dispatch
import FeatureTogglesRemote

/// A slow source that is queried in the background, instead of at the start.
struct BackgroundRemoteSource: RemoteSource {
    /// The slow source.
    let source: any RemoteSource

    var name: String { source.name }

    /// The source's available document, or `nil` if it is unchanged.
    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let source = source
        let result: Result<RemoteDocument?, RemoteSourceError> = await withCheckedContinuation { continuation in
            // Waits for a child process, which must not block a thread of the concurrency runtime.
            DispatchQueue.global().async {
                do throws(RemoteSourceError) {
                    continuation.resume(returning: .success(try source.availableDocument()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        let document = try result.get()
        return document?.revision != nil && document?.revision == request.revision ? nil : document
    }
}
