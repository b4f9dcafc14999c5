#if OVERRIDES
import ToggleBase
import FeatureToggles

extension ConsoleState {
    /// Returns the value of a toggle after all pending writes, as the starting point for the next value.
    func currentValue(_ index: Int) -> JSONValue { edits.currentValue(index, in: toggles) }

    /// Overrides a Boolean with its opposite, or a variant with the next one.
    mutating func flip() -> [ConsoleEffect] {
        guard !hasShownMarks else {
            edit()
            return []
        }
        guard let index = list.selectedIndex, let value = edits.nextValue(index, in: toggles) else { return [] }
        return set([toggles[index].key], to: value)
    }

    /// Removes the overrides of the selected or marked toggles.
    mutating func unset() -> [ConsoleEffect] {
        let keys = targetKeys.filter { currentOverride(of: $0) != nil }
        guard !keys.isEmpty else {
            return say("none of the marked toggles is overridden in the local defaults file")
        }
        guard keys.count > 1 else { return set(keys, to: nil) }
        confirmUnset(keys, of: "\(keys.count) marked toggles")
        return []
    }

    /// Asks for confirmation before removing overrides.
    mutating func confirmUnset(_ keys: [String], of subject: String) {
        let change = edits.change(of: keys, to: nil, in: toggles.model.overrides)
        show(Confirmation("Unset \(subject)?", diffLines(change.edits), yes: "Unset", intent: .request(.write(change))))
    }

    /// Overrides toggles with a value, or removes their overrides if it is `nil`.
    mutating func set(_ keys: [String], to value: JSONValue?) -> [ConsoleEffect] {
        let change = edits.change(of: keys, to: value, in: toggles.model.overrides)
        guard !change.edits.isEmpty else {
            return say(value == nil ? "it is already unset" : "it is already overridden with that value")
        }
        return edits.write(change).map(ConsoleEffect.request)
    }

    /// Returns lines that describe the effect of each edit.
    func diffLines(_ edits: [OverrideChange.Edit]) -> [StyledText] {
        edits.map { edit in
            StyledText(edit.key) + StyledText("  \(ValueText.short(edit.before))", CellStyle(.faint))
                + StyledText(" \(glyphs.arrow) ", CellStyle(.faint))
                + StyledText(ValueText.short(edit.after), CellStyle(.overridden, bold: true))
        }
    }

    // MARK: Values

    /// Asks for a value for the selected or marked toggles.
    mutating func edit() {
        guard let first = targets.first else { return }
        switch toggles[first].type {
        case .bool, .variants: show(choiceMenu(targetKeys, first))
        case .int, .double, .string, .json:
            let toggle = toggles[first]
            let value = currentValue(first)
            let text = toggle.type == .json ? JSONWriter(.oneLine).text(value) : value.plainText
            if TextField.holds(text) {
                show(valuePrompt(targetKeys, toggle, text: text))
            } else {
                say("‘\(toggle.key)’ has more characters than fit on a line; edit it with E", .warning)
            }
        }
    }

    private func choiceMenu(_ keys: [String], _ first: Int) -> Menu {
        let isOne = keys.count == 1
        let choices = toggles.choices(of: first)
        let inherited = toggles.inheritedValue(first)
        let detail = isOne ? "\(ValueText.short(inherited)) without the override" : "removes the overrides"
        var items = [Menu.Item("unset", detail: detail, key: "0", intent: .set(keys: keys, value: nil))]
        for (number, choice) in choices.enumerated() {
            let facts = [isOne && choice.isInherited ? "if unset" : nil, choice.isDefault ? "default" : nil]
            let detail = facts.compactMap { $0 }.joined(separator: ", ")
            let intent = Intent.set(keys: keys, value: choice.value)
            items.append(Menu.Item(choice.label, detail: detail, key: Menu.Item.key(number + 1), intent: intent))
        }
        var menu = Menu(isOne ? keys[0] : "\(keys.count) marked toggles", items, note: "a number chooses at once")
        if isOne, let now = currentOverride(of: keys[0]), let place = choices.firstIndex(where: { $0.value == now }) {
            menu.selected = place + 1
        }
        return menu
    }

    private func valuePrompt(_ keys: [String], _ toggle: ToggleDefinition, text: String) -> Prompt {
        Prompt(
            title: keys.count == 1 ? toggle.key : "\(keys.count) marked toggles",
            note: "\(ValueText.limits(of: toggle.type)); default \(ValueText.short(toggle.defaultValue))",
            text: text,
            purpose: .value(keys: keys)
        )
    }

    /// Parses a value for the toggles with these keys, which have the same type.
    ///
    /// - Throws: ``ConsoleError`` with the reason why the text is not a valid value, and the location of the mistake.
    func parse(_ text: String, for keys: [String]) throws(ConsoleError) -> JSONValue {
        guard let index = toggles.index(of: keys.first) else {
            throw ConsoleError("‘\(keys.first ?? "")’ is no longer declared")
        }
        do throws(InputError) {
            return try toggles[index].value(typed: text)
        } catch {
            throw ConsoleError(error.description, column: error.column)
        }
    }

    // MARK: Editor

    /// Opens a text in the user's editor.
    ///
    /// - Parameters:
    ///   - toggle: The toggle.
    ///   - text: The text.
    ///   - file: The file that contains the text, if it was edited before.
    /// - Returns: The effects.
    mutating func openEditor(
        _ toggle: ToggleDefinition,
        _ text: String,
        in file: String? = nil
    ) -> [ConsoleEffect] {
        edited = (toggle.key, text, file)
        return [.edit(key: toggle.key, text: text, fileExtension: toggle.type == .json ? "json" : "txt", file: file)]
    }

    /// Reopens a rejected text.
    mutating func editAgain(_ key: String, _ text: String, _ file: String?) -> [ConsoleEffect] {
        guard let index = toggles.index(of: key) else {
            return leaveFile(file, "‘\(key)’ is no longer declared", .warning)
        }
        return openEditor(toggles[index], text, in: file)
    }

    /// Opens a prompt's text in the user's editor, with the line breaks that it had in the editor before.
    mutating func openEditor(for prompt: Prompt) -> [ConsoleEffect] {
        guard let toggle = editableToggle(prompt) else {
            return say("the editor is for JSON and text of one toggle", .warning)
        }
        let line = prompt.field.text
        return openEditor(toggle, prompt.edited.flatMap { $0.line == line ? $0.text : nil } ?? line)
    }

    /// Returns the toggle whose value a prompt asks for, if the editor supports it.
    func editableToggle(_ prompt: Prompt) -> ToggleDefinition? {
        guard case .value(let keys) = prompt.purpose, keys.count == 1, let index = toggles.index(of: keys[0]) else {
            return nil
        }
        return toggles[index].type == .json || toggles[index].type == .string ? toggles[index] : nil
    }

    /// Handles the text from the editor.
    ///
    /// Invalid text goes into a prompt, or back to the editor if it is too long, so that it is not lost. Its file stays
    /// until the text is stored.
    mutating func receiveEdited(
        _ key: String,
        _ result: Result<String, ConsoleError>,
        _ file: String?
    ) -> [ConsoleEffect] {
        let sent = edited
        edited = nil
        let text: String
        switch result {
        case .failure(let error): return leaveFile(sent?.file, error.description, .failure)
        case .success(let edited): text = edited
        }
        editedFiles.add(file)
        if let sent, sent.key == key, sent.text.utf8.elementsEqual(text.utf8) {
            return leaveFile(sent.file, "nothing was changed")
        }
        // Close the prompt from which the editor was opened.
        if case .prompt(let prompt) = dialogs.last, prompt.purpose == .value(keys: [key]) { closeDialog() }
        do throws(ConsoleError) {
            let effects = set([key], to: try parse(text, for: [key]))
            editedFiles.keep(file, until: effects)
            return effects
        } catch {
            guard let index = toggles.index(of: key) else { return leaveFile(file, error.description, .failure) }
            if TextField.holds(text) {
                var prompt = valuePrompt([key], toggles[index], text: "")
                prompt.field.insert(text)
                prompt.edited = (text, prompt.field.text, file)
                prompt.problem = error.description
                // Report the location in the prompt's single line instead of in the text with line breaks.
                do throws(ConsoleError) { _ = try parse(prompt.field.text, for: [key]) } catch { prompt.reject(error) }
                show(prompt)
            } else {
                let reason = StyledText("The edited text is invalid: \(error.description)")
                let intent = Intent.editAgain(key: key, text: text, file: file)
                show(Confirmation("Edit ‘\(key)’ again?", [reason], yes: "Edit", intent: intent))
            }
            return []
        }
    }

    /// Shows a message, and names the file of an edited text that is not stored.
    ///
    /// The file comes first, because the end of a long message may not fit on the screen.
    @discardableResult
    mutating func leaveFile(
        _ file: String?,
        _ sentence: String,
        _ kind: Message.Kind = .notice
    ) -> [ConsoleEffect] {
        guard let file else { return say(sentence, kind) }
        editedFiles.leave(file)
        // The editor's error may have named it.
        guard !sentence.contains(bytesOf: file) else { return say(sentence, kind) }
        let end = sentence.hasSuffix(".") ? "" : "."
        return say("Your text is in \(file). \(sentence.prefix(1).uppercased())\(sentence.dropFirst())\(end)", kind)
    }

    /// Returns the effects that delete files whose texts are stored or no longer needed.
    mutating func discardFiles() -> [ConsoleEffect] {
        guard !editedFiles.paths.isEmpty else { return [] }
        let held = dialogs.map { dialog -> String? in
            switch dialog {
            case .prompt(let prompt): prompt.edited?.file
            case .confirmation(let confirmation): confirmation.editedFile
            case .filter, .menu, .page: nil
            }
        }
        return editedFiles.takeUnneeded(besides: (held + [edited?.file]).compactMap(\.self)).map { .discard(path: $0) }
    }

    // MARK: Prompts

    /// Returns the prompt for an action.
    func prompt(for action: Action) -> Prompt {
        switch action {
        case .savePreset:
            let title = "Save \(toggles.model.overrides.count.counted("override")) as"
            return Prompt(title: title, note: "a name, for example demo", purpose: .presetName)
        case .importPreset:
            return Prompt(title: "Import a preset from", note: "the path of a preset's file", purpose: .importPreset)
        default:
            return Prompt(
                title: "What if",
                note: "targetingKey=ada plan=pro age=41; empty for the client's own context",
                text: toggles.whatIf.text.map { $0 + " " } ?? ContextText.start(toggles.ownContext),
                purpose: .context
            )
        }
    }

    /// Accepts the answer of a prompt, or shows why it is invalid.
    mutating func submit(_ prompt: Prompt) -> [ConsoleEffect] {
        guard !prompt.isSent else { return [] }
        do throws(ConsoleError) {
            if prompt.field.isCut { throw ConsoleError(TextField.tooLong) }
            let text = prompt.field.text.trimmed
            switch prompt.purpose {
            case .value(let keys):
                let value = try parse(prompt.field.text, for: keys)
                closeDialog()
                let effects = set(keys, to: value)
                editedFiles.keep(prompt.edited?.file, until: effects)
                return effects
            case .presetName:
                if let problem = PresetFolder.problem(ofName: text) { throw ConsoleError(problem) }
                closeDialog()
                return [.request(.savePreset(Preset(name: text, values: toggles.model.overrides)))]
            case .exportPreset(let preset): return try send(.exportPreset(preset, path: text), prompt, text)
            case .importPreset: return try send(.importPreset(path: text), prompt, text)
            case .context:
                let context: EvaluationContext?
                do throws(InputError) {
                    context = try ContextText.parse(text)
                } catch {
                    throw ConsoleError(error.description, column: error.column)
                }
                closeDialog()
                setWhatIf(context)
                return []
            case .flag(let key, let question):
                var prompt = prompt
                prompt.isSent = true
                let command = try flagCommand(question, text)
                replaceDialog(.prompt(prompt))
                return [.operate(FlagRequest(key: key, command: command))]
            }
        } catch {
            var prompt = prompt
            prompt.reject(error)
            replaceDialog(.prompt(prompt))
            return []
        }
    }

    /// Sends a request with a path, and keeps the prompt open until the result is known.
    private mutating func send(
        _ request: OverrideRequest,
        _ prompt: Prompt,
        _ path: String
    ) throws(ConsoleError) -> [ConsoleEffect] {
        guard !path.isEmpty else { throw ConsoleError("write the path of a file") }
        var prompt = prompt
        prompt.isSent = true
        replaceDialog(.prompt(prompt))
        return [.request(request)]
    }
}
#endif
