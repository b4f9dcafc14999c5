#if OVERRIDES
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

    let action: Action
    let section: Section
    /// The keys that trigger the action; the first one is the one to show.
    let keys: [Key]
    /// A key that applies the action to the selected preset while the presets menu is open.
    var presetKey: Key?
    /// The action's title in the palette.
    let title: String
    /// A sentence that describes the action.
    let help: String
    /// The word next to the key in the footer.
    var hint: String?
    /// The equivalent shell command without the program's name; every action that changes something has one.
    var command: String?
    /// Whether the action writes something that outlives the console.
    var isChange: Bool { command != nil }
}

extension Action {
    /// The action's entry in the table.
    var entry: ActionEntry {
        Self.entries[self] ?? ActionEntry(action: self, section: .program, keys: [], title: rawValue, help: "")
    }

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
#endif
