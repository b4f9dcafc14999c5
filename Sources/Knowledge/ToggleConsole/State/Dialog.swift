#if OVERRIDES
import ToggleBase

/// A dialog in front of the list, which receives keys first.
enum Dialog: Sendable {
    /// The field in which the user types the filter.
    case filter(TextField)
    case prompt(Prompt)
    case menu(Menu)
    case confirmation(Confirmation)
    case page(Page)

    /// The effect of a key on a dialog.
    enum Outcome: Equatable, Sendable {
        case stay
        case close
        /// Enter was pressed in a prompt.
        case submit
        case openEditor
        /// The item or answer at an index was chosen.
        case choose(Int)
        /// A key of the presets menu.
        case perform(Action)
    }
}

/// A question with a typed answer.
struct Prompt: Sendable {
    /// The purpose of the answer.
    enum Purpose: Hashable, Sendable {
        /// A new value for the toggles with these keys, which have the same type.
        case value(keys: [String])
        case presetName
        case exportPreset(Preset)
        case importPreset
        case context
        /// A change of the flag that the toggle with this key reads.
        case flag(key: String, ConsoleState.FlagQuestion)
    }

    var title: String
    /// A description of valid answers.
    var note: String
    var field: TextField
    /// Why the last answer was rejected.
    var problem: String?
    var purpose: Purpose
    /// Whether the answer was sent; the prompt closes when the result is a success.
    var isSent = false
    /// The text from the editor with its line breaks, its one-line form in the field, and its file.
    var edited: (text: String, line: String, file: String?)?
    /// The initial text, to detect unsaved input.
    let initial: String

    init(title: String, note: String, text: String = "", purpose: Purpose) {
        self.title = title
        self.note = note
        field = TextField(text)
        self.purpose = purpose
        initial = text
    }

    var hasUnsavedText: Bool { field.text != initial }

    /// Shows why the answer was rejected, and moves the cursor to the problem if its position is known.
    mutating func reject(_ error: ConsoleError) {
        problem = error.description
        if let column = error.column { field.moveCursor(to: column - 1) }
    }

    mutating func handle(_ key: Key) -> Dialog.Outcome {
        switch key {
        case .enter: return .submit
        case .escape: return .close
        case .control("x"): return .openEditor
        default:
            if field.handle(key) {
                problem = nil
                isSent = false
            }
            return .stay
        }
    }
}

/// A list to choose from.
struct Menu: Sendable {
    struct Item: Sendable {
        var label: String
        /// The meaning of the item, shown next to the label.
        var detail: String
        /// A sentence about the item, shown at the bottom of the menu while it is selected.
        var help: String
        /// A key that chooses the item, or triggers the same action outside the menu.
        var key: String
        /// Why the item can't be chosen.
        var disabledReason: String?
        /// The heading above the item and those with the same section, if there are headings.
        var section: String
        var intent: Intent

        init(
            _ label: String,
            detail: String = "",
            help: String = "",
            key: String = "",
            disabledReason: String? = nil,
            section: String = "",
            intent: Intent
        ) {
            self.label = label
            self.detail = detail
            self.help = help
            self.key = key
            self.disabledReason = disabledReason
            self.section = section
            self.intent = intent
        }

        /// Returns the key for an item by its number, from 1: a digit up to 9, otherwise an empty text.
        static func key(_ number: Int) -> String { number <= 9 ? String(number) : "" }
    }

    enum Kind: Hashable, Sendable {
        /// Digits choose an item.
        case choice
        /// Letters filter the items.
        case commands
        /// Letters act on the selected preset.
        case presets
    }

    var title: String
    var kind: Kind
    var items: [Item]
    /// A hint, or why the menu is empty.
    var note: String
    var selected = 0
    var field = TextField()

    init(_ title: String, kind: Kind = .choice, _ items: [Item], note: String = "") {
        self.title = title
        self.kind = kind
        self.items = items
        self.note = note
    }

    /// Whether typed text filters the items.
    private var isFiltered: Bool { kind == .commands && !field.characters.isEmpty }

    /// The items that match the typed text.
    ///
    /// Matches of the key come first, then those of the beginning of the label, of the label, and of other texts.
    var shown: [Item] {
        guard isFiltered else { return items }
        let typed = field.text
        let words = typed.lowercased().split(separator: " ")
        func has(_ text: String) -> Bool {
            let text = text.lowercased()
            return words.allSatisfy { text.contains(bytesOf: $0) }
        }
        var ranks: [[Item]] = [[], [], [], []]
        for item in items where has("\(item.label) \(item.detail) \(item.help) \(item.key)") {
            let rank =
                item.key.split(separator: " ").contains { $0 == typed }
                ? 0 : item.label.lowercased().hasPrefix(typed.lowercased()) ? 1 : has(item.label) ? 2 : 3
            ranks[rank].append(item)
        }
        return Array(ranks.joined())
    }

    /// A row of the menu.
    enum Row: Hashable, Sendable {
        case heading(String)
        /// The item at an index of ``shown``.
        case item(Int)
    }

    /// The rows for items: items of sections are below headings, unless typed text ranks them.
    func rows(_ shown: [Item]) -> [Row] {
        var rows: [Row] = []
        var section = ""
        for (index, item) in shown.enumerated() {
            if !isFiltered, item.section != section {
                section = item.section
                rows.append(.heading(section))
            }
            rows.append(.item(index))
        }
        return rows
    }

    /// The current hint.
    var shownNote: String { isFiltered ? "Enter runs, Esc clears the line" : note }

    mutating func move(by rows: Int) { selected = min(max(0, selected + rows), max(0, shown.count - 1)) }

    /// Handles a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - page: The number of rows of a page.
    /// - Returns: The effect of the key.
    mutating func handle(_ key: Key, page: Int) -> Dialog.Outcome {
        switch key {
        case .escape:
            guard isFiltered else { return .close }
            field = TextField()
            selected = 0
        case .enter: return .choose(selected)
        case .up, .control("p"): move(by: -1)
        case .down, .control("n"): move(by: 1)
        case .pageUp: move(by: -page)
        case .pageDown: move(by: page)
        default:
            guard kind == .commands else { return handleLetter(key) }
            let before = field.text
            _ = field.handle(key)
            if field.text != before { selected = 0 }
        }
        return .stay
    }

    /// Handles letters and digits in menus without a text field.
    private mutating func handleLetter(_ key: Key) -> Dialog.Outcome {
        if kind == .presets, let action = Action.byPresetKey[key] { return .perform(action) }
        if case .character(let character) = key,
            let place = items.firstIndex(where: { $0.key == String(character) })
        {
            return .choose(place)
        }
        switch key {
        case "j": move(by: 1)
        case "k": move(by: -1)
        case "g", .home: selected = 0
        case "G", .end: selected = max(0, items.count - 1)
        case "q", "h": return .close
        case "l", " ": return .choose(selected)
        default: break
        }
        return .stay
    }
}

/// A question with several answers, the first of which does nothing.
struct Confirmation: Sendable {
    struct Choice: Sendable {
        var label: String
        var key: Character
        var intent: Intent?
    }

    var title: String
    var lines: [StyledText]
    var choices: [Choice]
    var selected = 0
    var scroll = 0

    /// Creates a question whose default answer is No.
    init(_ title: String, _ lines: [StyledText] = [], yes: String = "Yes", intent: Intent) {
        self.title = title
        self.lines = lines
        choices = [Choice(label: "No", key: "n"), Choice(label: yes, key: "y", intent: intent)]
    }

    /// The file of the rejected text that the question is about.
    var editedFile: String? {
        for case .editAgain(_, _, let file)? in choices.map(\.intent) { return file }
        return nil
    }

    /// Handles a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - page: The number of lines of a page.
    /// - Returns: The effect of the key.
    mutating func handle(_ key: Key, page: Int) -> Dialog.Outcome {
        switch key {
        case .escape, "q": return .close
        case .enter: return .choose(selected)
        case .left, .backTab, "h": selected = max(0, selected - 1)
        case .right, "l": selected = min(max(0, choices.count - 1), selected + 1)
        case .tab: selected = (selected + 1) % max(1, choices.count)
        case .down, "j": scroll += 1
        case .up, "k": scroll -= 1
        case .pageDown: scroll += page
        case .pageUp: scroll -= page
        case .character(let character):
            let letter = Character(character.lowercased())
            if let place = choices.firstIndex(where: { $0.key == letter }) { return .choose(place) }
        default: break
        }
        return .stay
    }
}

/// A page of text.
struct Page: Sendable {
    var title: String
    var lines: [StyledText]
    var scroll = 0

    /// Handles a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - page: The number of lines of a page.
    /// - Returns: The effect of the key.
    mutating func handle(_ key: Key, page: Int) -> Dialog.Outcome {
        switch key {
        case .escape, "q", .enter, .left, "h": return .close
        case .down, "j": scroll += 1
        case .up, "k": scroll -= 1
        case .pageDown, " ", .control("f"): scroll += page
        case .pageUp, .control("b"): scroll -= page
        case .home, "g": scroll = 0
        case .end, "G": scroll = .max
        default: break
        }
        return .stay
    }
}

/// The effect of choosing an item or an answer.
enum Intent: Hashable, Sendable {
    case action(Action)
    /// Set a value for the toggles with these keys; `nil` removes their overrides.
    case set(keys: [String], value: JSONValue?)
    /// Send a request that was confirmed.
    case request(OverrideRequest)
    /// Ask before removing overrides.
    case confirmUnset([String])
    /// Open a rejected text in the editor again.
    case editAgain(key: String, text: String, file: String?)
    case openPreset(Preset)
    case applyPreset(Preset, replacing: Bool)
    case askToDeletePreset(String)
    case askWhereToExport(Preset)
    case copy(String, what: String)
    case addTerm(String)
    case sort(ToggleOrder)
    case theme(Theme)
    /// Ask for the details of a change of a toggle's flag.
    case askFlag(key: String, ConsoleState.FlagQuestion)
    /// Show the effect of a change of a toggle's flag, or make it.
    case operate(FlagRequest)
    case quit
}
#endif
