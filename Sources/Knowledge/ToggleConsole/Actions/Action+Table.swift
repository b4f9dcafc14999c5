extension Action {
    /// The actions with their keys, texts, and requirements, in the order of the help page.
    ///
    /// Key bindings, footer, help, palette, line mode, disabled reasons, and the documentation derive from this table.
    /// Its keys are those of the list and the presets menu; dialogs handle their own keys.
    static let table: [ActionEntry] =
        ActionEntry.section(.moving, moving) + ActionEntry.section(.changing, changing)
        + ActionEntry.section(.finding, finding) + ActionEntry.section(.several, several)
        + ActionEntry.section(.presets, presetActions) + ActionEntry.section(.program, program)

    private static let moving: [ActionEntry] = [
        ActionEntry(.down, ["j", .down], "Down").with(help: "Moves to the next line; a number typed first repeats it."),
        ActionEntry(.up, ["k", .up], "Up").with(help: "Moves to the previous line; a number typed first repeats it."),
        ActionEntry(.first, ["g", .home], "First line")
            .with(help: "Moves to the first line, or to the line number you typed."),
        ActionEntry(.last, ["G", .end], "Last line").with(help: "Moves to the last line."),
        ActionEntry(.halfPageDown, [.control("d")], "Half a page down")
            .with(help: "Moves down by half a page."),
        ActionEntry(.halfPageUp, [.control("u")], "Half a page up")
            .with(help: "Moves up by half a page."),
        ActionEntry(.pageDown, [.pageDown, .control("f")], "Page down")
            .with(help: "Moves down by one page."),
        ActionEntry(.pageUp, [.pageUp, .control("b")], "Page up").with(help: "Moves up by one page."),
        ActionEntry(.nextMatch, ["n"], "Next match")
            .needs(.filter).with(help: "Moves to the next toggle that the filter found."),
        ActionEntry(.previousMatch, ["N"], "Previous match")
            .needs(.filter).with(help: "Moves to the previous toggle that the filter found."),
        ActionEntry(.open, [.enter], "Open", hint: "open")
            .needs(.rows)
            .with(help: "Opens a toggle's details, or edits the toggle if they are open; opens or closes a group."),
        ActionEntry(.expand, ["l", .right, "+"], "Expand")
            .needs(.rows).with(help: "Opens a group, or the details of a toggle."),
        ActionEntry(.collapse, ["h", .left, "-"], "Collapse")
            .needs(.rows).with(help: "Closes the details, or the group that the cursor is in."),
        ActionEntry(.expandAll, ["L"], "Expand all groups").needs(.groups).with(help: "Opens every group."),
        ActionEntry(.collapseAll, ["H"], "Collapse all groups").needs(.groups).with(help: "Closes every group."),
        ActionEntry(.why, ["w"], "Why this value", hint: "why")
            .needs(.target).with(help: "Shows what each source returned, and which one determined the value."),
        ActionEntry(.scrollDetailDown, ["J"], "Scroll down in details")
            .needs(.detail).with(help: "Shows the next lines of the details."),
        ActionEntry(.scrollDetailUp, ["K"], "Scroll up in details")
            .needs(.detail).with(help: "Shows the previous lines of the details."),
    ]

    private static let changing: [ActionEntry] = [
        ActionEntry(.flip, [" "], "Flip", hint: "flip", command: "set KEY VALUE")
            .needs(.defaultsFile, .nextValue)
            .with(
                help:
                    "Overrides a Boolean with its opposite, or a variant with the next; for marked toggles, asks first."
            ),
        ActionEntry(.edit, ["e"], "Edit", hint: "edit", command: "set KEY VALUE")
            .needs(.defaultsFile, .oneType)
            .with(help: "Asks for the value: unset, on or off, a variant by its number, or text, which is checked."),
        ActionEntry(.editExternally, ["E"], "Edit in the editor", command: "set KEY VALUE")
            .needs(.defaultsFile, .longValue).with(help: "Opens JSON or text in $VISUAL or $EDITOR."),
        ActionEntry(.unset, ["x", .delete], "Unset", hint: "unset", command: "unset KEY")
            .needs(.defaultsFile, .overriddenTarget)
            .with(help: "Removes the override, so that the toggle has the value of its other sources."),
        ActionEntry(.unsetMany, ["X"], "Unset category or all", command: "unset --all")
            .needs(.defaultsFile, .override)
            .with(help: "Removes all overrides, or those of a category or of the toggles shown, after asking."),
        ActionEntry(.undo, ["u"], "Undo", hint: "undo", command: "undo")
            .needs(.defaultsFile, .undo).with(help: "Undoes the last change."),
        ActionEntry(.redo, [.control("r")], "Redo", command: "redo")
            .needs(.defaultsFile, .redo).with(help: "Redoes the last undone change."),
        ActionEntry(.changeDocument, ["D"], "Change the document", command: "rollout KEY VARIANT=SHARE")
            .needs(.writable, .documentFlag)
            .with(
                help: "Rolls out, targets, switches off, or restores the toggle in the remote document, after asking."
            ),
    ]

    private static let finding: [ActionEntry] = [
        ActionEntry(.filter, ["/"], "Filter", hint: "filter")
            .with(
                help:
                    "Narrows the list as you type: words, and cat: src: type: owner: module: key: is: terms; ! negates."
            ),
        ActionEntry(.nextView, [.tab], "Next view", hint: "view")
            .with(help: "Shows All, Overridden, Stale, Pinned, and Conflicts in turn."),
        ActionEntry(.previousView, [.backTab], "Previous view").with(help: "Shows the views in reverse order."),
        ActionEntry(.filterCategory, ["c"], "Filter by category").with(help: "Adds a category to the filter."),
        ActionEntry(.filterSource, ["s"], "Filter by source").with(help: "Adds a source to the filter."),
        ActionEntry(.filterType, ["t"], "Filter by type").with(help: "Adds a type to the filter."),
        ActionEntry(.sort, ["o"], "Sort").with(help: "Changes the order of the list."),
    ]

    private static let several: [ActionEntry] = [
        ActionEntry(.mark, ["m"], "Mark")
            .needs(.target).with(help: "Marks or unmarks the toggle; changes then apply to all marked ones."),
        ActionEntry(.range, ["v"], "Mark a range")
            .needs(.rows).with(help: "Marks the lines from here to wherever you move; a second v ends the range."),
        ActionEntry(.markAll, ["A"], "Mark all shown")
            .needs(.rows).with(help: "Marks all toggles in the list, or unmarks them."),
        ActionEntry(.pin, ["f"], "Pin", command: "pin KEY")
            .needs(.writable, .target).with(help: "Adds the toggle to the Pinned view, or removes it."),
        ActionEntry(.copy, ["y"], "Copy", hint: "copy")
            .needs(.target)
            .with(help: "Copies the key, value, shell line, environment variable, JSON, or Swift to the clipboard."),
    ]

    private static let presetActions: [ActionEntry] = [
        ActionEntry(.presets, ["p"], "Apply a preset", command: "preset apply NAME")
            .with(help: "Chooses a named set of overrides, shows what it changes, and applies it after asking."),
        ActionEntry(.savePreset, ["P"], "Save a preset", hint: "save", command: "preset save NAME")
            .inPresetsMenu("P").needs(.writable, .writtenOverride)
            .with(help: "Saves the overrides of the local defaults file under a name."),
        ActionEntry(.deletePreset, [.control("x")], "Delete a preset", hint: "delete", command: "preset delete NAME")
            .inPresetsMenu("d").needs(.writable).with(help: "Deletes a preset, after asking."),
        ActionEntry(
            .exportPreset,
            [.control("e")],
            "Export a preset",
            hint: "share",
            command: "preset export NAME FILE"
        )
        .inPresetsMenu("s").with(help: "Writes a preset to a file for sharing."),
        ActionEntry(.importPreset, [.control("o")], "Import a preset", hint: "import", command: "preset import FILE")
            .inPresetsMenu("i").needs(.writable).with(help: "Imports a preset from a file."),
        ActionEntry(.whatIf, ["W"], "What if")
            .with(help: "Shows the values for another targeting key and other attributes, and which toggles change."),
    ]

    private static let program: [ActionEntry] = [
        ActionEntry(.palette, [":"], "Palette", hint: "palette").with(help: "Finds an action by name and runs it."),
        ActionEntry(.help, ["?", .function(1)], "Help", hint: "help")
            .with(help: "Lists all keys; type to filter, Enter runs."),
        ActionEntry(.problems, ["!"], "Problems")
            .with(help: "Shows what the client skipped, and the state of the remote source."),
        ActionEntry(.reload, ["R"], "Reload").with(help: "Reads the files and the remote source again."),
        ActionEntry(.mouse, ["M"], "Mouse on or off")
            .with(help: "Without the mouse, the terminal selects text; with it, hold Shift to select."),
        ActionEntry(.theme, ["T"], "Next theme").with(help: "Changes the colors, and keeps them for the next launch."),
        ActionEntry(.redraw, [.control("l")], "Redraw").with(help: "Repaints the whole screen."),
        ActionEntry(.back, [.escape], "Back")
            .with(help: "Closes or clears one thing at a time: prompt, details, marks, filter, view, what-if context."),
        ActionEntry(.suspend, [.control("z")], "Suspend").with(help: "Returns to the shell; fg resumes the console."),
        ActionEntry(.quit, ["q", .control("c")], "Quit", hint: "quit")
            .with(help: "Ends the console; every change is already written."),
    ]
}
