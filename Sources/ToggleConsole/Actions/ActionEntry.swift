#if !RELEASE || InternalBuild
/// What the table of actions says about one of them.
struct ActionEntry: Sendable {
    /// Which part of the help an action is in.
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
    /// The keys, the one to show first in front.
    let keys: [Key]
    /// A key that does it for the selected preset while presets are shown.
    var presetKey: Key?
    /// What it is called in the palette.
    let title: String
    /// What it does, as a sentence.
    let help: String
    /// The word beside the key at the foot of the screen.
    var hint: String?
    /// The command that does the same from a shell, after the program's name; every action that changes something has one.
    var command: String?
    /// Whether it writes something that outlives the console.
    var isChange: Bool { command != nil }
}

extension Action {
    /// What the table says about this action.
    var entry: ActionEntry {
        Self.entries[self] ?? ActionEntry(action: self, section: .program, keys: [], title: rawValue, help: "")
    }

    private static let entries = Dictionary(table.map { ($0.action, $0) }, uniquingKeysWith: { first, _ in first })

    /// The action of each key in the list.
    static let byKey: [Key: Action] = Dictionary(
        table.flatMap { entry in entry.keys.map { ($0, entry.action) } },
        uniquingKeysWith: { first, _ in first }
    )

    /// The action of each key while presets are shown.
    static let byPresetKey: [Key: Action] = Dictionary(
        table.compactMap { entry in entry.presetKey.map { ($0, entry.action) } },
        uniquingKeysWith: { first, _ in first }
    )
}
#endif
