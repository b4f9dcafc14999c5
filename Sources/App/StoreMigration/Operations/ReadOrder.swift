/// The order in which a read queries two stores.
public enum ReadOrder: String, Sendable, Hashable, CaseIterable {
    /// The authoritative store first, then the other one.
    case serial
    /// One after the other, in random order, so that neither store always has warm caches.
    case random
    /// Both at once: a read takes as long as the slower store, not as long as both together.
    case concurrent
}
