#if OVERRIDES
import ToggleBase
import FeatureToggles

/// The console in line mode, for screen readers, scripts, and terminals without cursor movement.
///
/// A line of input is a command or the answer to the last question. Both go through the same ``ConsoleState`` as the
/// keys of the screen.
struct LineConsole: Sendable {
    /// The result of a line or an event.
    struct Answer: Equatable, Sendable {
        var lines: [String] = []
        var effects: [ConsoleEffect] = []
        /// Whether the request failed.
        var hasFailed = false

        /// Returns the answer to a request that can't be performed.
        static func failure(_ line: String) -> Answer { Answer(lines: [line], hasFailed: true) }
    }

    var state: ConsoleState
    /// The answers from the command's line to questions that have not been asked yet.
    private var answers: [String] = []
    /// Whether the open question was answered on the command's line, so it must not be repeated.
    private var isAnsweredAtOnce = false

    init(model: ConsoleModel, memory: ConsoleMemory, settings: ConsoleSettings) {
        var settings = settings
        settings.isASCII = true
        // Only a few rows, because every toggle on the screen is resolved.
        state = ConsoleState(model: model, memory: memory, settings: settings, size: Grid.Size(rows: 4, columns: 200))
    }

    /// The lines to print at the start.
    var greeting: [String] {
        let model = state.toggles.model
        let environment = model.environment.map { ", environment \($0)" } ?? ""
        let origin =
            switch state.model.origin {
            case .client: environment
            case .app(let app): ", \(app.name)"
            case .computed: "\(environment), no running app"
            case .unreadable: "\(environment), running app can't be read"
            }
        let remote = state.remoteText.map { ", \($0)" } ?? ""
        let count = "\(model.toggles.count.counted("toggle")), \(state.toggles.overridden.count) overridden"
        let file = model.defaultsPath.map { "overrides are written to \($0)" } ?? "there is no local defaults file"
        let lock = state.settings.readOnlyReason.map { [$0] } ?? []
        return ["\(count)\(origin)\(remote)", file] + lock + ["help lists the commands"]
    }

    /// Handles a line of input.
    mutating func handle(line: String) -> Answer {
        let line = line.hasSuffix("\r") ? String(line.dropLast()) : line
        let text = line.trimmed
        state.message = nil
        if let dialog = state.dialogs.last { return reply(to: dialog, text, line: line) }
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = words.first else { return Answer() }
        return run(name, words.count > 1 ? words[1].trimmed : "", line: line)
    }

    /// Handles an external event, such as the result of an effect or a new model.
    mutating func handle(_ event: ConsoleEvent) -> Answer {
        let hasReloaded = if case .reloaded = event { state.message == .reloading } else { false }
        if !hasReloaded { state.message = nil }
        let isWaiting = !state.dialogs.isEmpty
        let effects = state.handle(event)
        switch event {
        case .report(.presets): return continueAnswering(report(effects))
        // The question about the effect, or the prompt with the problem.
        case .previewed: return report(effects)
        default: break
        }
        guard isWaiting, state.message == nil else { return report(effects) }
        return Answer(effects: effects)
    }

    /// Performs an action and reports the result, which for a move is the new selection.
    mutating func perform(_ action: Action) -> Answer {
        let selection = state.list.selection
        let isDisabled = state.disabledReason(action) != nil
        var answer = report(state.perform(action))
        if isDisabled { answer.hasFailed = true }
        if action == .why, !isDisabled, let index = state.list.selectedIndex {
            answer.lines = [currentLine] + state.why(of: index).map(\.text)
        }
        if answer.lines.isEmpty, answer.effects.isEmpty || state.list.selection != selection {
            answer.lines = [currentLine]
        }
        return answer
    }

    /// Performs an action and answers its questions with the text after its name, as in `save-preset sale`.
    ///
    /// After an invalid answer, the question is not repeated, because the next line of a script is another command.
    mutating func perform(_ action: Action, answering text: String) -> Answer {
        let answer = perform(action)
        guard !answer.hasFailed else { return answer }
        answers = action == .exportPreset ? text.split(separator: " ", maxSplits: 1).map(String.init) : [text]
        isAnsweredAtOnce = true
        return answer.effects.contains(.request(.loadPresets)) ? answer : continueAnswering(Answer())
    }

    /// Passes the next available answer to the open question.
    ///
    /// - Parameter answer: The result to return if there are no answers.
    /// - Returns: The combined result of all answers.
    private mutating func continueAnswering(_ answer: Answer) -> Answer {
        guard isAnsweredAtOnce else { return answer }
        var answer = answer
        while !answer.hasFailed, !answers.isEmpty, !state.dialogs.isEmpty {
            let next = handle(line: answers.removeFirst())
            answer = Answer(lines: next.lines, effects: answer.effects + next.effects, hasFailed: next.hasFailed)
        }
        if answer.hasFailed {
            answers = []
            state.dialogs = []
            answer.lines = Array(answer.lines.prefix(1))
        }
        // A prompt may be waiting for the result of its answer.
        let isSent = if case .prompt(let prompt) = state.dialogs.last { prompt.isSent } else { false }
        isAnsweredAtOnce = !answers.isEmpty || isSent
        return answer
    }

    // MARK: Questions

    /// Reports the result of a command: its message, or the question that it asks.
    mutating func report(_ effects: [ConsoleEffect]) -> Answer {
        var answer = Answer(effects: effects + state.discardFiles())
        if let message = state.message {
            let mark =
                switch message.kind {
                case .notice, .success: ""
                case .warning: "warning: "
                case .failure: "error: "
                }
            answer.lines.append(mark + message.text)
            answer.hasFailed = message.kind == .failure
        }
        switch state.dialogs.last {
        case .filter: state.closeDialog()
        case .page(let page):
            answer.lines += ["\(page.title):"] + page.lines.map(\.text)
            state.closeDialog()
        // The result is reported when it arrives.
        case .prompt(let prompt) where prompt.isSent: break
        case .prompt(let prompt):
            if let problem = prompt.problem {
                answer.lines.append("error: \(problem)")
                answer.hasFailed = true
            }
            answer.lines.append(question(prompt))
        // The menu is shown after the presets are read.
        case .menu(let menu) where menu.kind == .presets && effects.contains(.request(.loadPresets)): break
        case .menu(let menu): answer.lines += question(menu)
        case .confirmation(let confirmation):
            answer.lines += confirmation.lines.map(\.text)
            answer.lines.append(question(confirmation))
        case nil: break
        }
        return answer
    }

    private func question(_ prompt: Prompt) -> String {
        var parts = ["\(prompt.title)? \(prompt.note)"]
        if case .value = prompt.purpose {
            // The field may contain an invalid answer, so show the initial value.
            parts.append("now \(JSONValue.string(prompt.initial).tableText)")
            parts.append("an empty line keeps it" + (isText(prompt) ? ", \"\" is empty text" : ""))
        } else if !prompt.field.text.isEmpty {
            parts.append("an empty line means \(JSONValue.string(prompt.field.text).tableText)")
        }
        return (parts + [". cancels"]).joined(separator: "; ")
    }

    private func question(_ menu: Menu) -> [String] {
        if menu.items.isEmpty {
            return ["\(menu.title): \(menu.note.isEmpty ? "nothing to choose" : menu.note); . closes"]
        }
        let items = menu.items.enumerated().map { number, item in
            let detail = item.disabledReason ?? item.detail
            return "  \(Self.key(item, number)) \(item.label)\(detail.isEmpty ? "" : ", \(detail)")"
        }
        return ["\(menu.title):"] + items + ["which one? . cancels"]
    }

    private func question(_ confirmation: Confirmation) -> String {
        let choices = confirmation.choices.map { "\($0.key): \($0.label)" }.joined(separator: ", ")
        return "\(confirmation.title) \(choices); an empty line means No"
    }

    /// Returns the choice with a key or a label in lowercase; ‘yes’ and ‘no’ stand for the keys ‘y’ and ‘n’.
    private static func choice(_ typed: String, of confirmation: Confirmation) -> Int? {
        let key = typed == "yes" ? "y" : typed == "no" ? "n" : typed
        return confirmation.choices.firstIndex { key == String($0.key) || typed == $0.label.lowercased() }
    }

    private static func key(_ item: Menu.Item, _ number: Int) -> String {
        item.key.isEmpty ? String(number + 1) : item.key
    }

    /// Whether the answer is used as typed, including leading and trailing spaces.
    private func isText(_ prompt: Prompt) -> Bool {
        if case .value(let keys) = prompt.purpose { isText(keys.first) } else { false }
    }

    /// Returns whether a toggle accepts any text.
    func isText(_ key: String?) -> Bool { state.toggles.index(of: key).map { state.toggles[$0].type } == .string }

    /// Returns the text that a line represents.
    ///
    /// JSON strings are unquoted, so any text can be entered, including an empty one as `""`.
    static func text(_ line: String) -> String {
        guard line.hasPrefix("\""), line.hasSuffix("\""), case .string(let text)? = try? JSONReader().value(from: line)
        else { return line }
        return text
    }

    /// Handles a line as the answer to a question.
    private mutating func reply(to dialog: Dialog, _ text: String, line: String) -> Answer {
        switch dialog {
        case .filter, .page:
            state.closeDialog()
            return handle(line: line)
        case .prompt(var prompt):
            guard text != "." else { return cancel() }
            let isText = isText(prompt)
            let answer = isText ? Self.text(line) : text
            guard answer.count <= TextField.limit else {
                let limit = "the answer is longer than \(TextField.limit) characters"
                return Answer(lines: ["error: \(limit); write set KEY VALUE instead"])
            }
            if isText ? line.isEmpty : text.isEmpty {
                // On the screen, Enter accepts the current value in the field.
                if case .value = prompt.purpose { return cancel() }
            } else {
                prompt.field = TextField(answer)
            }
            state.replaceDialog(.prompt(prompt))
            return report(state.handle(.key(.enter)))
        case .confirmation(let confirmation):
            guard text != ".", !text.isEmpty, confirmation.choices.count > 1 else {
                return report(state.answer(0, to: confirmation))
            }
            guard let place = Self.choice(text.lowercased(), of: confirmation) else {
                return Answer(lines: ["‘\(text)’ is not one of them", question(confirmation)], hasFailed: true)
            }
            return report(state.answer(place, to: confirmation))
        case .menu(let menu):
            guard text != ".", !text.isEmpty else { return cancel() }
            let items = menu.items
            let place =
                items.indices.first { Self.key(items[$0], $0) == text }
                ?? items.firstIndex { $0.label.lowercased() == text.lowercased() }
            guard let place else {
                return Answer(lines: ["‘\(text)’ is not one of them"] + question(menu), hasFailed: true)
            }
            return report(state.choose(place, in: menu))
        }
    }

    private mutating func cancel() -> Answer {
        if case .prompt(let prompt) = state.dialogs.last, prompt.edited?.file != nil {
            return report(state.cancel(prompt))
        }
        state.closeDialog()
        return Answer(lines: ["nothing was changed"], effects: state.discardFiles())
    }
}
#endif
