#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Opens a prompt's text in the user's editor, with the line breaks that it had there before.
    mutating func openEditor(for prompt: Prompt) -> [ConsoleEffect] {
        guard let toggle = editableToggle(prompt) else {
            message = Message("the editor is for JSON and text of one toggle", .warning)
            return []
        }
        let line = prompt.field.text
        let text = prompt.edited.flatMap { $0.line == line ? $0.text : nil } ?? line
        return editAgain(toggle.key, text)
    }

    /// Returns the toggle whose value a prompt asks for, if the editor supports it.
    func editableToggle(_ prompt: Prompt) -> ToggleDefinition? {
        guard case .value(let keys) = prompt.purpose, keys.count == 1,
            let toggle = model.toggles.first(where: { $0.key == keys[0] })
        else { return nil }
        return toggle.type == .json || toggle.type == .string ? toggle : nil
    }

    /// Closes the prompt that opened the editor.
    mutating func closePrompt(for key: String) {
        guard case .prompt(let prompt) = layers.last, prompt.purpose == .value(keys: [key]) else { return }
        closeTop()
    }

    /// Locates the problem in the prompt's one-line form of a text with several lines.
    func locateProblem(in prompt: inout Prompt, _ keys: [String]) {
        do throws(ValueProblem) {
            _ = try parse(prompt.field.text, for: keys)
        } catch {
            prompt.problem = error.message
            if let column = error.column { prompt.field.moveCursor(to: column - 1) }
        }
    }
}
#endif
