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
    /// The edits of the step that is undone or done again, as the history has them; `nil` for a step of its own.
    private var stepEdits: [Edit]?

    package init(_ edits: [Edit], title: String) {
        self.edits = edits
        self.title = title
    }

    /// Whether an override becomes another one.
    package var isEffective: Bool { edits.contains { $0.before != $0.after } }

    /// The step of the history that this change makes, undoes or does again.
    package var step: OverrideChange { OverrideChange(stepEdits ?? edits, title: title) }

    /// What is to be written to undo this step of the history, or to do it again.
    package func travelling(_ purpose: Purpose) -> OverrideChange {
        var change = purpose == .undo ? inverse : self
        change.purpose = purpose
        change.stepEdits = step.edits
        return change
    }

    /// The same change over what is there now, whatever was there when it was made.
    ///
    /// It stays the same ``step``.
    package func over(_ current: (_ key: String) -> JSONValue?) -> OverrideChange {
        var change = self
        if purpose != .edit { change.stepEdits = step.edits }
        for index in edits.indices { change.edits[index].before = current(edits[index].key) }
        return change
    }

    /// The change that takes this one back.
    package var inverse: OverrideChange {
        OverrideChange(
            edits.reversed().map { Edit(key: $0.key, before: $0.after, after: $0.before) },
            title: title
        )
    }
}
