#if OVERRIDES
import FeatureToggles

/// A layer above the list that receives keys first.
enum Layer: Sendable {
    /// The filter is being typed.
    case filter(TextField)
    case prompt(Prompt)
    case menu(Menu)
    case confirmation(Confirmation)
    case page(Page)
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
    }

    var title: String
    /// A description of valid answers.
    var note: String
    var field: TextField
    /// Why the last answer was rejected.
    var problem: String?
    var purpose: Purpose
    /// Whether the answer was sent and its result decides whether the prompt closes.
    var isSent = false
    /// The text from the editor with its line breaks, and the field's one-line form of it.
    var edited: (text: String, line: String)?
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
}

/// A list to choose from.
struct Menu: Sendable {
    struct Item: Sendable {
        var label: String
        /// The meaning of the item, shown next to the label.
        var detail = ""
        /// A sentence about the item, shown at the bottom of the menu while it is selected.
        var help = ""
        /// A key that chooses the item, or has the same effect outside the menu.
        var key = ""
        /// Why the item can't be chosen.
        var disabledReason: String?
        var intent: Intent
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
    var note = ""
    var selected = 0
    var field = TextField()

    /// The items that match the typed text: first by key, then by the beginning of the label, by the label, and by
    /// other texts.
    var shown: [Item] {
        guard kind == .commands, !field.characters.isEmpty else { return items }
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

    /// The current hint.
    var shownNote: String {
        kind == .commands && !field.characters.isEmpty ? "Enter runs, Esc empties the line" : note
    }

    mutating func move(by rows: Int) { selected = min(max(0, selected + rows), max(0, shown.count - 1)) }
}

/// A question answered by a choice; the first choice does nothing.
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
    init(_ title: String, lines: [StyledText] = [], yes: String = "Yes", intent: Intent) {
        self.title = title
        self.lines = lines
        choices = [Choice(label: "No", key: "n"), Choice(label: yes, key: "y", intent: intent)]
    }
}

/// A page of text.
struct Page: Sendable {
    var title: String
    var lines: [StyledText]
    var scroll = 0
}

/// The effect of an answer.
enum Intent: Hashable, Sendable {
    case action(Action)
    /// Set a value for the toggles with these keys; `nil` removes their overrides.
    case set(keys: [String], value: JSONValue?)
    case write(OverrideChange)
    /// Ask before removing overrides.
    case confirmReset(OverrideChange)
    /// Ask for another value in a prompt.
    case prompt(keys: [String])
    /// Undo or redo a step of the history, as it was shown.
    case travel(OverrideChange)
    /// Reopen a rejected text in the editor.
    case editAgain(key: String, text: String)
    case openPreset(Preset)
    case applyPreset(Preset, replacing: Bool)
    case askToDeletePreset(String)
    case deletePreset(String)
    case askWhereToExport(Preset)
    case replace(PresetConflict)
    case copy(String, what: String)
    case addTerm(String)
    case sort(SortOrder)
    case theme(Theme)
    case closePrompt
    case quit
}
#endif
