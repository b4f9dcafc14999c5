import ToggleBase

/// Finds the first toggle of each key.
///
/// Two modules may declare a key differently.
final class ToggleKeyLookup: Sendable {
    /// Whether no two toggles have the same key.
    let areUnique: Bool
    private struct Lookups {
        /// The index, created when it is needed.
        var index: ToggleKeyIndex?
        /// The number of lookups without the index.
        var count = 0
    }

    /// The number of lookups that take less time without an index than creating it; most developers override few toggles.
    private static let lookupsWithoutIndex = 8

    private let lookups: Mutex<Lookups>

    /// Creates a lookup from the index of all toggles.
    init(_ index: ToggleKeyIndex, areKeysUnique: Bool) {
        lookups = Mutex(Lookups(index: index))
        areUnique = areKeysUnique
    }

    /// Creates a lookup for toggles with unique keys.
    init() {
        lookups = Mutex(Lookups())
        areUnique = true
    }

    /// Returns the index of the first toggle with a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - toggles: All toggles, the same ones in each call.
    /// - Returns: The index, or `nil` if no toggle has the key.
    func index(of key: String, in toggles: [ToggleDefinition]) -> Int? {
        lookups.withLock { lookups in
            if lookups.index == nil, lookups.count < Self.lookupsWithoutIndex {
                lookups.count += 1
                return toggles.indices.first { toggles[$0].key.utf8.count == key.utf8.count && toggles[$0].key == key }
            }
            let index = lookups.index ?? Self.index(of: toggles)
            lookups.index = index
            return index.position(of: key) { toggles[$0].key }
        }
    }

    private static func index(of toggles: [ToggleDefinition]) -> ToggleKeyIndex {
        var index = ToggleKeyIndex(capacity: toggles.count)
        for position in toggles.indices {
            _ = index.insert(toggles[position].key, at: position, keyAt: { toggles[$0].key })
        }
        return index
    }
}
