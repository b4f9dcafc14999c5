import FeatureToggles

/// A change of overrides in the local defaults file that can be undone.
struct OverrideChange: Hashable, Sendable {
    /// What becomes of one override.
    struct Edit: Hashable, Sendable {
        var key: String
        /// The override before, or `nil` when there was none.
        var before: JSONValue?
        /// The override from now on, or `nil` for none.
        var after: JSONValue?

        init(key: String, before: JSONValue?, after: JSONValue?) {
            self.key = key
            self.before = before
            self.after = after
        }
    }

    /// Where in the history a change stands.
    enum Purpose: Hashable, Sendable {
        case edit, undo, redo
    }

    var edits: [Edit]
    /// What was done, for people: `search_ranking = neural`, `reset 12 toggles`.
    var title: String
    var purpose: Purpose = .edit

    init(_ edits: [Edit], title: String, purpose: Purpose = .edit) {
        self.edits = edits
        self.title = title
        self.purpose = purpose
    }

    /// The change that takes this one back.
    var inverse: OverrideChange {
        OverrideChange(
            edits.reversed().map { Edit(key: $0.key, before: $0.after, after: $0.before) },
            title: title
        )
    }
}
