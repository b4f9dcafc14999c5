#if OVERRIDES
import ToggleBase
import FeatureToggles

extension LineConsole {
    /// The commands that have no key, for the help page.
    private static let commands: [(name: String, help: String)] = [
        ("list [FILTER]", "Shows the toggles of the view and the filter, one per line."),
        ("show KEY", "Shows all details of a toggle, and what each source returned."),
        ("get KEY", "Shows only the value of a toggle."),
        ("set KEY VALUE", "Overrides a toggle; unset KEY removes the override."),
        ("filter [FILTER]", "Narrows the list: words, and cat: src: type: owner: module: key: is: terms; ! negates."),
        ("pin [KEY …]", "Adds toggles to the Pinned view."),
        ("unpin [KEY …]", "Removes toggles from the Pinned view."),
        ("view NAME", "Shows a view: all, overridden, stale, pinned, or conflicts."),
        ("what-if [NAME=VALUE …]", "Shows the values for another context, or for the client's own."),
        ("help [WORDS]", "Lists the commands that contain all the words."),
    ]

    /// The actions that ask for something other than toggles; the answer can follow the action's name.
    private static let asking: Set<Action> = [
        .presets, .savePreset, .deletePreset, .exportPreset, .importPreset, .sort, .filterCategory, .filterSource,
        .filterType, .unsetMany,
    ]

    /// Runs a command with the rest of its line.
    mutating func run(_ name: String, _ rest: String, line: String) -> Answer {
        switch name {
        case "list": return list(rest)
        case "show", "get": return show(name, rest)
        case "set":
            // Trailing spaces may belong to the value.
            let arguments = line.drop(while: \.isWhitespace).dropFirst(name.count).drop(while: \.isWhitespace)
            return set(String(arguments))
        case "filter":
            state.list.filter(rest, movingToFirst: false, &state.toggles)
            return list("")
        case "view":
            guard let view = ListView.allCases.first(where: { $0.rawValue.lowercased() == rest.lowercased() }) else {
                let names = ListView.allCases.map { $0.rawValue.lowercased() }.joined(separator: ", ")
                return .failure("‘\(rest)’ is not one of the views \(names)")
            }
            state.list.show(view, &state.toggles)
            return list("")
        case "what-if":
            do throws(InputError) {
                // Here, the client's own attributes aren't shown, so the others are added to them.
                state.setWhatIf(try ContextText.parse(rest, over: state.toggles.ownContext))
            } catch {
                return .failure("error: \(error.description)")
            }
            return report([])
        case "help", "palette": return Answer(lines: help(rest))
        case "pin", "unpin":
            let keys = rest.split(separator: " ").map { key(String($0)) }
            if let failure = select(keys) { return failure }
            if let reason = state.disabledReason(.pin) { return .failure("warning: \(reason)") }
            return report(state.pin(Set(keys.isEmpty ? state.targetKeys : keys), isPinned: name == "pin"))
        default: return runAction(name, rest)
        }
    }

    /// Performs an action by its name on the toggles whose keys follow the name.
    private mutating func runAction(_ name: String, _ rest: String) -> Answer {
        guard let action = Action(rawValue: name) else {
            let names = Action.allCases.map(\.rawValue) + ["list", "show", "get", "set", "view", "unpin"]
            let suggestion = Suggestion.closest(to: name, in: names).map { "; did you mean ‘\($0)’?" } ?? ""
            return .failure("‘\(name)’ is not a command\(suggestion) (help lists them)")
        }
        if !rest.isEmpty, Self.asking.contains(action) { return perform(action, answering: rest) }
        let keys = rest.split(separator: " ").map { key(String($0)) }
        if let failure = select(keys) { return failure }
        guard keys.count > 1 else { return perform(action) }
        let marks = state.list.marks
        state.list.marks = Set(state.toggles.model.toggles.filter { keys.contains($0.key) }.map(\.id))
        defer { state.list.marks = marks }
        return perform(action)
    }

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
        return found.isEmpty ? ["no command contains ‘\(text)’"] : found.map { "\($0.name): \($0.help)" }
    }

    private mutating func list(_ filter: String) -> Answer {
        if !filter.isEmpty { state.list.filter(filter, movingToFirst: false, &state.toggles) }
        let lines = state.list.shownIndices.map { line($0) }
        let problem = state.list.query.problem.map { ["warning: \($0)"] } ?? []
        return Answer(lines: problem + (lines.isEmpty ? ["no toggles"] : lines), hasFailed: !problem.isEmpty)
    }

    /// A line that describes the selection.
    var currentLine: String {
        if let index = state.list.selectedIndex { return line(index) }
        guard case .group(let category) = state.list.selection else { return "nothing is selected" }
        return "\(category.rawValue) toggles"
    }

    /// Returns a line that describes a toggle.
    private func line(_ index: Int) -> String { state.toggles.line(index) }

    /// Shows only the value of a toggle, or all its details.
    private mutating func show(_ name: String, _ text: String) -> Answer {
        let key = key(text)
        if let failure = select([key]) { return failure }
        let question = "which toggle? write \(name) KEY"
        if name == "get", key.isEmpty { return Answer(lines: [question]) }
        guard let index = state.list.selectedIndex(in: state.toggles) else { return .failure(question) }
        if name == "get" { return Answer(lines: [state.toggles.resolution(index).value.tableText]) }
        return Answer(lines: state.detail(of: index).map(\.text))
    }

    private mutating func set(_ text: String) -> Answer {
        guard let separator = text.firstIndex(where: { $0 == " " || $0 == "=" }) else {
            return .failure("which value? write set KEY VALUE")
        }
        let key = key(String(text[..<separator]))
        let rest = String(text[text.index(after: separator)...])
        guard text[separator] == "=" || !rest.trimmed.isEmpty else {
            return Answer(lines: ["which value? write set KEY VALUE; \"\" is empty text"])
        }
        if let failure = select([key]) { return failure }
        if let reason = state.disabledReason(.edit) { return .failure("warning: \(reason)") }
        do throws(ConsoleError) {
            let value = try state.parse(isText(key) ? Self.text(rest) : rest, for: [key])
            return report(state.set([key], to: value))
        } catch {
            return .failure("error: \(error.description)")
        }
    }

    /// Returns the key of the toggle with this key or name in code, or the text itself if no toggle has it.
    private func key(_ text: String) -> String {
        guard state.toggles.index(of: text) == nil else { return text }
        let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
        return state.toggles.model.toggles.first { SwiftKeyName.camelCase($0.key) == name }?.key ?? text
    }

    /// Moves the cursor to each toggle in turn, and clears a filter that hides it.
    ///
    /// - Returns: The failure if a toggle doesn't exist, or `nil` if all exist.
    private mutating func select(_ keys: [String]) -> Answer? {
        for key in keys where !key.isEmpty {
            guard let index = state.toggles.index(of: key) else {
                let suggestion = Suggestion.closest(to: key, in: state.toggles.model.toggles.lazy.map(\.key))
                return .failure("no toggle is called ‘\(key)’\(suggestion.map { "; did you mean ‘\($0)’?" } ?? "")")
            }
            if !state.list.rows.contains(.toggle(index)) {
                state.list.view = .all
                state.list.collapsed = []
                state.list.filter("", movingToFirst: false, &state.toggles)
            }
            if let row = state.list.rows.firstIndex(of: .toggle(index)) {
                state.list.select(row: row, state.toggles)
            }
        }
        return nil
    }
}
#endif
