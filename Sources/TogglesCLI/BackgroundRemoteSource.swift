import Dispatch
import FeatureToggles
import FeatureTogglesRemote

/// A source that is slow to ask, asked beside everything else and never at the start.
struct BackgroundRemoteSource: RemoteSource {
    /// What is asked.
    let source: any RemoteSource

    var name: String { source.name }

    /// The document that the source has at hand by then, or `nil` when it is the same as before.
    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let source = source
        let result: Result<RemoteDocument?, RemoteSourceError> = await withCheckedContinuation { continuation in
            // It waits for a child process, which no thread of the concurrency runtime should.
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
