#if OVERRIDES

extension ConsoleState {
    /// Draws the screen.
    ///
    /// - Complexity: O(*n*) in the number of cells, regardless of the number of toggles.
    func draw() -> Grid {
        var canvas = Canvas(size, width: width, glyphs: glyphs)
        let layout = layout
        drawHeader(on: &canvas, layout)
        // Created once, because the footer also needs its length.
        let detail = isDetailOpen ? detailLines : []
        if !layout.isDetailAlone { drawList(on: &canvas, layout) }
        if isDetailOpen { drawDetail(detail, on: &canvas, layout) }
        drawFooter(footerHints(detailEnd: detailEnd(detail.count)), on: &canvas, layout)
        for dialog in dialogs {
            switch dialog {
            case .filter: break
            case .prompt(let prompt): draw(prompt, on: &canvas)
            case .menu(let menu): draw(menu, on: &canvas)
            case .confirmation(let confirmation): draw(confirmation, on: &canvas)
            case .page(let page): draw(page, on: &canvas)
            }
        }
        // A box may place the cursor outside a tiny screen.
        if let cursor = canvas.grid.cursor, !canvas.grid.contains(cursor) { canvas.grid.cursor = nil }
        return canvas.grid
    }
}
#endif
