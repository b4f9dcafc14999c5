package import FeatureToggles

/// A change of overrides in the local defaults file that can be undone.
package struct OverrideChange: Hashable, Sendable {
    /// What becomes of one override.
    package struct Edit: Hashable, Sendable {
        package var key: String
        /// The override before, or `nil` when there was none.
        package var before: JSONValue?
        /// The override from now on, or `nil` for none.
        package var after: JSONValue?

        package init(key: String, before: JSONValue?, after: JSONValue?) {
            self.key = key
            self.before = before
            self.after = after
        }
    }

    /// Where in the history a change stands.
    package enum Purpose: Hashable, Sendable {
        case edit, undo, redo
    }

    package var edits: [Edit]
    /// What was done, for people: `search_ranking = neural`, `reset 12 toggles`.
    package var title: String
    package var purpose: Purpose = .edit

    package init(_ edits: [Edit], title: String, purpose: Purpose = .edit) {
        self.edits = edits
        self.title = title
        self.purpose = purpose
    }

    /// The change that takes this one back.
    package var inverse: OverrideChange {
        OverrideChange(
            edits.reversed().map { Edit(key: $0.key, before: $0.after, after: $0.before) },
            title: title
        )
    }
}
