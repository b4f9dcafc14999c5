#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Asks for a value for the selected or marked toggles.
    mutating func edit() -> [ConsoleEffect] {
        let indices = targets
        guard let first = indices.first else { return [] }
        let keys = indices.map { model.toggles[$0].key }
        switch model.toggles[first].type {
        case .bool: openChoice(keys, first, [("on", true), ("off", false)])
        case .variants(let names): openChoice(keys, first, names.map { ($0, .string($0)) })
        case .int, .double, .string, .json: openValuePrompt(keys)
        }
        return []
    }

    private mutating func openChoice(_ keys: [String], _ first: Int, _ values: [(label: String, value: JSONValue)]) {
        let now = keys.count == 1 ? currentOverride(keys[0]) : nil
        let inherited = inheritedValue(first)
        var items = [
            Menu.Item(
                label: "inherit",
                detail: keys.count == 1
                    ? "\(ValueText.short(inherited)) without the override" : "removes the overrides",
                key: "0",
                intent: .set(keys: keys, value: nil)
            )
        ]
        for (number, choice) in values.enumerated() {
            var detail: [String] = []
            if keys.count == 1, choice.value == inherited { detail.append("inherited") }
            if choice.value == model.toggles[first].defaultValue { detail.append("default") }
            items.append(
                Menu.Item(
                    label: choice.label,
                    detail: detail.joined(separator: ", "),
                    key: number < 9 ? String(number + 1) : "",
                    intent: .set(keys: keys, value: choice.value)
                )
            )
        }
        var menu = Menu(
            title: keys.count == 1 ? keys[0] : "\(keys.count) marked toggles",
            kind: .choice,
            items: items,
            note: "a number chooses at once"
        )
        if let now, let place = values.firstIndex(where: { $0.value == now }) { menu.selected = place + 1 }
        layers.append(.menu(menu))
    }

    /// Opens a prompt for a value.
    mutating func openValuePrompt(_ keys: [String]) {
        guard let index = model.toggles.firstIndex(where: { $0.key == keys.first }) else { return }
        let toggle = model.toggles[index]
        let value = currentValue(index)
        let text: String =
            switch toggle.type {
            case .json: JSONWriter(.oneLine).text(value)
            default: value.plainText
            }
        guard TextField.holds(text) else {
            message = Message("‘\(toggle.key)’ has more characters than fit on a line; edit it with E", .warning)
            return
        }
        layers.append(.prompt(valuePrompt(keys, toggle, text: text)))
    }

    private func valuePrompt(_ keys: [String], _ toggle: ToggleDefinition, text: String) -> Prompt {
        Prompt(
            title: keys.count == 1 ? toggle.key : "\(keys.count) marked toggles",
            note: "\(ValueText.limits(of: toggle.type)); default \(ValueText.short(toggle.defaultValue))",
            text: text,
            purpose: .value(keys: keys)
        )
    }

    /// Accepts the typed value, or reports why it is invalid and changes nothing.
    mutating func submitValue(_ prompt: Prompt, _ keys: [String]) -> [ConsoleEffect] {
        var prompt = prompt
        do throws(ValueProblem) {
            let value = try parse(prompt.field.text, for: keys)
            closeTop()
            return set(keys, to: value)
        } catch {
            prompt.problem = error.message
            if let column = error.column { prompt.field.moveCursor(to: column - 1) }
            replaceTop(.prompt(prompt))
            return []
        }
    }

    /// The reason why a text is not a valid value, and its location.
    struct ValueProblem: Error {
        var message: String
        var column: Int?
    }

    func parse(_ text: String, for keys: [String]) throws(ValueProblem) -> JSONValue {
        guard let toggle = model.toggles.first(where: { $0.key == keys.first }) else {
            throw ValueProblem(message: "‘\(keys.first ?? "")’ is no longer declared")
        }
        // Around numbers, variants, and JSON, spaces are unintentional.
        let text = toggle.type == .string ? text : Self.trimmed(text)
        if toggle.type == .json {
            do throws(JSONSyntaxError) {
                _ = try JSONReader().value(from: text)
            } catch {
                let line = error.location.line > 1 ? "line \(error.location.line), " : ""
                throw ValueProblem(
                    message: "\(line)column \(error.location.column): \(error.message)",
                    column: error.location.line == 1 ? error.location.column : nil
                )
            }
        }
        do throws(EvaluationError) {
            return try toggle.value(fromText: text)
        } catch {
            throw ValueProblem(message: Self.reason(text, toggle) ?? error.message)
        }
    }

    /// Returns a more specific reason than the type gives if a text is almost a value.
    private static func reason(_ text: String, _ toggle: ToggleDefinition) -> String? {
        switch toggle.type {
        case .int:
            let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return "\(text) is out of range; ‘\(toggle.key)’ takes \(ValueText.limits(of: .int))"
        case .double:
            guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), Double(text)?.isInfinite == true else {
                return nil
            }
            let largest = Double.greatestFiniteMagnitude
            return "\(text) is out of range; ‘\(toggle.key)’ takes a number from -\(largest) to \(largest)"
        case .json:
            guard let value = try? JSONReader().value(from: text) else { return nil }
            return JSONShape.difference(value, from: toggle.defaultValue).map { "‘\(toggle.key)’: \($0)" }
        case .bool, .string, .variants: return nil
        }
    }

    static func trimmed(_ text: String) -> String {
        var text = Substring(text)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Opens a value in the user's editor.
    mutating func editExternally() -> [ConsoleEffect] {
        guard let index = selectedIndex else { return [] }
        let toggle = model.toggles[index]
        let value = currentValue(index)
        let isJSON = toggle.type == .json
        let text = isJSON ? JSONWriter(.pretty).text(value) : value.plainText
        return edit(text, of: toggle)
    }

    /// Opens a text in the user's editor.
    private mutating func edit(_ text: String, of toggle: ToggleDefinition) -> [ConsoleEffect] {
        edited = (toggle.key, text)
        return [.edit(key: toggle.key, text: text, fileExtension: toggle.type == .json ? "json" : "txt")]
    }

    /// Reopens a rejected text.
    mutating func editAgain(_ key: String, _ text: String) -> [ConsoleEffect] {
        guard let toggle = model.toggles.first(where: { $0.key == key }) else {
            message = Message("‘\(key)’ is no longer declared", .warning)
            return []
        }
        return edit(text, of: toggle)
    }

    /// Handles the text from the editor.
    ///
    /// If it is invalid, it goes into a prompt, so that it is not lost.
    mutating func receiveEdited(_ key: String, _ result: Result<String, ConsoleFailure>) -> [ConsoleEffect] {
        let sent = edited
        edited = nil
        switch result {
        case .failure(let failure):
            message = Message(failure.message, .failure)
            return []
        case .success(let text):
            if let sent, sent.key == key, sent.text.utf8.elementsEqual(text.utf8) {
                message = Message("nothing was changed")
                return []
            }
            closePrompt(for: key)
            do throws(ValueProblem) {
                return set([key], to: try parse(text, for: [key]))
            } catch {
                guard let toggle = model.toggles.first(where: { $0.key == key }) else {
                    message = Message(error.message, .failure)
                    return []
                }
                guard TextField.holds(text) else {
                    let reason = StyledText("What you wrote cannot be used: \(error.message)")
                    let question = Confirmation(
                        "Edit ‘\(key)’ again?",
                        lines: [reason],
                        yes: "Edit",
                        intent: .editAgain(key: key, text: text)
                    )
                    layers.append(.confirmation(question))
                    return []
                }
                var prompt = valuePrompt([key], toggle, text: "")
                prompt.field.insert(text)
                prompt.problem = error.message
                prompt.edited = (text, prompt.field.text)
                locateProblem(in: &prompt, [key])
                layers.append(.prompt(prompt))
                return []
            }
        }
    }
}
#endif
