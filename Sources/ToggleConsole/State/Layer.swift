#if !RELEASE || InternalBuild
import FeatureToggles

/// What lies over the list and gets the keys first.
enum Layer: Sendable {
    /// The filter is being typed.
    case filter(TextField)
    case prompt(Prompt)
    case menu(Menu)
    case confirmation(Confirmation)
    case page(Page)
}

/// A question whose answer is typed.
struct Prompt: Sendable {
    /// What the answer is for.
    enum Purpose: Hashable, Sendable {
        /// A new value for the toggles with these keys, which have the same type.
        case value(keys: [String])
        case presetName
        case exportPreset(Preset)
        case importPreset
        case context
    }

    var title: String
    /// What may be written.
    var note: String
    var field: TextField
    /// Why the last answer was not taken.
    var problem: String?
    var purpose: Purpose
    /// Whether the answer was sent, and what comes of it decides whether it is taken.
    var isSent = false
    /// What came back from the editor with its line breaks, and what the field made of it.
    var edited: (text: String, line: String)?
    /// The text to begin with, to know whether something would be lost.
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
        /// What it means, beside the label.
        var detail = ""
        /// A sentence about it, which stands at the foot of the menu while it is selected.
        var help = ""
        /// A key that chooses it, or does the same elsewhere.
        var key = ""
        /// Why it cannot be chosen.
        var disabledReason: String?
        var intent: Intent
    }

    enum Kind: Hashable, Sendable {
        /// Digits choose.
        case choice
        /// Letters filter.
        case commands
        /// Letters do something with the selected preset.
        case presets
    }

    var title: String
    var kind: Kind
    var items: [Item]
    /// What to do here, or why there is nothing.
    var note = ""
    var selected = 0
    var field = TextField()

    /// The items that have what was typed: first that of the key, then those that are called so, then the others.
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

    /// What to do here now.
    var shownNote: String {
        kind == .commands && !field.characters.isEmpty ? "Enter runs, Esc empties the line" : note
    }

    mutating func move(by rows: Int) { selected = min(max(0, selected + rows), max(0, shown.count - 1)) }
}

/// A question that is answered with a choice, the first of which does nothing.
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

    /// Asks with No as the answer that Enter gives.
    init(_ title: String, lines: [StyledText] = [], yes: String = "Yes", intent: Intent) {
        self.title = title
        self.lines = lines
        choices = [Choice(label: "No", key: "n"), Choice(label: yes, key: "y", intent: intent)]
    }
}

/// Text to read.
struct Page: Sendable {
    var title: String
    var lines: [StyledText]
    var scroll = 0
}

/// What an answer leads to.
enum Intent: Hashable, Sendable {
    case action(Action)
    /// A value, or `nil` for none, for the toggles with these keys.
    case set(keys: [String], value: JSONValue?)
    case write(OverrideChange)
    /// Ask before overrides are removed.
    case confirmReset(OverrideChange)
    /// Ask what else a toggle is to be, in a prompt.
    case prompt(keys: [String])
    /// Undo a step of the history or do it again, as it was shown.
    case travel(OverrideChange)
    /// Open a text in the editor again that could not be used.
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
