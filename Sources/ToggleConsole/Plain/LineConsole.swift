#if OVERRIDES
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
        static func refusal(_ line: String) -> Answer { Answer(lines: [line], hasFailed: true) }
    }

    var state: ConsoleState
    /// The answers given on the command's line, for questions not asked yet.
    var answers: [String] = []
    /// Whether the open question was answered on the command's line, and so is not repeated.
    var isAnsweredAtOnce = false

    init(model: ConsoleModel, memory: ConsoleMemory, settings: ConsoleSettings) {
        var settings = settings
        settings.isASCII = true
        // Few rows, because the value of each toggle on the screen is resolved.
        state = ConsoleState(model: model, memory: memory, settings: settings, size: Grid.Size(rows: 4, columns: 200))
    }

    /// The lines to print at the start.
    var greeting: [String] {
        let file =
            state.model.defaultsPath.map { "overrides are written to \($0)" } ?? "there is no local defaults file"
        let environment = state.model.environment.map { ", environment \($0)" } ?? ""
        let remote = state.remoteText.map { ", \($0)" } ?? ""
        let lock = state.settings.readOnlyReason.map { ["read-only: \($0)"] } ?? []
        return [
            "\(ConsoleState.counted(state.model.toggles.count, "toggle")), \(state.overridden.count) overridden\(environment)\(remote)",
            file,
        ] + lock + ["help lists the commands"]
    }

    /// Handles a line of input.
    mutating func handle(line: String) -> Answer {
        let line = line.hasSuffix("\r") ? String(line.dropLast()) : line
        let text = ConsoleState.trimmed(line)
        state.message = nil
        if let layer = state.layers.last { return reply(to: layer, text, line: line) }
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = words.first else { return Answer() }
        let rest = words.count > 1 ? ConsoleState.trimmed(words[1]) : ""
        switch name {
        case "list": return list(rest)
        case "show": return show(rest)
        case "get": return get(rest)
        case "set": return set(Self.behind(name, in: line))
        case "filter", "view", "what-if": return narrow(name, rest)
        case "help", "palette": return Answer(lines: help(rest))
        default: return run(name, rest)
        }
    }

    /// Returns the text after a command, including its trailing spaces.
    private static func behind(_ name: String, in line: String) -> String {
        let command = line.drop(while: \.isWhitespace).dropFirst(name.count)
        return String(command.drop(while: \.isWhitespace))
    }

    /// Handles an event from outside: the result of an effect, a new model.
    mutating func handle(_ event: ConsoleEvent) -> Answer {
        state.message = nil
        let isWaiting = !state.layers.isEmpty
        let effects = state.handle(event)
        if case .presets = event { return continueAnswering(speak(effects)) }
        guard isWaiting, state.message == nil else { return speak(effects) }
        return Answer(effects: effects)
    }

    /// Performs an action and reports the result; a move reports the new selection.
    mutating func perform(_ action: Action) -> Answer {
        let selection = state.selection
        let reason = state.disabledReason(action)
        var answer = speak(state.perform(action))
        if reason != nil { answer.hasFailed = true }
        if action == .why, reason == nil, let index = state.selectedIndex {
            answer.lines = [currentLine] + state.why(of: index).map(\.text)
        }
        if answer.lines.isEmpty, answer.effects.isEmpty || state.selection != selection {
            answer.lines = [currentLine]
        }
        return answer
    }

    /// Reports the result of a command: its message, or the question that it asks.
    mutating func speak(_ effects: [ConsoleEffect]) -> Answer {
        var answer = Answer(effects: effects)
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
        switch state.layers.last {
        case .filter: state.closeTop()
        case .page(let page):
            answer.lines += ["\(page.title):"] + page.lines.map(\.text)
            state.closeTop()
        // The result is reported when it arrives.
        case .prompt(let prompt) where prompt.isSent: break
        case .prompt(let prompt):
            if let problem = prompt.problem {
                answer.lines.append("error: \(problem)")
                answer.hasFailed = true
            }
            answer.lines.append(question(prompt))
        // The menu is shown after the presets are read.
        case .menu(let menu) where menu.kind == .presets && effects.contains(.loadPresets): break
        case .menu(let menu): answer.lines += question(menu)
        case .confirmation(let confirmation):
            answer.lines += confirmation.lines.map(\.text)
            let choices = confirmation.choices.map { "\($0.key) \($0.label)" }.joined(separator: ", ")
            answer.lines.append("\(confirmation.title) \(choices); Enter is No")
        case nil: break
        }
        return answer
    }

    private func question(_ prompt: Prompt) -> String {
        var parts = ["\(prompt.title)? \(prompt.note)"]
        let now = JSONValue.string(prompt.field.text).tableText
        switch prompt.purpose {
        case .value:
            // An invalid answer is not the current value.
            parts.append("now \(JSONValue.string(prompt.initial).tableText)")
            parts.append(isText(prompt) ? "an empty line keeps it, \"\" is empty text" : "an empty line keeps it")
        case .presetName, .exportPreset, .importPreset, .context:
            if !prompt.field.text.isEmpty { parts.append("an empty line means \(now)") }
        }
        return (parts + [". cancels"]).joined(separator: "; ")
    }

    /// Whether the answer is used as typed, including leading and trailing spaces.
    private func isText(_ prompt: Prompt) -> Bool {
        guard case .value(let keys) = prompt.purpose else { return false }
        return isText(keys.first ?? "")
    }

    /// Returns whether a toggle accepts any text.
    func isText(_ key: String) -> Bool { state.model.toggles.first { $0.key == key }?.type == .string }

    /// Returns the text that a line stands for.
    ///
    /// A JSON string is unquoted, so every text can be written, including the empty one as `""`.
    static func text(_ line: String) -> String {
        guard line.hasPrefix("\""), line.hasSuffix("\"") else { return line }
        do throws(JSONSyntaxError) {
            guard case .string(let text) = try JSONReader().value(from: line) else { return line }
            return text
        } catch {
            return line
        }
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

    private static func key(_ item: Menu.Item, _ number: Int) -> String {
        item.key.isEmpty ? String(number + 1) : item.key
    }

    /// Handles a line as the answer to a question.
    private mutating func reply(to layer: Layer, _ text: String, line: String) -> Answer {
        switch layer {
        case .filter, .page:
            state.closeTop()
            return handle(line: line)
        case .prompt(var prompt):
            guard text != "." else { return cancel() }
            let answer = isText(prompt) ? Self.text(line) : text
            guard answer.count <= TextField.limit else {
                return Answer(lines: [
                    "error: the answer is longer than \(TextField.limit) characters; write set KEY VALUE instead"
                ])
            }
            if isText(prompt) ? line.isEmpty : text.isEmpty {
                // On the screen, Enter accepts the current value in the field.
                if case .value = prompt.purpose { return cancel() }
            } else {
                prompt.field = TextField(answer)
            }
            state.replaceTop(.prompt(prompt))
            return speak(state.handle(.key(.enter)))
        case .confirmation(let confirmation):
            let place = confirmation.choices.firstIndex { choice in
                !text.isEmpty
                    && (text.lowercased() == String(choice.key) || choice.label.lowercased() == text.lowercased())
            }
            return speak(state.answer(place ?? 0, to: confirmation))
        case .menu(let menu):
            guard text != ".", !text.isEmpty else { return cancel() }
            let items = Array(menu.items.enumerated())
            let place =
                items.first { Self.key($0.element, $0.offset) == text }
                ?? items.first { $0.element.label.lowercased() == text.lowercased() }
            guard let place else {
                return Answer(lines: ["‘\(text)’ is none of them"] + question(menu), hasFailed: true)
            }
            return speak(state.choose(place.offset, in: menu))
        }
    }

    private mutating func cancel() -> Answer {
        state.closeTop()
        return Answer(lines: ["nothing was changed"])
    }
}
#endif
