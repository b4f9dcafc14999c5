/// Finds the first toggle of each key.
///
/// Two modules may declare a key differently.
final class ToggleKeyLookup: Sendable {
    /// Whether no two toggles have the same key.
    let areUnique: Bool
    /// The index, created when it is first used, because it isn't needed without overrides.
    private let index: Mutex<ToggleKeyIndex?>

    /// Creates a lookup from the index of all toggles.
    init(_ index: ToggleKeyIndex, areKeysUnique: Bool) {
        self.index = Mutex(index)
        areUnique = areKeysUnique
    }

    /// Creates a lookup for toggles with unique keys.
    init() {
        index = Mutex(nil)
        areUnique = true
    }

    /// Returns the index of the first toggle with a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - toggles: All toggles, the same ones in each call.
    /// - Returns: The index, or `nil` if no toggle has the key.
    func index(of key: String, in toggles: [ToggleDefinition]) -> Int? {
        index.withLock { index in
            let made = index ?? Self.index(of: toggles)
            index = made
            return made.position(of: key) { toggles[$0].key }
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
