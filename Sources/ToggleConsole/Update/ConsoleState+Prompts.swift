#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    mutating func press(_ key: Key, in prompt: Prompt) -> [ConsoleEffect] {
        var prompt = prompt
        switch key {
        case .enter: return submit(prompt)
        case .escape: closeTop()
        case .control("c"):
            guard prompt.hasUnsavedText else {
                closeTop()
                return [.quit]
            }
            layers.append(.confirmation(Confirmation("Quit and lose what was typed?", yes: "Quit", intent: .quit)))
        case .control("x"): return openEditor(for: prompt)
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        default:
            if prompt.field.handle(key) {
                prompt.problem = nil
                prompt.isSent = false
            }
            replaceTop(.prompt(prompt))
        }
        return []
    }

    private mutating func submit(_ prompt: Prompt) -> [ConsoleEffect] {
        guard !prompt.isSent else { return [] }
        var prompt = prompt
        /// Sends an effect and keeps the prompt open until the result is known.
        func send(_ effect: ConsoleEffect, in state: inout ConsoleState) -> [ConsoleEffect] {
            prompt.isSent = true
            state.replaceTop(.prompt(prompt))
            return [effect]
        }
        let text = Self.trimmed(prompt.field.text)
        func refuse(_ problem: String, in state: inout ConsoleState) -> [ConsoleEffect] {
            prompt.problem = problem
            state.replaceTop(.prompt(prompt))
            return []
        }
        if prompt.field.isCut { return refuse(TextField.tooLong, in: &self) }
        switch prompt.purpose {
        case .value(let keys): return submitValue(prompt, keys)
        case .presetName:
            if let problem = Preset.problem(ofName: text) { return refuse(problem, in: &self) }
            closeTop()
            return [.savePreset(Preset(name: text, values: model.overrides))]
        case .exportPreset(let preset):
            if text.isEmpty { return refuse("write the path of a file", in: &self) }
            return send(.exportPreset(preset, path: text), in: &self)
        case .importPreset:
            if text.isEmpty { return refuse("write the path of a file", in: &self) }
            return send(.importPreset(path: text), in: &self)
        case .context:
            do throws(ConsoleFailure) {
                let context = try ContextText.parse(text)
                closeTop()
                setWhatIf(context)
            } catch {
                return refuse(error.message, in: &self)
            }
        }
        return []
    }

    /// Opens the prompt that an action needs.
    mutating func openPrompt(for action: Action) {
        let prompt: Prompt
        switch action {
        case .savePreset:
            prompt = Prompt(
                title: "Save \(Self.counted(model.overrides.count, "override")) as",
                note: "a name, for example demo",
                purpose: .presetName
            )
        case .importPreset:
            prompt = Prompt(title: "Import a preset from", note: "the path of a preset’s file", purpose: .importPreset)
        default:
            prompt = Prompt(
                title: "What if",
                note: "targetingKey=ada plan=pro age=41; empty for the client’s own context",
                text: ContextText.text(whatIf ?? model.context),
                purpose: .context
            )
        }
        layers.append(.prompt(prompt))
    }

    /// Shows values for a what-if context, or for the client's own context if it is `nil`.
    mutating func setWhatIf(_ context: EvaluationContext?) {
        whatIf = context
        forgetResolved()
        findChangesByWhatIf()
        if sort == .source { rebuildOrder() }
        if dependsOnValues { rebuildRows(keepingSelection: true) }
        guard context != nil else {
            message = Message("values are those of the client’s own context again")
            return
        }
        let count = changedByWhatIf.count
        message = Message(
            count == 0
                ? "no toggle has another value for this context"
                : "\(Self.counted(count, "toggle")) \(count == 1 ? "has" : "have") another value for this context; filter with is:changed"
        )
    }

    /// Finds the toggles that have another value in the what-if context.
    mutating func findChangesByWhatIf() {
        changedByWhatIf = []
        guard let whatIf else { return }
        for index in model.toggles.indices
        where model.explanation(index, whatIf).value != model.explanation(index, nil).value {
            changedByWhatIf.insert(model.toggles[index].id)
        }
    }
}
#endif
