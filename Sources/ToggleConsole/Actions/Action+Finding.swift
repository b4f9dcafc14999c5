#if OVERRIDES
// The table's entries for filtering, marking, presets, and the console itself.
extension Action {
    static let finding: [ActionEntry] = [
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

    static let several: [ActionEntry] = [
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

    static let presetActions: [ActionEntry] = [
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
            hint: "delete",
            command: "preset delete NAME",
            presetKey: .character("d")
        ),
        entry(
            .exportPreset,
            .presets,
            [.control("e")],
            "Export a preset",
            "Writes a preset to a file, to share it.",
            hint: "share",
            command: "preset export NAME FILE",
            presetKey: .character("s")
        ),
        entry(
            .importPreset,
            .presets,
            [.control("o")],
            "Import a preset",
            "Keeps the preset that somebody shared as a file.",
            hint: "import",
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

    static let program: [ActionEntry] = [
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
#endif
