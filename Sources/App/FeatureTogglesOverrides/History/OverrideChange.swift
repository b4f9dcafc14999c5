package import ToggleBase

/// An undoable change of overrides in the local defaults file.
package struct OverrideChange: Hashable, Sendable {
    /// The change of one override.
    package struct Edit: Hashable, Sendable {
        package var key: String
        /// The override before the change, or `nil` if there was none.
        package var before: JSONValue?
        /// The override after the change, or `nil` for none.
        package var after: JSONValue?

        package init(key: String, before: JSONValue?, after: JSONValue?) {
            self.key = key
            self.before = before
            self.after = after
        }
    }

    /// The role of a change in the history.
    package enum Purpose: Hashable, Sendable {
        case edit, undo, redo
    }

    package var edits: [Edit]
    /// A display title, such as `search_ranking = neural` or `unset 12 toggles`.
    package var title: String
    package var purpose: Purpose = .edit
    /// When the step was stored in the history, in seconds since 1970, if known.
    ///
    /// It doesn't distinguish steps, because a step that waits to be stored has none.
    package var time: Int64?
    /// The edits of the undone or redone step as stored in the history; `nil` for a new step.
    private var stepEdits: [Edit]?

    package init(_ edits: [Edit], title: String) {
        self.edits = edits
        self.title = title
    }

    /// Whether the change affects any override.
    package var isEffective: Bool { edits.contains { $0.before != $0.after } }

    /// The step of the history that this change makes, undoes, or redoes.
    package var step: OverrideChange { OverrideChange(stepEdits ?? edits, title: title) }

    package static func == (left: OverrideChange, right: OverrideChange) -> Bool {
        left.edits == right.edits && left.title == right.title && left.purpose == right.purpose
            && left.stepEdits == right.stepEdits
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(edits)
        hasher.combine(title)
        hasher.combine(purpose)
        hasher.combine(stepEdits)
    }

    /// Returns the change that undoes or redoes this step of the history.
    package func change(for purpose: Purpose) -> OverrideChange {
        var change = purpose == .undo ? inverse : self
        change.purpose = purpose
        change.stepEdits = step.edits
        return change
    }

    /// Returns the same change based on the current overrides instead of the original ones.
    ///
    /// Its ``step`` stays the same.
    package func rebased(onto current: (_ key: String) -> JSONValue?) -> OverrideChange {
        var change = self
        if purpose != .edit { change.stepEdits = step.edits }
        for index in edits.indices { change.edits[index].before = current(edits[index].key) }
        return change
    }

    /// The change that reverts this one.
    package var inverse: OverrideChange {
        OverrideChange(
            edits.reversed().map { Edit(key: $0.key, before: $0.after, after: $0.before) },
            title: title
        )
    }
}
