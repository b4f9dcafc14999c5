#if OVERRIDES
import ToggleBase
import FeatureToggles

extension ConsoleState {
    /// Performs an action, or reports why it is not available.
    mutating func perform(_ action: Action) -> [ConsoleEffect] {
        if let reason = disabledReason(action) {
            return say("\(action.entry.title.lowercased()): \(reason)", .warning)
        }
        switch action {
        case .flip: return flip()
        case .edit: edit()
        case .editExternally:
            guard let toggle = selectedToggle, let index = list.selectedIndex else { break }
            let value = currentValue(index)
            return openEditor(toggle, toggle.type == .json ? JSONWriter(.pretty).text(value) : value.plainText)
        case .unset: return unset()
        case .unsetMany: show(unsetMenu)
        case .changeDocument: if let key = selectedToggle?.key { show(documentMenu(for: key)) }
        case .undo: return applyNextStep(.undo)
        case .redo: return applyNextStep(.redo)
        case .open:
            if case .group(let category) = list.selection {
                sayIfAny(list.toggleGroup(category, &toggles))
            } else if !isDetailOpen {
                isDetailOpen = true
                detailScroll = 0
            } else if let reason = disabledReason(.edit) {
                say("edit: \(reason)", .warning)
            } else {
                edit()
            }
        case .expand:
            guard case .group(let category) = list.selection else {
                isDetailOpen = isDetailOpen || list.selection != .nothing
                break
            }
            if list.collapsed.contains(category) {
                sayIfAny(list.toggleGroup(category, &toggles))
            } else {
                move(to: list.selectedRow + 1)
            }
        case .collapse:
            if isDetailOpen { isDetailOpen = false } else { sayIfAny(list.collapse(&toggles)) }
        case .why:
            isDetailOpen = true
            detailScroll = whyScroll
        case .scrollDetailDown: scrollDetail(by: count ?? 1)
        case .scrollDetailUp: scrollDetail(by: -(count ?? 1))
        case .filter:
            toggles.prepareSearch()
            dialogs.append(.filter(TextField(list.query.text)))
        case .filterCategory: show(termMenu("cat", title: "Filter by category"))
        case .filterSource: show(termMenu("src", title: "Filter by source"))
        case .filterType: show(termMenu("type", title: "Filter by type"))
        case .sort: show(sortMenu)
        case .pin:
            let keys = Set(targetKeys)
            return pin(keys, isPinned: !keys.isSubset(of: edits.memory.pins))
        case .copy: show(copyMenu)
        case .presets, .deletePreset, .exportPreset:
            presets.action = action
            show(presetMenu)
            return [.request(.loadPresets)]
        case .savePreset, .importPreset, .whatIf: show(prompt(for: action))
        case .problems: dialogs.append(.page(problemsPage))
        case .palette, .help: show(commands(action))
        case .reload:
            message = .reloading
            return [.reload]
        case .mouse:
            hasMouse.toggle()
            say(hasMouse ? "mouse on; hold Shift to select text" : "mouse off")
            return [.mouse(hasMouse)]
        case .theme:
            let themes = settings.themes.compactMap { Theme(rawValue: $0) }
            guard themes.count > 1 else { return say("there is no other theme for this terminal") }
            return follow(.theme(themes[((themes.firstIndex(of: theme) ?? -1) + 1) % themes.count]))
        case .redraw: return [.redraw]
        case .back: back()
        case .suspend: return [.suspend]
        case .quit: return [.quit]
        case .down, .up, .first, .last, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .nextMatch, .previousMatch,
            .expandAll, .collapseAll, .nextView, .previousView, .mark, .range, .markAll:
            let row = list.selectedRow
            sayIfAny(list.perform(action, count: count, &toggles))
            if list.selectedRow != row { detailScroll = 0 }
        }
        return []
    }

    private mutating func sayIfAny(_ sentence: String?) {
        if let sentence { say(sentence) }
    }

    /// Moves the cursor.
    mutating func move(to row: Int) {
        let before = list.selectedRow
        list.move(to: row, &toggles)
        if list.selectedRow != before { detailScroll = 0 }
    }

    mutating func scrollDetail(by lines: Int) {
        detailScroll = min(max(0, detailScroll + lines), detailEnd)
    }

    /// Closes the innermost open item: range, detail, marks, filter, view, or what-if context.
    private mutating func back() {
        if list.range != nil {
            list.range = nil
        } else if isDetailOpen, !isDetailUsual {
            isDetailOpen = false
        } else if !list.marks.isEmpty {
            list.marks = []
        } else if !list.query.text.isEmpty {
            list.filter("", movingToFirst: false, &toggles)
        } else if list.view != .all {
            list.view = .all
            list.rebuild(&toggles, keepingSelection: true)
        } else if toggles.whatIf.context != nil {
            setWhatIf(nil)
        } else {
            say("q quits")
        }
    }

    /// Pins or unpins toggles.
    mutating func pin(_ keys: Set<String>, isPinned: Bool) -> [ConsoleEffect] {
        let effects = edits.remember(isPinned ? .pin(keys) : .unpin(keys)).map(ConsoleEffect.request)
        updatePins()
        let subject = keys.count == 1 ? keys.first ?? "" : "\(keys.count) toggles"
        say("\(isPinned ? "pinned" : "unpinned") \(subject)", .success)
        return effects
    }

    /// Shows values for a what-if context, or for the client's own context if it is `nil`.
    mutating func setWhatIf(_ context: EvaluationContext?) {
        toggles.setWhatIf(context)
        list.update(&toggles, hasNewDeclarations: false)
        say(toggles.whatIf.summary)
    }

    /// Performs the intent of an item or an answer.
    mutating func follow(_ intent: Intent) -> [ConsoleEffect] {
        switch intent {
        case .action(let action): return perform(action)
        case .set(let keys, let value): return set(keys, to: value)
        case .request(let request):
            do throws(OverrideError) {
                return try edits.confirm(request).map(ConsoleEffect.request)
            } catch {
                return say(error.description, .warning)
            }
        case .confirmUnset(let keys): confirmUnset(keys, of: keys.count.counted("override"))
        case .editAgain(let key, let text, let file): return editAgain(key, text, file)
        case .openPreset(let preset):
            let review = review(preset)
            show(
                PresetList.confirmation(
                    preset,
                    review,
                    complete: self.review(preset, isComplete: true),
                    lines: diffLines(review.edits),
                    readOnlyReason: settings.readOnlyReason
                )
            )
        case .applyPreset(let preset, let isReplacing):
            let edits = review(preset, isComplete: isReplacing).edits
            guard !edits.isEmpty else { return say("applying ‘\(preset.name)’ changes nothing") }
            return self.edits.write(OverrideChange(edits, title: "preset \(preset.name)")).map(ConsoleEffect.request)
        case .askToDeletePreset(let name):
            show(Confirmation("Delete the preset ‘\(name)’?", yes: "Delete", intent: .request(.deletePreset(name))))
        case .askWhereToExport(let preset):
            let title = "Export ‘\(preset.name)’ to"
            let note = "a file; it is written as JSON"
            show(Prompt(title: title, note: note, text: "\(preset.name).json", purpose: .exportPreset(preset)))
        case .copy(let text, let what):
            say("copied \(what)", .success)
            return [.copy(text)]
        case .addTerm(let term): list.addTerm(term, &toggles)
        case .sort(let order): list.sort(by: order, &toggles)
        case .theme(let newTheme):
            theme = newTheme
            say("theme \(newTheme.rawValue)")
            guard settings.readOnlyReason == nil else { return [] }
            return edits.remember(.theme(newTheme.rawValue)).map(ConsoleEffect.request)
        case .askFlag(let key, let question): show(prompt(for: question, key: key))
        case .operate(let request): return [.operate(request)]
        case .quit: return [.quit]
        }
        return []
    }

    // MARK: Presets

    private var presetMenu: Menu { presets.menu(ellipsis: glyphs.ellipsis) { review($0) } }

    private func review(_ preset: Preset, isComplete: Bool = false) -> PresetReview {
        edits.review(preset, in: toggles, isComplete: isComplete)
    }

    mutating func receive(_ newPresets: [Preset], failure: String?) {
        presets.receive(newPresets)
        if case .prompt(var prompt) = dialogs.last, prompt.isSent {
            prompt.isSent = false
            prompt.problem = failure
            closeDialog()
            if failure != nil { show(prompt) }
        } else if let failure {
            say(failure, .failure)
        }
        for place in dialogs.indices {
            guard case .menu(let old) = dialogs[place], old.kind == .presets else { continue }
            var menu = presetMenu
            menu.selected = min(old.selected, max(0, menu.items.count - 1))
            dialogs[place] = .menu(menu)
        }
    }

    /// Asks for confirmation before replacing something.
    mutating func ask(about conflict: PresetConflict) {
        let (title, sentence) = conflict.question
        switch dialogs.last {
        case nil, .menu:
            show(Confirmation(title, [StyledText(sentence)], yes: "Replace", intent: .request(.replace(conflict))))
        // Another dialog is open, and the next key is meant for it.
        default: say("Nothing was written: \(sentence)", .failure)
        }
    }

    /// Performs an action on the preset selected in the menu.
    mutating func performOnPreset(_ action: Action, _ menu: Menu) -> [ConsoleEffect] {
        if [.savePreset, .importPreset].contains(action) || disabledReason(action) != nil { return perform(action) }
        guard presets.presets.indices.contains(menu.selected) else { return [] }
        return follow(presets.intent(action, presets.presets[menu.selected]))
    }
}
#endif
