import ToggleBase

/// An immutable copy of a client's values at one moment.
///
/// Rules use the time at which the snapshot was created, whenever they are evaluated. Reads of experiments assign
/// variants like any other read, and an assigned variant stays.
final class ToggleSnapshot: FeatureToggle {
    private let table: ToggleTable
    private let live: LiveToggles
    /// The time that rules use, in seconds since 1970.
    private let timestamp: Int64

    /// Creates a snapshot of a client's current values.
    ///
    /// Nothing is resolved again. The snapshot keeps the shelf alive, and therefore the values on it.
    init(_ live: LiveToggles) {
        let table = ToggleTable(identifiers: live.state.definitions.map(\.id), copies: 1)
        table.fill(live.words, at: live.positions)
        self.table = table
        self.live = live
        timestamp = live.timestamp
    }

    // Not inlined into the witness; see ``ToggleClient/bits(of:)``.
    @inline(never)
    func bits(of toggle: ToggleReference) -> UInt64 {
        table.word(of: toggle.id, fallback: toggle.fallback)
    }

    func bits(of toggle: ToggleReference, for context: EvaluationContext?) -> UInt64 {
        if let context, let targeted = live.targeted, let position = table.position(of: toggle.id),
            let bits = targeted.bits(at: position, for: context, timestamp: timestamp)
        {
            return bits
        }
        return table.word(of: toggle.id, fallback: toggle.fallback)
    }

    func text(of toggle: ToggleReference, for context: EvaluationContext?) -> String? {
        guard toggle.id & ToggleIdentifier.tagMask == ToggleIdentifier.textTag else { return nil }
        if let context, let targeted = live.targeted, let position = table.position(of: toggle.id),
            let text = targeted.text(at: position, for: context, timestamp: timestamp)
        {
            return text
        }
        return ValueShelf.text(at: table.word(of: toggle.id, fallback: 0)) { live.shelf.guarded[toggle.id]?.text }
    }

    func object(of toggle: ToggleReference, for context: EvaluationContext?) -> (any AnyObject & Sendable)? {
        guard toggle.id & ToggleIdentifier.tagMask == ToggleIdentifier.objectTag else { return nil }
        if let context, let targeted = live.targeted, let position = table.position(of: toggle.id),
            let object = targeted.object(at: position, for: context, timestamp: timestamp)
        {
            return object
        }
        return ValueShelf.object(at: table.word(of: toggle.id, fallback: 0)) {
            live.shelf.guarded[toggle.id]?.object
        }
    }

    func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
        live.resolution(of: toggle.key, at: table.position(of: toggle.id), for: context, timestamp: timestamp)
    }

    func explanation(of toggle: ToggleReference, for context: EvaluationContext?) -> Explanation {
        live.explanation(of: toggle.key, at: table.position(of: toggle.id), for: context, timestamp: timestamp)
    }

    var ambientContext: EvaluationContext? { live.state.context }
}
