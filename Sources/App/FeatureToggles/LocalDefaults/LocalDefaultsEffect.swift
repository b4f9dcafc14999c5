#if OVERRIDES
/// The net effect of several edits on the overrides.
struct LocalDefaultsEffect {
    /// The change of one override.
    enum Change {
        case set(JSONValue)
        case unset
    }

    /// Whether overrides that `changes` doesn't contain are removed.
    private(set) var removesOthers = false
    /// The changes by toggle key.
    private(set) var changes: [String: Change] = [:]
    private var order: [String] = []

    init(_ edits: [LocalDefaultsEdit]) {
        for edit in edits {
            switch edit {
            case .set(let key, let value): add(.set(value), for: key)
            case .unset(let key): add(.unset, for: key)
            case .unsetAll:
                removesOthers = true
                changes = [:]
                order = []
            }
        }
    }

    private mutating func add(_ change: Change, for key: String) {
        if changes.updateValue(change, forKey: key) == nil { order.append(key) }
    }

    /// The overrides to set, in the order in which the edits first name them.
    var members: [JSONObject.Member] {
        order.compactMap { key in
            guard case .set(let value)? = changes[key] else { return nil }
            return JSONObject.Member(name: key, value: value)
        }
    }

    /// Returns the overrides after the edits.
    func applied(to values: [String: JSONValue]) -> [String: JSONValue] {
        var result = removesOthers ? [:] : values
        for (key, change) in changes {
            switch change {
            case .set(let value): result.updateValue(value, forKey: key)
            case .unset: result.removeValue(forKey: key)
            }
        }
        return result
    }
}
#endif
