#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    mutating func press(_ key: Key, in menu: Menu) -> [ConsoleEffect] {
        var menu = menu
        switch key {
        case .escape:
            if menu.kind == .commands, !menu.field.characters.isEmpty {
                menu.field = TextField()
                menu.selected = 0
                break
            }
            closeTop()
            return []
        case .enter: return choose(menu.selected, in: menu)
        case .up, .control("p"): menu.move(by: -1)
        case .down, .control("n"): menu.move(by: 1)
        case .pageUp: menu.move(by: -menuHeight)
        case .pageDown: menu.move(by: menuHeight)
        case .control("c"): return [.quit]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        default:
            switch menu.kind {
            case .commands:
                let before = menu.field.text
                _ = menu.field.handle(key)
                if menu.field.text != before { menu.selected = 0 }
            case .choice, .presets:
                return pressLetter(key, in: menu)
            }
        }
        replaceTop(.menu(menu))
        return []
    }

    /// Handles letters and digits in menus without a text field.
    private mutating func pressLetter(_ key: Key, in menu: Menu) -> [ConsoleEffect] {
        var menu = menu
        if menu.kind == .presets, let action = Action.byPresetKey[key] { return performOnPreset(action, menu) }
        if case .character(let character) = key {
            if let place = menu.items.firstIndex(where: { $0.key == String(character) }) {
                return choose(place, in: menu)
            }
            switch character {
            case "j": menu.move(by: 1)
            case "k": menu.move(by: -1)
            case "g": menu.selected = 0
            case "G": menu.selected = max(0, menu.items.count - 1)
            case "q", "h":
                closeTop()
                return []
            case "l", " ": return choose(menu.selected, in: menu)
            default: break
            }
        }
        if key == .home { menu.selected = 0 }
        if key == .end { menu.selected = max(0, menu.items.count - 1) }
        replaceTop(.menu(menu))
        return []
    }

    /// Performs an item's intent, unless the item is disabled.
    mutating func choose(_ place: Int, in menu: Menu) -> [ConsoleEffect] {
        let shown = menu.shown
        guard shown.indices.contains(place) else { return [] }
        if let reason = shown[place].disabledReason {
            message = Message("\(shown[place].label): \(reason)", .warning)
            return []
        }
        closeTop()
        return follow(shown[place].intent)
    }

    /// Opens a searchable menu of all actions.
    mutating func openCommands(_ action: Action) {
        let isHelp = action == .help
        let items = Action.table.filter { $0.action != action && $0.action != .back }.map { entry in
            Menu.Item(
                label: entry.title,
                detail: isHelp ? entry.help : "",
                help: entry.help,
                key: entry.keys.map { keyName($0) }.joined(separator: " "),
                disabledReason: disabledReason(entry.action),
                intent: .action(entry.action)
            )
        }
        layers.append(
            .menu(
                Menu(
                    title: isHelp ? "Help" : "Palette",
                    kind: .commands,
                    items: items,
                    note: "type to find, Enter runs, Esc closes"
                )
            )
        )
    }

    /// Returns the name of a key in characters that the terminal can show.
    func keyName(_ key: Key) -> String { glyphs == .unicode ? key.name : key.asciiName }

    mutating func press(_ key: Key, in confirmation: Confirmation) -> [ConsoleEffect] {
        var confirmation = confirmation
        let last = max(0, confirmation.choices.count - 1)
        switch key {
        case .escape, .character("q"):
            closeTop()
            return []
        case .enter: return answer(confirmation.selected, to: confirmation)
        case .left, .backTab, .character("h"): confirmation.selected = max(0, confirmation.selected - 1)
        case .right, .character("l"): confirmation.selected = min(last, confirmation.selected + 1)
        case .tab: confirmation.selected = (confirmation.selected + 1) % max(1, last + 1)
        case .down, .character("j"): confirmation.scroll += 1
        case .up, .character("k"): confirmation.scroll -= 1
        case .pageDown: confirmation.scroll += menuHeight
        case .pageUp: confirmation.scroll -= menuHeight
        case .control("c"): return [.quit]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        case .character(let character):
            let letter = Character(character.lowercased())
            if let place = confirmation.choices.firstIndex(where: { $0.key == letter }) {
                return answer(place, to: confirmation)
            }
        default: break
        }
        scroll(confirmation, to: confirmation.scroll)
        return []
    }

    mutating func answer(_ place: Int, to confirmation: Confirmation) -> [ConsoleEffect] {
        closeTop()
        guard confirmation.choices.indices.contains(place), let intent = confirmation.choices[place].intent else {
            message = Message("nothing was changed")
            return []
        }
        return follow(intent)
    }

    mutating func press(_ key: Key, in page: Page) -> [ConsoleEffect] {
        var page = page
        switch key {
        case .escape, .character("q"), .enter, .left, .character("h"):
            closeTop()
            return []
        case .down, .character("j"): page.scroll += 1
        case .up, .character("k"): page.scroll -= 1
        case .pageDown, .character(" "), .control("f"): page.scroll += menuHeight
        case .pageUp, .control("b"): page.scroll -= menuHeight
        case .home, .character("g"): page.scroll = 0
        case .end, .character("G"): page.scroll = .max
        case .control("c"): return [.quit]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        default: break
        }
        scroll(page, to: page.scroll)
        return []
    }

    /// Scrolls a confirmation to a line, within its limits.
    mutating func scroll(_ confirmation: Confirmation, to line: Int) {
        var confirmation = confirmation
        let place = layout(of: confirmation)
        confirmation.scroll = min(max(0, line), max(0, place.text.count - place.lines.count))
        replaceTop(.confirmation(confirmation))
    }

    /// Scrolls a page to a line, within its limits.
    mutating func scroll(_ page: Page, to line: Int) {
        var page = page
        let place = layout(of: page)
        page.scroll = min(max(0, line), max(0, place.text.count - place.box.innerRows.count))
        replaceTop(.page(page))
    }

    /// The number of lines in a box.
    var menuHeight: Int { max(1, size.rows - 6) }
}
#endif
