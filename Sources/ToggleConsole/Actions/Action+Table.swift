#if OVERRIDES
extension Action {
    /// The actions with their keys and texts, in the order of the help page.
    ///
    /// Key bindings, footer, help, palette, line mode, and documentation are all derived from this table.
    static let table: [ActionEntry] = moving + changing + finding + several + presetActions + program

    static func entry(
        _ action: Action,
        _ section: ActionEntry.Section,
        _ keys: [Key],
        _ title: String,
        _ help: String,
        hint: String? = nil,
        command: String? = nil,
        presetKey: Key? = nil
    ) -> ActionEntry {
        ActionEntry(
            action: action,
            section: section,
            keys: keys,
            presetKey: presetKey,
            title: title,
            help: help,
            hint: hint,
            command: command
        )
    }

    private static let moving: [ActionEntry] = [
        entry(
            .down,
            .moving,
            [.character("j"), .down],
            "Down",
            "Moves to the next line; a number before it repeats it."
        ),
        entry(.up, .moving, [.character("k"), .up], "Up", "Moves to the line before; a number before it repeats it."),
        entry(
            .first,
            .moving,
            [.character("g"), .home],
            "First line",
            "Moves to the first line, or to the line of a number."
        ),
        entry(.last, .moving, [.character("G"), .end], "Last line", "Moves to the last line."),
        entry(
            .halfPageDown,
            .moving,
            [.control("d")],
            "Half a page down",
            "Moves down by half the lines on the screen."
        ),
        entry(.halfPageUp, .moving, [.control("u")], "Half a page up", "Moves up by half the lines on the screen."),
        entry(.pageDown, .moving, [.pageDown, .control("f")], "Page down", "Moves down by the lines on the screen."),
        entry(.pageUp, .moving, [.pageUp, .control("b")], "Page up", "Moves up by the lines on the screen."),
        entry(.nextMatch, .moving, [.character("n")], "Next match", "Moves to the next toggle that the filter found."),
        entry(
            .previousMatch,
            .moving,
            [.character("N")],
            "Previous match",
            "Moves to the toggle before that the filter found."
        ),
        entry(
            .open,
            .moving,
            [.enter],
            "Open",
            "Opens the detail of a toggle, and its editor when that is open; opens or closes a group.",
            hint: "open"
        ),
        entry(
            .expand,
            .moving,
            [.character("l"), .right, .character("+")],
            "Expand",
            "Opens a group, or the detail of a toggle."
        ),
        entry(
            .collapse,
            .moving,
            [.character("h"), .left, .character("-")],
            "Collapse",
            "Closes the detail, or the group that the cursor is in."
        ),
        entry(.expandAll, .moving, [.character("L")], "Expand all groups", "Opens every group."),
        entry(.collapseAll, .moving, [.character("H")], "Collapse all groups", "Closes every group."),
        entry(
            .why,
            .moving,
            [.character("w")],
            "Why this value",
            "Shows what every source answered about the toggle, and which one decided.",
            hint: "why"
        ),
        entry(.scrollDetailDown, .moving, [.character("J")], "Scroll the detail down", "Shows more of a long detail."),
        entry(
            .scrollDetailUp,
            .moving,
            [.character("K")],
            "Scroll the detail up",
            "Shows what is above in a long detail."
        ),
    ]

    private static let changing: [ActionEntry] = [
        entry(
            .flip,
            .changing,
            [.character(" ")],
            "Flip",
            "Overrides a Boolean with its opposite, or a variant with the next one; asks for a value with marks.",
            hint: "flip",
            command: "set KEY VALUE"
        ),
        entry(
            .edit,
            .changing,
            [.character("e")],
            "Edit",
            "Asks for the value: inherit, on or off, a variant by its number, or text that is checked.",
            hint: "edit",
            command: "set KEY VALUE"
        ),
        entry(
            .editExternally,
            .changing,
            [.character("E")],
            "Edit in the editor",
            "Opens JSON or text in $VISUAL or $EDITOR.",
            command: "set KEY VALUE"
        ),
        entry(
            .reset,
            .changing,
            [.character("x"), .delete],
            "Reset",
            "Removes the override, so that the toggle inherits again.",
            hint: "reset",
            command: "unset KEY"
        ),
        entry(
            .resetMany,
            .changing,
            [.character("X")],
            "Reset category or all",
            "Removes the overrides of a category, of what is shown, or all, after asking.",
            command: "unset --all"
        ),
        entry(
            .undo,
            .changing,
            [.character("u")],
            "Undo",
            "Takes the last change back.",
            hint: "undo",
            command: "undo"
        ),
        entry(.redo, .changing, [.control("r")], "Redo", "Does again what was undone.", command: "redo"),
    ]
}
#endif
