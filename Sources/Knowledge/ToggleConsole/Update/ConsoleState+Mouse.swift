#if OVERRIDES

extension ConsoleState {
    /// Handles a click.
    ///
    /// A click on a key in the footer acts as that key, and a click on a view in the header shows that view. A click in
    /// the list moves the cursor; on the selected row, it changes the value or opens the detail.
    mutating func click(_ position: Grid.Position) -> [ConsoleEffect] {
        guard hasMouse, position.row >= 0, position.row < size.rows else { return [] }
        if position.row == layout.footer.last,
            let hint = footerHints.first(where: { $0.columns.contains(position.column) })
        {
            return handle(.key(hint.key))
        }
        switch dialogs.last {
        case .menu(let menu):
            let place = layout(of: menu)
            let isInColumns = place.box.columns.contains(position.column)
            if isInColumns, place.items.contains(position.row) {
                let row = place.shown.dropFirst(position.row - place.items.lowerBound).first
                if case .item(let index)? = row { return choose(index, in: menu) }
                return []
            }
            if !isInColumns || !place.box.rows.contains(position.row) { closeDialog() }
        case .confirmation(let confirmation):
            let place = layout(of: confirmation)
            if position.row == place.answers,
                let choice = place.choices.firstIndex(where: { $0.contains(position.column) })
            {
                return answer(choice, to: confirmation)
            }
        case .prompt, .page: break
        case .filter, nil: return clickInList(position, layout)
        }
        return []
    }

    private mutating func clickInList(_ position: Grid.Position, _ layout: Layout) -> [ConsoleEffect] {
        if layout.header.contains(position.row) {
            if position.row == min(1, layout.header.count - 1),
                let tab = viewTabs.first(where: { $0.columns.contains(position.column) })
            {
                list.show(tab.view, &toggles)
            }
            return []
        }
        guard !layout.isDetailAlone, layout.list.contains(position.row), layout.listColumns.contains(position.column)
        else { return [] }
        let row = list.top + position.row - layout.list.lowerBound
        guard list.rows.indices.contains(row) else { return [] }
        let wasSelected = row == list.selectedRow
        move(to: row)
        guard wasSelected else { return [] }
        if list.isGroup(row) || !columns(layout).value.contains(position.column) { return perform(.open) }
        return perform(disabledReason(.flip) == nil ? .flip : .edit)
    }

    /// Scrolls the part of the screen under the mouse.
    mutating func wheel(_ lines: Int, at position: Grid.Position) {
        guard hasMouse else { return }
        let lines = min(max(-1000, lines), 1000)
        switch dialogs.last {
        case .menu(var menu):
            menu.move(by: lines)
            replaceDialog(.menu(menu))
        case .confirmation(var confirmation):
            confirmation.scroll += lines
            replaceDialog(.confirmation(confirmation))
            limitScrolling()
        case .page(var page):
            page.scroll += lines
            replaceDialog(.page(page))
            limitScrolling()
        case .prompt: break
        case .filter, nil:
            if isDetailOpen, layout.detailColumns.contains(position.column) {
                scrollDetail(by: lines)
            } else {
                move(to: list.selectedRow + lines)
            }
        }
    }
}
#endif
