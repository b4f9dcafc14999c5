import FeatureToggles
import ToggleBase

/// The values that were read of several toggles since the last report.
final class SeenValues: Sendable {
    private struct Entry {
        let toggle: ToggleReference
        var seen: SeenValue
    }

    private let entries = Mutex<[UInt64: Entry]>([:])

    /// Notes a read.
    func note(_ value: SeenValue, of toggle: ToggleReference) {
        entries.withLock { $0[toggle.id, default: Entry(toggle: toggle, seen: .nothing)].seen.add(value) }
    }

    /// Returns whether any of the changed toggles has another value than its reads returned, and forgets those reads.
    ///
    /// - Parameters:
    ///   - changed: The identifiers of the toggles that changed; `nil` for all.
    ///   - toggles: The toggles that were read.
    /// - Returns: Whether there is a difference.
    func takeChanged(_ changed: Set<UInt64>?, in toggles: any FeatureToggle) -> Bool {
        let candidates = entries.withLock { entries in
            entries.values.filter { changed?.contains($0.toggle.id) ?? true }
        }
        let different = candidates.filter { !$0.seen.isCurrent(for: $0.toggle, in: toggles) }
        entries.withLock { entries in
            for entry in different { entries[entry.toggle.id] = nil }
        }
        return !different.isEmpty
    }
}
