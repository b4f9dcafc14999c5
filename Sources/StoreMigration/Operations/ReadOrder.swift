/// In which order a read asks two stores.
public enum ReadOrder: String, Sendable, Hashable, CaseIterable {
    /// The authoritative one, then the other.
    case serial
    /// One after the other, the first one chosen by lot each time, so that neither always finds warm caches.
    case random
    /// Both at once: a read takes as long as the slower one, not as long as both.
    case concurrent
}
