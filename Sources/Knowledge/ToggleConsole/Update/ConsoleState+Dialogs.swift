#if OVERRIDES

extension ConsoleState {
    mutating func show(_ menu: Menu) { dialogs.append(.menu(menu)) }
    mutating func show(_ prompt: Prompt) { dialogs.append(.prompt(prompt)) }
    mutating func show(_ confirmation: Confirmation) { dialogs.append(.confirmation(confirmation)) }

    /// Closes the topmost dialog.
    mutating func closeDialog() {
        if !dialogs.isEmpty { dialogs.removeLast() }
    }

    /// Replaces the topmost dialog.
    mutating func replaceDialog(_ dialog: Dialog) {
        closeDialog()
        dialogs.append(dialog)
    }

    mutating func press(_ key: Key) -> [ConsoleEffect] {
        guard let dialog = dialogs.last else { return pressInList(key) }
        switch key {
        case .control("c"):
            guard case .prompt(let prompt) = dialog, prompt.hasUnsavedText else { return [.quit] }
            show(Confirmation("Quit and lose what was typed?", yes: "Quit", intent: .quit))
            return []
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        default: break
        }
        // The number of lines in a box that fills the screen.
        let height = max(1, size.rows - 6)
        let outcome: Dialog.Outcome
        switch dialog {
        case .filter(let field):
            press(key, inFilter: field)
            return []
        case .prompt(var prompt):
            outcome = prompt.handle(key)
            replaceDialog(.prompt(prompt))
            if outcome == .submit { return submit(prompt) }
            if outcome == .openEditor { return openEditor(for: prompt) }
            if outcome == .close { return cancel(prompt) }
        case .menu(var menu):
            outcome = menu.handle(key, page: height)
            replaceDialog(.menu(menu))
            if case .choose(let place) = outcome { return choose(place, in: menu) }
            if case .perform(let action) = outcome { return performOnPreset(action, menu) }
        case .confirmation(var confirmation):
            outcome = confirmation.handle(key, page: height)
            replaceDialog(.confirmation(confirmation))
            if case .choose(let place) = outcome { return answer(place, to: confirmation) }
            if outcome == .close, confirmation.editedFile != nil { return answer(0, to: confirmation) }
        case .page(var page):
            outcome = page.handle(key, page: height)
            replaceDialog(.page(page))
        }
        if outcome == .close { closeDialog() } else { limitScrolling() }
        return []
    }

    private mutating func pressInList(_ key: Key) -> [ConsoleEffect] {
        if case .character(let character) = key, let digit = character.wholeNumberValue, character.isASCII,
            digit > 0 || count != nil
        {
            count = min(999_999, (count ?? 0) * 10 + digit)
            return []
        }
        defer { count = nil }
        return Action.byKey[key].map { perform($0) } ?? []
    }

    private mutating func press(_ key: Key, inFilter field: TextField) {
        var field = field
        switch key {
        case .enter, .escape: closeDialog()
        case .up, .control("p"): move(to: list.selectedRow - 1)
        case .down, .control("n"): move(to: list.selectedRow + 1)
        case .pageUp: move(to: list.selectedRow - list.height)
        case .pageDown: move(to: list.selectedRow + list.height)
        case .tab: _ = list.perform(.nextView, &toggles)
        case .backTab: _ = list.perform(.previousView, &toggles)
        case .backspace where field.characters.isEmpty: closeDialog()
        default:
            if field.handle(key) { applyFilter(field) }
        }
    }

    /// Applies the filter as typed so far.
    private mutating func applyFilter(_ field: TextField) {
        replaceDialog(.filter(field))
        guard !field.text.utf8.elementsEqual(list.query.text.utf8) else { return }
        list.filter(field.text, movingToFirst: true, &toggles)
    }

    /// Performs an item's intent, or reports why the item is disabled.
    mutating func choose(_ place: Int, in menu: Menu) -> [ConsoleEffect] {
        let shown = menu.shown
        guard shown.indices.contains(place) else { return [] }
        if let reason = shown[place].disabledReason { return say("\(shown[place].label): \(reason)", .warning) }
        closeDialog()
        return follow(shown[place].intent)
    }

    mutating func answer(_ place: Int, to confirmation: Confirmation) -> [ConsoleEffect] {
        closeDialog()
        guard confirmation.choices.indices.contains(place), let intent = confirmation.choices[place].intent else {
            return leaveFile(confirmation.editedFile, "nothing was changed")
        }
        return follow(intent)
    }

    /// Closes a prompt, the topmost dialog, and leaves the file of a text from the editor to the user.
    mutating func cancel(_ prompt: Prompt) -> [ConsoleEffect] {
        closeDialog()
        guard let file = prompt.edited?.file else { return [] }
        return leaveFile(file, "nothing was changed")
    }

    /// Limits the scroll position of the topmost dialog to its lines.
    mutating func limitScrolling() {
        switch dialogs.last {
        case .confirmation(var confirmation):
            let place = layout(of: confirmation)
            confirmation.scroll = min(max(0, confirmation.scroll), max(0, place.text.count - place.lines.count))
            replaceDialog(.confirmation(confirmation))
        case .page(var page):
            let place = layout(of: page)
            page.scroll = min(max(0, page.scroll), max(0, place.text.count - place.box.innerRows.count))
            replaceDialog(.page(page))
        case .filter, .prompt, .menu, nil: break
        }
    }

    mutating func paste(_ text: String) {
        switch dialogs.last {
        case .filter(var field):
            field.insert(text)
            applyFilter(field)
        case .prompt(var prompt):
            prompt.field.insert(text)
            if prompt.field.isCut { prompt.problem = TextField.tooLong }
            replaceDialog(.prompt(prompt))
        case .menu(var menu) where menu.kind == .commands:
            menu.field.insert(text)
            menu.selected = 0
            replaceDialog(.menu(menu))
        default: say("to paste, press / to filter or e to edit a value first")
        }
    }
}
#endif
