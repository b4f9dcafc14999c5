import FeatureToggles

/// Stand-in.
struct ConsoleState: Sendable {
    var model: ConsoleModel
    var size: Grid.Size
    var selected = 0
    var message = ""
    var theme: Theme
    let settings: ConsoleSettings

    init(model: ConsoleModel, memory: ConsoleMemory, settings: ConsoleSettings, size: Grid.Size) {
        self.model = model
        self.size = size
        self.settings = settings
        theme = Theme(rawValue: memory.theme ?? settings.themes.first ?? "") ?? .mono
    }

    mutating func handle(_ event: ConsoleEvent) -> [ConsoleEffect] {
        message = ""
        switch event {
        case .key(.character("j")), .key(.down): selected = min(selected + 1, model.toggles.count - 1)
        case .key(.character("k")), .key(.up): selected = max(0, selected - 1)
        case .key(.character("g")), .key(.home): selected = 0
        case .key(.character("q")), .key(.control("c")), .terminate: return [.quit]
        case .key(.control("z")): return [.suspend]
        case .key(.control("l")): return [.redraw]
        case .key(.character("E")): return [.edit(key: "x", text: "one", fileExtension: "json")]
        case .key(let key): message = "key \(key)"
        case .paste(let text): message = "paste \(text.debugDescription)"
        case .click(let position): selected = min(max(0, position.row - 1), model.toggles.count - 1)
        case .wheel(let rows, _): selected = min(max(0, selected + rows), model.toggles.count - 1)
        case .resize(let size): self.size = size
        case .model(let model): self.model = model
        case .edited(_, let result): message = "edited \(result)"
        default: break
        }
        return []
    }

    func draw() -> Grid {
        var grid = Grid(size)
        func put(_ text: String, row: Int, _ style: CellStyle) {
            for (column, character) in text.enumerated() {
                grid.set(Grid.Cell(text: String(character), style: style), at: Grid.Position(row: row, column: column))
            }
        }
        put("toggles console: \(selected) of \(model.toggles.count) \(size.columns)x\(size.rows)", row: 0, CellStyle(.bar))
        for (index, toggle) in model.toggles.enumerated() {
            let value = model.explanation(index, nil)
            let text = "\(index == selected ? ">" : " ") \(toggle.key) \(value.evaluation.value.map { "\($0)" } ?? "") \(value.evaluation.source)"
            put(text, row: index + 1, CellStyle(.overridden, reversed: index == selected))
        }
        put(message, row: size.rows - 1, CellStyle(.error))
        return grid
    }
}
