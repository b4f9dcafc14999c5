#if OVERRIDES
import FeatureToggles

extension Refresher {
    /// Returns where tools find a document: in the cache, or in the state file if the document is small.
    ///
    /// A document of the cache is written there a few milliseconds after it is activated.
    func place(of arrival: RemoteArrival, in cache: DocumentCache?) -> RemoteDocumentPlace? {
        if let cache { return .file(cache.path(of: CacheRecord.Entry(arrival.original))) }
        return .small(arrival.document.text)
    }
}
#endif
