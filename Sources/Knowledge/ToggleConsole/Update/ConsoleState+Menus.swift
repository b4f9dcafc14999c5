#if OVERRIDES
import ToggleBase
import FeatureToggles

extension ConsoleState {
    /// A menu for unsetting a category, the visible toggles, or everything.
    var unsetMenu: Menu {
        func item(_ label: String, _ keys: some Sequence<String>) -> Menu.Item {
            let keys = keys.filter { currentOverride(of: $0) != nil }
            return Menu.Item(
                label,
                detail: keys.isEmpty ? "none is overridden" : keys.count.counted("override"),
                disabledReason: keys.isEmpty ? "nothing is overridden there" : nil,
                intent: .confirmUnset(keys)
            )
        }
        var items: [Menu.Item] = []
        let category: ToggleCategory? =
            if case .group(let category) = list.selection { category } else { selectedToggle?.category }
        if let category {
            let members = toggles.catalog.members[category.position]
            items.append(item("category \(category.rawValue)", members.map { toggles[$0].key }))
        }
        let shown = list.shownIndices
        if shown.count < toggles.model.toggles.count {
            items.append(item("the toggles shown", shown.map { toggles[$0].key }))
        }
        let overridden = edits.overrides(after: toggles.model.overrides).keys.sorted()
        let declared = Set(toggles.model.toggles.map(\.key))
        items.append(item("all", overridden.filter(declared.contains)))
        // They can belong to modules that the console doesn't show, so they are a choice of their own.
        let unknown = overridden.filter { !declared.contains($0) }
        if !unknown.isEmpty { items.append(item("toggles that no manifest declares", unknown)) }
        return Menu("Unset", items, note: "asks before it removes overrides")
    }

    /// Returns a menu of the filter terms with a name.
    func termMenu(_ name: String, title: String) -> Menu {
        let values = FilterTerm.names.first { $0.name == name }?.values ?? []
        let items = values.enumerated().map { number, value in
            Menu.Item(value, key: Menu.Item.key(number + 1), intent: .addTerm("\(name):\(value)"))
        }
        let any = Menu.Item("any", key: "0", intent: .addTerm("\(name):"))
        return Menu(title, items + [any], note: "adds \(name): to the filter")
    }

    var sortMenu: Menu {
        let items = ToggleOrder.allCases.enumerated().map { number, order in
            let detail = order == list.sort ? "now" : ""
            return Menu.Item(order.rawValue, detail: detail, key: Menu.Item.key(number + 1), intent: .sort(order))
        }
        return Menu("Sort by", items)
    }

    /// A menu for copying the selected or marked toggles in several formats.
    var copyMenu: Menu {
        let pairs = targets.map { (toggle: toggles[$0], value: toggles.resolution($0).value) }
        let isOne = pairs.count == 1
        var items: [Menu.Item] = []
        func add(_ label: String, _ text: String) {
            let detail = text.split(separator: "\n").first.map(String.init) ?? ""
            let intent = Intent.copy(text, what: isOne ? label : "\(label) of \(pairs.count) toggles")
            items.append(Menu.Item(label, detail: detail, key: String(items.count + 1), intent: intent))
        }
        func joined(by separator: String = "\n", _ text: (ToggleDefinition, String) -> String) -> String {
            pairs.map { text($0.toggle, $0.value.plainText) }.joined(separator: separator)
        }
        let options = settings.programOptions.map { " \($0.quotedForShell)" }.joined()
        let words = joined(by: " ") { "\($0.key)=\($1)".quotedForShell }
        let object = JSONObject(pairs.map { JSONObject.Member(name: $0.toggle.key, value: $0.value) })
        add("key", joined { toggle, _ in toggle.key })
        add("value", joined { _, value in value })
        add("shell line", "\(settings.program) set \(words)\(options)")
        add("environment", joined { "TOGGLE_\($0.key.uppercased())=\($1.quotedForShell)" })
        add("launch arguments", joined(by: " ") { "--toggle \("\($0.key)=\($1)".quotedForShell)" })
        add("JSON", JSONWriter(.oneLine).text(.object(object)))
        add("Swift", joined { toggle, _ in toggle.swiftCall })
        let expired = targets.filter { !toggles.catalog.staleness[$0].isDisjoint(with: [.expired, .expiring]) }
        if isOne, !expired.isEmpty {
            // The value that stays is typed by a person.
            add("removal", "\(settings.program) remove \(joined { toggle, _ in toggle.key }) --keep ")
        }
        let title = isOne ? "Copy \(pairs.first?.toggle.key ?? "")" : "Copy \(pairs.count) marked toggles"
        return Menu(title, items, note: "goes to the terminal's clipboard")
    }

    /// Returns a searchable menu of all actions.
    func commands(_ action: Action) -> Menu {
        let isHelp = action == .help
        let items = Action.table.filter { $0.action != action && $0.action != .back }.map { entry in
            Menu.Item(
                entry.title,
                detail: isHelp ? entry.help : "",
                help: entry.help,
                key: entry.keys.map { keyName($0) }.joined(separator: " "),
                disabledReason: disabledReason(entry.action),
                section: isHelp ? entry.section.rawValue : "",
                intent: .action(entry.action)
            )
        }
        let note = "type to find, Enter runs, Esc closes"
        if isHelp { return Menu("Help", kind: .commands, items, note: note) }
        // What can't be done here comes last, with the reason.
        let ordered = items.filter { $0.disabledReason == nil } + items.filter { $0.disabledReason != nil }
        return Menu("Palette", kind: .commands, ordered, note: note)
    }

    /// Returns the name of a key in characters that the terminal can show.
    func keyName(_ key: Key) -> String { glyphs == .unicode ? key.name : key.asciiName }

    // MARK: Problems

    /// The number of current problems, which the header shows in every frame.
    var problemCount: Int {
        (manifestProblem == nil ? 0 : 1) + model.origin.problems.count + toggles.problems.count
    }

    /// The current problems, one sentence each.
    var problems: [String] {
        ((manifestProblem.map { [$0] } ?? []) + model.origin.problems + toggles.problems).map(model.shown)
    }

    /// A page with the problems and the state of the remote source.
    var problemsPage: Page {
        let problems = problems
        var lines = problems.map { StyledText($0, CellStyle(.error)) }
        lines += list.query.ignored.map { StyledText("filter: \($0.reason)", CellStyle(.stale)) }
        if lines.isEmpty { lines = [StyledText("there are no problems")] }
        if let state = toggles.model.remoteState, !state.needsAttention {
            lines.append(StyledText("remote \(state.summary)", CellStyle(.faint)))
        }
        let earlier = notices.filter { !problems.contains($0) }
        if !earlier.isEmpty {
            lines += [StyledText(), StyledText("earlier messages, newest first:", CellStyle(.title, bold: true))]
            lines += earlier.reversed().map { StyledText($0) }
        }
        return Page(title: "Problems", lines: lines)
    }

    // MARK: Disabled actions

    /// Returns why an action is not available now, or `nil` if it is.
    func disabledReason(_ action: Action) -> String? {
        action.entry.requirements.lazy.compactMap { reason(against: $0) }.first
    }

    /// Returns why a requirement is not met, or `nil` if it is.
    private func reason(against requirement: ActionEntry.Requirement) -> String? {
        let toggle = selectedToggle
        let noToggle = "no toggle is selected"
        switch requirement {
        case .writable: return settings.readOnlyReason
        case .defaultsFile:
            let missing = toggles.model.defaultsPath == nil ? "there is no local defaults file" : nil
            return settings.readOnlyReason ?? missing
        case .target: return toggle == nil && !hasShownMarks ? noToggle : nil
        case .documentFlag:
            guard let toggle else { return noToggle }
            guard changesDocuments else {
                return "pass --document, or set ‘document:’"
            }
            return toggle.remoteParameter == nil ? "a release toggle has no remote value" : nil
        case .oneType:
            guard hasShownMarks else { return toggle == nil ? noToggle : nil }
            let types = Set(markedIndices.map { toggles[$0].type })
            guard types.count > 1 else { return nil }
            let names = Set(types.map(\.name)).sorted().joined(separator: ", ")
            return "the marked toggles have different types: \(names)"
        case .nextValue:
            guard !hasShownMarks, let toggle else { return reason(against: .oneType) }
            switch toggle.type {
            case .bool, .variants: return nil
            case .int, .double: return "a number has no next value; edit it (e)"
            case .string: return "a string has no next value; edit it (e)"
            case .json: return "JSON has no next value; edit it (e)"
            }
        case .longValue:
            guard let toggle else { return noToggle }
            return toggle.type == .json || toggle.type == .string
                ? nil : "the editor is for JSON and text"
        case .overriddenTarget:
            guard !hasShownMarks else { return nil }
            guard let toggle else { return noToggle }
            return currentOverride(of: toggle.key) == nil ? "the local defaults file has no value" : nil
        case .override: return toggles.model.overrides.isEmpty && edits.expected.isEmpty ? "nothing is overridden" : nil
        case .writtenOverride: return toggles.model.overrides.isEmpty ? "nothing is overridden" : nil
        case .undo:
            guard edits.memory.undo.isEmpty else { return nil }
            return documentReason ?? "nothing was changed"
        case .redo: return edits.memory.redo.isEmpty ? "nothing was undone" : nil
        case .rows: return list.rows.isEmpty ? "the list is empty" : nil
        case .groups: return list.sort == .category ? nil : "the list has no groups in this order"
        case .filter: return list.query.isEmpty ? "nothing is filtered (/)" : nil
        case .detail: return isDetailOpen ? nil : "no details are open (Enter)"
        }
    }
}

extension ToggleDefinition {
    /// The Swift expression that reads the toggle.
    fileprivate var swiftCall: String {
        let method =
            switch (category, type) {
            case (.experiment, _): "variant(of: "
            case (.migration, _): "stage(of: "
            case (_, .bool): "isEnabled("
            default: "value(of: "
            }
        return "toggles.\(method).\(SwiftKeyName.camelCase(key))\(category.needsContext ? ", for: context" : ""))"
    }
}
#endif
