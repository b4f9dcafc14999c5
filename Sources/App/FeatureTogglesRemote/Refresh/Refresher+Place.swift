#if OVERRIDES
import FeatureToggles

extension Refresher {
    /// Returns where tools find a document; `nil` if it only contains values, which tools can't evaluate.
    ///
    /// A document of the cache is written there a few milliseconds after it is activated. A signed one is there in its
    /// envelope, which tools have no key for, so they get its text instead.
    func place(of arrival: RemoteArrival, in cache: DocumentCache?) -> RemoteDocumentPlace? {
        guard arrival.document.format == .flagd else { return nil }
        guard let cache, arrival.original == arrival.document else { return .text(arrival.document.text) }
        return .file(cache.path(of: CacheRecord.Entry(arrival.original)))
    }
}
#endif
