#if OVERRIDES
import FeatureToggles

extension LineConsole {
    /// The commands that need more than a key, for the help page.
    static let commands: [(name: String, help: String)] = [
        ("list [FILTER]", "Shows the toggles of the view and the filter, one a line."),
        ("show KEY", "Shows all that is known of a toggle, and what every source answered."),
        ("get KEY", "Shows the value of a toggle and nothing else."),
        ("set KEY VALUE", "Overrides a toggle; reset KEY takes the override away."),
        (
            "filter [FILTER]",
            "Narrows the list: words, and cat: src: type: owner: key: is: with ! for not; without one shows all."
        ),
        ("pin [KEY …]", "Keeps toggles in the view pinned."),
        ("unpin [KEY …]", "Takes toggles out of the view pinned."),
        ("view NAME", "Shows all, overridden, stale, pinned or conflicts."),
        ("what-if [NAME=VALUE …]", "Shows the values for another context; without one for the client’s own."),
        ("help [WORDS]", "Lists the commands that have all the words."),
    ]

    /// Returns the help lines of the commands whose name or help contains the words.
    func help(_ text: String) -> [String] {
        let words = text.lowercased().split(separator: " ")
        let taken = Set(Self.commands.compactMap { $0.name.split(separator: " ").first.map(String.init) })
        let actions = Action.table.filter { !taken.contains($0.action.rawValue) }.map { entry in
            let key = entry.command?.contains(bytesOf: "KEY") == true ? " [KEY …]" : ""
            return (name: entry.action.rawValue + key, help: entry.help)
        }
        let found = (Self.commands + actions).filter { entry in
            let text = "\(entry.name) \(entry.help)".lowercased()
            return words.allSatisfy { text.contains(bytesOf: $0) }
        }
        return found.isEmpty ? ["no command has ‘\(text)’"] : found.map { "\($0.name): \($0.help)" }
    }

    mutating func list(_ filter: String) -> Answer {
        if !filter.isEmpty { state.setFilter(filter, movingToFirst: false) }
        let lines = state.rows.compactMap { row -> String? in
            guard case .toggle(let index) = row else { return nil }
            return self.line(index)
        }
        let problem = state.query.problem.map { ["warning: \($0)"] } ?? []
        return Answer(lines: problem + (lines.isEmpty ? ["no toggles"] : lines), hasFailed: !problem.isEmpty)
    }

    /// The line that describes the selection.
    var currentLine: String {
        if let index = state.selectedIndex { return line(index) }
        guard case .group(let category) = state.selection else { return "nothing is selected" }
        return "\(category.rawValue) toggles"
    }

    /// Returns a sentence about a toggle.
    private func line(_ index: Int) -> String {
        let toggle = state.model.toggles[index]
        let answer = state.resolution(index)
        var facts = [answer.source.rawValue]
        if answer.source.isOverride || state.isOverridden(toggle) { facts.append("overridden") }
        let staleness = state.catalogue.staleness[index]
        if staleness.contains(.expired) { facts.append("expired") }
        if staleness.contains(.expiring) { facts.append("expires soon") }
        if staleness.contains(.unowned) { facts.append("no owner") }
        if state.memory.pins.contains(toggle.key) { facts.append("pinned") }
        if answer.isConflict { facts.append("conflict") }
        return "\(toggle.key) = \(ValueText.short(answer.value)) (\(facts.joined(separator: ", ")))"
    }

    mutating func show(_ key: String) -> Answer {
        if let refusal = select(key) { return refusal }
        guard let index = state.selectedIndexInModel() else { return .refusal("which toggle? write show KEY") }
        return Answer(lines: state.detail(of: index).map(\.text))
    }

    mutating func get(_ key: String) -> Answer {
        if let refusal = select(key) { return refusal }
        guard let index = state.selectedIndexInModel(), !key.isEmpty else {
            return Answer(lines: ["which toggle? write get KEY"])
        }
        return Answer(lines: [state.resolution(index).value.tableText])
    }

    mutating func set(_ text: String) -> Answer {
        guard let separator = text.firstIndex(where: { $0 == " " || $0 == "=" }) else {
            return .refusal("which value? write set KEY VALUE")
        }
        let key = String(text[..<separator])
        let rest = String(text[text.index(after: separator)...])
        guard text[separator] == "=" || !ConsoleState.trimmed(rest).isEmpty else {
            return Answer(lines: ["which value? write set KEY VALUE; \"\" is empty text"])
        }
        let value = isText(key) ? Self.text(rest) : rest
        if let refusal = select(key) { return refusal }
        if let reason = state.disabledReason(.edit) { return .refusal("warning: \(reason)") }
        do throws(ConsoleState.ValueProblem) {
            let effects = state.set([key], to: try state.parse(value, for: [key]))
            return speak(effects)
        } catch {
            return .refusal("error: \(error.message)")
        }
    }

    mutating func narrow(_ name: String, _ text: String) -> Answer {
        switch name {
        case "filter":
            state.setFilter(text, movingToFirst: false)
            return list("")
        case "view":
            guard let view = ListView.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
                let names = ListView.allCases.map { $0.rawValue.lowercased() }.joined(separator: ", ")
                return .refusal("‘\(text)’ is none of the views \(names)")
            }
            state.show(view)
            return list("")
        default:
            do throws(ConsoleFailure) {
                state.setWhatIf(try ContextText.parse(text))
                return speak([])
            } catch {
                return .refusal("error: \(error.message)")
            }
        }
    }

    /// Performs an action by its name, on the toggles whose keys follow it.
    mutating func run(_ name: String, _ rest: String) -> Answer {
        if name == "pin" || name == "unpin" { return pin(rest, isPinned: name == "pin") }
        guard let action = Action(rawValue: name) else {
            let names = Action.allCases.map(\.rawValue) + ["list", "show", "get", "set", "view", "unpin"]
            let meant = Suggestion.closest(to: name, in: names).map { "; did you mean ‘\($0)’?" } ?? ""
            return .refusal("‘\(name)’ is no command\(meant) (help lists them)")
        }
        if !rest.isEmpty, Self.asking.contains(action) { return perform(action, answering: rest) }
        let keys = rest.split(separator: " ").map(String.init)
        for key in keys {
            if let refusal = select(key) { return refusal }
        }
        guard keys.count > 1 else { return perform(action) }
        let marks = state.marks
        state.marks = Set(state.model.toggles.filter { keys.contains($0.key) }.map(\.id))
        let answer = perform(action)
        state.marks = marks
        return answer
    }

    /// Moves the cursor to a toggle, and clears a filter that hides it.
    ///
    /// - Returns: A refusal if the toggle doesn't exist, otherwise `nil`.
    mutating func select(_ key: String) -> Answer? {
        guard !key.isEmpty else { return nil }
        guard let index = state.model.toggles.firstIndex(where: { $0.key == key }) else {
            let meant = Suggestion.closest(to: key, in: state.model.toggles.lazy.map(\.key))
            return .refusal("no toggle is called ‘\(key)’\(meant.map { "; did you mean ‘\($0)’?" } ?? "")")
        }
        if !state.rows.contains(.toggle(index)) {
            state.view = .all
            state.collapsed = []
            state.setFilter("", movingToFirst: false)
        }
        if let row = state.rows.firstIndex(of: .toggle(index)) { state.select(row: row) }
        return nil
    }
}
#endif
