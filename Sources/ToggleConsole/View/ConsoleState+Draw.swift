#if !RELEASE || InternalBuild
import FeatureToggles

extension ConsoleState {
    /// Makes the screen.
    ///
    /// - Complexity: O(*n*) in the number of cells, whatever the number of toggles.
    func draw() -> Grid {
        var canvas = Canvas(size, width: width, glyphs: glyphs)
        let layout = layout
        drawHeader(on: &canvas, layout)
        if layout.isDetailAlone {
            drawDetail(on: &canvas, layout)
        } else {
            drawList(on: &canvas, layout)
            if isDetailOpen { drawDetail(on: &canvas, layout) }
        }
        drawFooter(on: &canvas, layout)
        for layer in layers {
            switch layer {
            case .filter: break
            case .prompt(let prompt): draw(prompt, on: &canvas)
            case .menu(let menu): draw(menu, on: &canvas)
            case .confirmation(let confirmation): draw(confirmation, on: &canvas)
            case .page(let page): draw(page, on: &canvas)
            }
        }
        // A box may want it where a tiny screen has nothing.
        if let cursor = canvas.grid.cursor, !canvas.grid.contains(cursor) { canvas.grid.cursor = nil }
        return canvas.grid
    }
}
#endif
