#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Handles a click.
    ///
    /// A click on a key in the footer acts as that key, and a click on a view in the header shows that view. In the
    /// list, it moves the cursor, or on the selected row flips the value or opens the detail.
    mutating func click(_ position: Grid.Position) -> [ConsoleEffect] {
        guard hasMouse, position.row >= 0, position.row < size.rows else { return [] }
        let layout = layout
        if position.row == layout.footer.last,
            let hint = footerHints.first(where: { $0.columns.contains(position.column) })
        {
            return handle(.key(hint.key))
        }
        switch layers.last {
        case .menu(var menu):
            let place = self.layout(of: menu)
            guard place.items.contains(position.row), place.box.columns.contains(position.column) else {
                if !place.box.rows.contains(position.row) || !place.box.columns.contains(position.column) { closeTop() }
                return []
            }
            menu.selected = place.first + position.row - place.items.lowerBound
            return menu.shown.indices.contains(menu.selected) ? choose(menu.selected, in: menu) : []
        case .confirmation(let confirmation):
            let place = self.layout(of: confirmation)
            guard position.row == place.answers,
                let choice = place.choices.firstIndex(where: { $0.contains(position.column) })
            else { return [] }
            return answer(choice, to: confirmation)
        case .prompt, .page: return []
        case .filter, nil: return clickInList(position, layout)
        }
    }

    private mutating func clickInList(_ position: Grid.Position, _ layout: Layout) -> [ConsoleEffect] {
        if layout.header.contains(position.row) {
            guard position.row == min(1, layout.header.count - 1),
                let tab = viewTabs.first(where: { $0.columns.contains(position.column) })
            else { return [] }
            show(tab.view)
            return []
        }
        guard !layout.isDetailAlone, layout.list.contains(position.row), layout.listColumns.contains(position.column)
        else { return [] }
        let row = top + position.row - layout.list.lowerBound
        guard rows.indices.contains(row) else { return [] }
        let wasSelected = row == selectedRow
        move(to: row)
        guard wasSelected else { return [] }
        if isGroup(row) { return perform(.open) }
        let columns = ListColumns(layout.listColumns, longestKey: catalogue.longestKey)
        guard columns.value.contains(position.column) else { return perform(.open) }
        return perform(disabledReason(.flip) == nil ? .flip : .edit)
    }

    /// Scrolls the part of the screen under the mouse.
    mutating func wheel(_ lines: Int, at position: Grid.Position) {
        guard hasMouse else { return }
        let lines = min(max(-1000, lines), 1000)
        switch layers.last {
        case .menu(var menu):
            menu.move(by: lines)
            replaceTop(.menu(menu))
        case .confirmation(let confirmation): scroll(confirmation, to: confirmation.scroll + lines)
        case .page(let page): scroll(page, to: page.scroll + lines)
        case .prompt: break
        case .filter, nil:
            let layout = layout
            if isDetailOpen, layout.detailColumns.contains(position.column) {
                detailScroll = min(max(0, detailScroll + lines), detailEnd)
            } else {
                move(to: selectedRow + lines)
            }
        }
    }
}
#endif
