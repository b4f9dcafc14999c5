import FeatureToggles
import FeatureTogglesOverrides

@testable import ToggleConsole

/// A console whose effects are performed at once, in memory.
struct ConsoleDriver {
    var shop: ShopModel
    var state: ConsoleState
    /// Every effect so far.
    var effects: [ConsoleEffect] = []
    var presets: [Preset] = []
    /// The error of the next write, or `nil` if it succeeds.
    var failure: String?
    /// Whether writes wait until ``answer()``.
    var isSlow = false
    /// The changes that were written, in order.
    var performed: [OverrideChange] = []
    private var waiting: [OverrideChange] = []

    init(
        _ shop: ShopModel = ShopModel(),
        memory: ConsoleMemory = ConsoleMemory(),
        settings: ConsoleSettings = ConsoleDriver.settings,
        rows: Int = 24,
        columns: Int = 80
    ) {
        self.shop = shop
        state = ConsoleState(
            model: shop.model,
            memory: memory,
            settings: settings,
            size: Grid.Size(rows: rows, columns: columns)
        )
    }

    static var settings: ConsoleSettings {
        var settings = ConsoleSettings()
        settings.themes = Theme.allCases.map(\.rawValue)
        return settings
    }

    var screen: String { state.draw().plainText }
    /// The deleted files of the editor, in order.
    var discarded: [String] { effects.compactMap { if case .discard(let path) = $0 { path } else { nil } } }
    var selectedKey: String? { state.selectedToggle?.key }

    mutating func send(_ event: ConsoleEvent) {
        let new = state.handle(event)
        effects += new
        for effect in new { perform(effect) }
    }

    /// Presses keys.
    mutating func press(_ keys: Key...) {
        for key in keys { send(.key(key)) }
    }

    /// Types text, a key for each character.
    mutating func type(_ text: String) {
        for character in text { send(.key(.character(character))) }
    }

    /// Moves the cursor to a toggle.
    mutating func select(_ key: String) {
        guard
            let row = state.list.rows.firstIndex(where: { row in
                if case .toggle(let index) = row { state.toggles.model.toggles[index].key == key } else { false }
            })
        else { return }
        state.move(to: row)
    }

    /// Changes the model from outside the console.
    mutating func change(_ edit: (inout ShopModel) -> Void) {
        edit(&shop)
        shop.revision += 1
        send(.model(shop.model))
    }

    /// Performs the pending writes and sends their results.
    mutating func answer() {
        let changes = waiting
        waiting = []
        for change in changes { write(change) }
    }

    private mutating func perform(_ effect: ConsoleEffect) {
        switch effect {
        case .request(.write(let change)):
            if isSlow { waiting.append(change) } else { write(change) }
        case .request(.loadPresets): send(.report(.presets(presets, failure: nil)))
        case .request(.savePreset(let preset)):
            presets.removeAll { $0.name == preset.name }
            presets.append(preset)
            send(.report(.presets(presets, failure: nil)))
        case .request(.deletePreset(let name)):
            presets.removeAll { $0.name == name }
            send(.report(.presets(presets, failure: nil)))
        case .request(.remember(let change)):
            var memory = state.edits.remembered
            memory.apply(change)
            send(.report(.remembered(change, memory: memory)))
        default: break
        }
    }

    private mutating func write(_ change: OverrideChange) {
        if let failure {
            self.failure = nil
            send(.report(.written(change, failure: failure)))
            return
        }
        if let other = change.edits.first(where: { shop.overrides[$0.key] != $0.before }) {
            send(.report(.written(change, failure: "‘\(other.key)’ was changed by another program")))
            return
        }
        for edit in change.edits { shop.overrides[edit.key] = edit.after }
        performed.append(change)
        shop.revision += 1
        send(.report(.written(change, failure: nil)))
        send(.model(shop.model))
    }
}
