extension Action {
    /// The actions with their keys and words, in the order of the help.
    ///
    /// Keys, foot, help, palette, line mode and documentation are all made from it.
    static let table: [ActionEntry] = moving + changing + finding + several + presetActions + program

    private static func entry(
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

    private static let finding: [ActionEntry] = [
        entry(
            .filter,
            .finding,
            [.character("/")],
            "Filter",
            "Narrows the list as you type: words, and cat: src: type: owner: key: is: with ! for not.",
            hint: "filter"
        ),
        entry(
            .nextView,
            .finding,
            [.tab],
            "Next view",
            "Shows All, Overridden, Stale, Pinned, Conflicts in turn.",
            hint: "view"
        ),
        entry(.previousView, .finding, [.backTab], "Previous view", "The same backwards."),
        entry(
            .filterCategory,
            .finding,
            [.character("c")],
            "Filter by category",
            "Adds a term for a category to the filter."
        ),
        entry(
            .filterSource,
            .finding,
            [.character("s")],
            "Filter by source",
            "Adds a term for who decided to the filter."
        ),
        entry(.filterType, .finding, [.character("t")], "Filter by type", "Adds a term for a type to the filter."),
        entry(.sort, .finding, [.character("o")], "Sort", "Chooses the order of the list."),
    ]

    private static let several: [ActionEntry] = [
        entry(
            .mark,
            .several,
            [.character("m")],
            "Mark",
            "Marks the toggle or takes the mark away; changes then apply to all marked ones."
        ),
        entry(
            .range,
            .several,
            [.character("v")],
            "Mark a range",
            "Marks all lines from here to where the cursor goes."
        ),
        entry(
            .markAll,
            .several,
            [.character("A")],
            "Mark all shown",
            "Marks every toggle that the list shows, or none."
        ),
        entry(
            .pin,
            .several,
            [.character("f")],
            "Pin",
            "Keeps the toggle in the view Pinned, or takes it out.",
            command: "pin KEY"
        ),
        entry(
            .copy,
            .several,
            [.character("y")],
            "Copy",
            "Copies key, value, shell line, environment, JSON or Swift to the clipboard.",
            hint: "copy"
        ),
    ]

    private static let presetActions: [ActionEntry] = [
        entry(
            .presets,
            .presets,
            [.character("p")],
            "Apply a preset",
            "Chooses a named set of overrides, shows what it changes, and applies it after asking.",
            command: "preset apply NAME"
        ),
        entry(
            .savePreset,
            .presets,
            [.character("P")],
            "Save a preset",
            "Keeps the overrides of the local defaults file under a name.",
            command: "preset save NAME"
        ),
        entry(
            .deletePreset,
            .presets,
            [.control("x")],
            "Delete a preset",
            "Forgets a preset, after asking.",
            command: "preset delete NAME",
            presetKey: .character("d")
        ),
        entry(
            .exportPreset,
            .presets,
            [.control("e")],
            "Export a preset",
            "Writes a preset to a file, to share it.",
            command: "preset export NAME FILE",
            presetKey: .character("s")
        ),
        entry(
            .importPreset,
            .presets,
            [.control("o")],
            "Import a preset",
            "Keeps the preset that somebody shared as a file.",
            command: "preset import FILE",
            presetKey: .character("i")
        ),
        entry(
            .whatIf,
            .presets,
            [.character("W")],
            "What if",
            "Shows the values for another targeting key and other attributes, and which toggles change."
        ),
    ]

    private static let program: [ActionEntry] = [
        entry(
            .palette,
            .program,
            [.character(":")],
            "Palette",
            "Finds an action by name and runs it.",
            hint: "palette"
        ),
        entry(
            .help,
            .program,
            [.character("?"), .function(1)],
            "Help",
            "Lists all keys, filters as you type; Enter runs.",
            hint: "help"
        ),
        entry(
            .problems,
            .program,
            [.character("!")],
            "Problems",
            "Shows what the client skipped, and the state of the remote source."
        ),
        entry(.reload, .program, [.character("R")], "Reload", "Reads the files and the remote source again."),
        entry(
            .mouse,
            .program,
            [.character("M")],
            "Mouse on or off",
            "Without it the terminal selects text; with it, hold Shift to."
        ),
        entry(.theme, .program, [.character("T")], "Next theme", "Changes the colours; it is remembered."),
        entry(.redraw, .program, [.control("l")], "Redraw", "Paints the whole screen again."),
        entry(
            .back,
            .program,
            [.escape],
            "Back",
            "Closes what is open, one thing at a time: prompt, detail, marks, filter, view."
        ),
        entry(.suspend, .program, [.control("z")], "Suspend", "Gives the terminal back to the shell until fg."),
        entry(
            .quit,
            .program,
            [.character("q"), .control("c")],
            "Quit",
            "Ends the console; every change is already written.",
            hint: "quit"
        ),
    ]
}
