/// The entry of an action in the table of actions.
struct ActionEntry: Sendable {
    /// A section of the help page.
    enum Section: String, CaseIterable, Sendable {
        case moving = "Moving"
        case changing = "Changing"
        case finding = "Finding"
        case several = "Marks, pins, copies"
        case presets = "Presets and what-if"
        case program = "Console"
    }

    /// A condition for an action; ``ConsoleState/reason(against:)`` explains it to the user.
    enum Requirement: Sendable {
        /// The console is not read-only.
        case writable
        /// The console is not read-only, and there is a local defaults file.
        case defaultsFile
        /// The cursor is on a toggle, or toggles are marked.
        case target
        /// All marked toggles have the same type.
        case oneType
        /// The toggle has a next value, or toggles of one type are marked.
        case nextValue
        /// The toggle has a value for the editor.
        case longValue
        /// The toggle is overridden in the local defaults file, or toggles are marked.
        case overriddenTarget
        /// The local defaults file has an override, possibly a pending one.
        case override
        /// The local defaults file has an override.
        case writtenOverride
        /// The toggle reads a flag of a remote document that can be changed.
        case documentFlag
        case undo, redo
        case rows, groups, filter, detail
    }

    let action: Action
    /// The keys that trigger the action; the footer shows the first one.
    let keys: [Key]
    /// The action's title in the palette.
    let title: String
    /// The word next to the key in the footer.
    let hint: String?
    /// The equivalent shell command without the program's name, which every changing action has.
    let command: String?
    /// A key that applies the action to the selected preset while the presets menu is open.
    private(set) var presetKey: Key?
    private(set) var requirements: [Requirement] = []
    private(set) var section = Section.program
    /// A sentence that describes the action.
    private(set) var help = ""

    init(
        _ action: Action,
        _ keys: [Key],
        _ title: String,
        hint: String? = nil,
        command: String? = nil
    ) {
        self.action = action
        self.keys = keys
        self.title = title
        self.hint = hint
        self.command = command
    }

    /// Whether the action writes something that outlives the console.
    var isChange: Bool { command != nil }

    func needs(_ requirements: Requirement...) -> ActionEntry { changed { $0.requirements = requirements } }

    func inPresetsMenu(_ key: Key) -> ActionEntry { changed { $0.presetKey = key } }

    func with(help sentence: String) -> ActionEntry { changed { $0.help = sentence } }

    /// Returns the entries with their section set.
    static func section(_ section: Section, _ entries: [ActionEntry]) -> [ActionEntry] {
        entries.map { entry in entry.changed { $0.section = section } }
    }

    private func changed(_ change: (inout ActionEntry) -> Void) -> ActionEntry {
        var entry = self
        change(&entry)
        return entry
    }
}

extension Action {
    /// The action's entry in the table.
    var entry: ActionEntry { Self.entries[self] ?? ActionEntry(self, [], rawValue) }

    private static let entries = Dictionary(table.map { ($0.action, $0) }, uniquingKeysWith: { first, _ in first })

    /// The action for each key in the list.
    static let byKey: [Key: Action] = Dictionary(
        table.flatMap { entry in entry.keys.map { ($0, entry.action) } },
        uniquingKeysWith: { first, _ in first }
    )

    /// The action for each key in the presets menu.
    static let byPresetKey: [Key: Action] = Dictionary(
        table.compactMap { entry in entry.presetKey.map { ($0, entry.action) } },
        uniquingKeysWith: { first, _ in first }
    )
}
