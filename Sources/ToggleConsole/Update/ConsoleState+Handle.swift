#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Handles an event and returns the effects to perform.
    ///
    /// - Parameter event: A key, the result of an effect, a new model.
    /// - Returns: The effects, in the order in which to perform them.
    /// - Complexity: Moves are independent of the number of toggles; typing a letter of a filter is linear in it.
    mutating func handle(_ event: ConsoleEvent) -> [ConsoleEffect] {
        let before = message
        let effects = take(event)
        if let message, message != before || isNotice(event), message.kind == .failure || isNotice(event) {
            notices = Array((notices + [message.text]).suffix(Self.mostNotices))
        }
        resolveVisible()
        return effects
    }

    /// The maximum number of notices that are kept.
    private static let mostNotices = 50

    private func isNotice(_ event: ConsoleEvent) -> Bool { if case .notice = event { true } else { false } }

    private mutating func take(_ event: ConsoleEvent) -> [ConsoleEffect] {
        switch event {
        case .key(let key):
            message = nil
            return press(key)
        case .paste(let text):
            paste(text)
            return []
        case .click(let position):
            message = nil
            return click(position)
        case .wheel(let rows, let position):
            wheel(rows, at: position)
            return []
        case .resize(let newSize):
            size = Grid.Size(rows: max(0, newSize.rows), columns: max(0, newSize.columns))
            scrollToSelection()
            return []
        case .model(let model):
            receive(model)
            return []
        case .written(let change, let failure, let memory):
            receiveAnswer(to: change, failure: failure, memory: memory)
            return []
        case .remembered(let change, let memory):
            settle(change, memory)
            return []
        case .memory(let memory):
            settle(nil, memory)
            return []
        case .edited(let key, let result): return receiveEdited(key, result)
        case .presets(let presets, let failure, let conflict):
            receivePresets(presets, failure: failure)
            if let conflict { ask(about: conflict) }
            return []
        case .notice(let text):
            message = Message(text)
            return []
        case .manifest(let problem):
            guard problem != manifestProblem else { return [] }
            manifestProblem = problem
            message = problem.map { Message($0, .failure) } ?? Message("the manifest can be used again", .success)
            return []
        case .terminate: return [.quit]
        }
    }

    private mutating func press(_ key: Key) -> [ConsoleEffect] {
        switch layers.last {
        case .filter(let field): return press(key, inFilter: field)
        case .prompt(let prompt): return press(key, in: prompt)
        case .menu(let menu): return press(key, in: menu)
        case .confirmation(let confirmation): return press(key, in: confirmation)
        case .page(let page): return press(key, in: page)
        case nil: return pressInList(key)
        }
    }

    private mutating func pressInList(_ key: Key) -> [ConsoleEffect] {
        if case .character(let character) = key, let digit = character.wholeNumberValue, character.isASCII,
            digit > 0 || count != nil
        {
            count = min(999_999, (count ?? 0) * 10 + digit)
            return []
        }
        defer { count = nil }
        guard let action = Action.byKey[key] else { return [] }
        return perform(action)
    }

    /// Performs an intent.
    mutating func follow(_ intent: Intent) -> [ConsoleEffect] {
        switch intent {
        case .action(let action): return perform(action)
        case .set(let keys, let value): return set(keys, to: value)
        case .write(let change): return write(change)
        case .confirmReset(let change): confirmReset(change)
        case .prompt(let keys): openValuePrompt(keys)
        case .travel(let change): return travel(change)
        case .editAgain(let key, let text): return editAgain(key, text)
        case .replace(let conflict): return [.replace(conflict)]
        case .openPreset(let preset): confirmPreset(preset)
        case .applyPreset(let preset, let isReplacing): return apply(preset, replacing: isReplacing)
        case .askToDeletePreset(let name):
            layers.append(
                .confirmation(Confirmation("Delete the preset ‘\(name)’?", yes: "Delete", intent: .deletePreset(name)))
            )
        case .deletePreset(let name): return [.deletePreset(name)]
        case .askWhereToExport(let preset):
            layers.append(
                .prompt(
                    Prompt(
                        title: "Export ‘\(preset.name)’ to",
                        note: "a file; it is written as JSON",
                        text: "\(preset.name).json",
                        purpose: .exportPreset(preset)
                    )
                )
            )
        case .copy(let text, let what):
            message = Message("copied \(what)", .success)
            return [.copy(text)]
        case .addTerm(let term): addTerm(term)
        case .sort(let order):
            sort = order
            rebuildOrder()
            rebuildRows(keepingSelection: true)
        case .theme(let newTheme):
            theme = newTheme
            message = Message("theme \(newTheme.rawValue)")
            return settings.readOnlyReason == nil ? remember(.theme(newTheme.rawValue)) : []
        case .closePrompt: closeTop()
        case .quit: return [.quit]
        }
        return []
    }

    /// Closes the topmost layer.
    mutating func closeTop() {
        if !layers.isEmpty { layers.removeLast() }
    }

    /// Replaces the topmost layer.
    mutating func replaceTop(_ layer: Layer) {
        closeTop()
        layers.append(layer)
    }

    private mutating func paste(_ text: String) {
        switch layers.last {
        case .filter(var field):
            field.insert(text)
            changeFilter(field)
        case .prompt(var prompt):
            prompt.field.insert(text)
            if prompt.field.isCut { prompt.problem = TextField.tooLong }
            replaceTop(.prompt(prompt))
        case .menu(var menu) where menu.kind == .commands:
            menu.field.insert(text)
            menu.selected = 0
            replaceTop(.menu(menu))
        default: message = Message("press / to filter for what you pasted, or e to edit a value")
        }
    }
}
#endif
