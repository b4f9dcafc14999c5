#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Performs an action, or reports why it is not available.
    mutating func perform(_ action: Action) -> [ConsoleEffect] {
        if let reason = disabledReason(action) {
            message = Message("\(action.entry.title.lowercased()): \(reason)", .warning)
            return []
        }
        if let lines = movement(action) {
            move(to: lines)
            return []
        }
        switch action {
        case .flip: return flip()
        case .edit: return edit()
        case .editExternally: return editExternally()
        case .reset: return reset()
        case .resetMany: openResetMenu()
        case .undo: return travel(.undo)
        case .redo: return travel(.redo)
        case .open: return open()
        case .expand: expand()
        case .collapse: collapse()
        case .expandAll, .collapseAll:
            collapsed = action == .expandAll ? [] : Set(ToggleCategory.allCases)
            if case .toggle = selection, action == .collapseAll, let toggle = selectedToggle, query.isEmpty {
                selection = .group(toggle.category)
            }
            rebuildRows(keepingSelection: false)
        case .why:
            isDetailOpen = true
            detailScroll = whyScroll
        case .scrollDetailDown: scrollDetail(by: count ?? 1)
        case .scrollDetailUp: scrollDetail(by: -(count ?? 1))
        case .filter: openFilter()
        case .nextView, .previousView: changeView(by: action == .nextView ? 1 : -1)
        case .filterCategory, .filterSource, .filterType: openTermMenu(action)
        case .sort: openSortMenu()
        case .mark: mark()
        case .range: startRange()
        case .markAll: markAll()
        case .pin: return pin()
        case .copy: openCopyMenu()
        case .presets, .deletePreset, .exportPreset: return openPresets(for: action)
        case .savePreset, .importPreset, .whatIf: openPrompt(for: action)
        case .problems: openProblems()
        case .palette, .help: openCommands(action)
        case .reload:
            message = Message("reloading")
            return [.reload]
        case .mouse:
            hasMouse.toggle()
            message = Message(hasMouse ? "mouse on; hold Shift to select text" : "mouse off")
            return [.mouse(hasMouse)]
        case .theme: return nextTheme()
        case .redraw: return [.redraw]
        case .back: back()
        case .suspend: return [.suspend]
        case .quit: return [.quit]
        default: break
        }
        return []
    }

    /// Returns the row that an action moves to.
    private func movement(_ action: Action) -> Int? {
        let page = max(1, layout.list.count)
        let times = count ?? 1
        switch action {
        case .down: return selectedRow + times
        case .up: return selectedRow - times
        case .first: return (count ?? 1) - 1
        case .last: return rows.count - 1
        case .halfPageDown: return selectedRow + times * max(1, page / 2)
        case .halfPageUp: return selectedRow - times * max(1, page / 2)
        case .pageDown: return selectedRow + times * page
        case .pageUp: return selectedRow - times * page
        case .nextMatch:
            guard selectedRow + 1 < rows.count else { return selectedRow }
            return rows[(selectedRow + 1)...].firstIndex { if case .toggle = $0 { true } else { false } } ?? selectedRow
        case .previousMatch:
            return rows[..<selectedRow].lastIndex { if case .toggle = $0 { true } else { false } } ?? selectedRow
        default: return nil
        }
    }

    /// Moves the cursor and the end of a range of marks.
    mutating func move(to row: Int) {
        let before = selectedRow
        let height = max(1, layout.list.count)
        // A move by pages also scrolls the list.
        let distance = min(max(0, row), max(0, rows.count - 1)) - before
        if abs(distance) >= height / 2, abs(distance) <= height { top = max(0, top + distance) }
        select(row: row)
        if selectedRow != before { detailScroll = 0 }
        leaveKept()
        extendRange()
    }

    /// Removes a toggle that was kept in the list only while the cursor was on it.
    private mutating func leaveKept() {
        // A range of marks depends on row positions.
        guard let keptIndex, keptIndex != selectedIndex, range == nil else { return }
        rebuildRows(keepingSelection: false)
    }

    private mutating func open() -> [ConsoleEffect] {
        if case .group(let category) = selection {
            toggleGroup(category)
            return []
        }
        guard isDetailOpen else {
            isDetailOpen = true
            detailScroll = 0
            scrollToSelection()
            return []
        }
        if let reason = disabledReason(.edit) {
            message = Message("edit: \(reason)", .warning)
            return []
        }
        return edit()
    }

    private mutating func expand() {
        switch selection {
        case .group(let category):
            if collapsed.contains(category) { toggleGroup(category) } else { move(to: selectedRow + 1) }
        case .toggle:
            isDetailOpen = true
            scrollToSelection()
        case .nothing: break
        }
    }

    private mutating func collapse() {
        if isDetailOpen {
            isDetailOpen = false
            scrollToSelection()
            return
        }
        switch selection {
        case .group(let category):
            if !collapsed.contains(category) { toggleGroup(category) }
        case .toggle:
            guard let category = selectedToggle?.category, sort == .category, query.isEmpty else {
                message = Message("nothing is grouped while a filter or an order is on")
                return
            }
            selection = .group(category)
            collapsed.insert(category)
            rebuildRows(keepingSelection: false)
        case .nothing: break
        }
    }

    private mutating func toggleGroup(_ category: ToggleCategory) {
        guard query.isEmpty else {
            message = Message("groups stay open while a filter is on")
            return
        }
        if collapsed.remove(category) == nil { collapsed.insert(category) }
        rebuildRows(keepingSelection: false)
    }

    private mutating func scrollDetail(by lines: Int) {
        detailScroll = min(max(0, detailScroll + lines), detailEnd)
    }

    private mutating func nextTheme() -> [ConsoleEffect] {
        let themes = settings.themes.compactMap { Theme(rawValue: $0) }
        guard themes.count > 1 else {
            message = Message("there is no other theme for this terminal")
            return []
        }
        let next = themes.firstIndex(of: theme).map { themes[($0 + 1) % themes.count] } ?? themes[0]
        return follow(.theme(next))
    }

    /// Closes one thing that is open.
    private mutating func back() {
        if range != nil {
            range = nil
        } else if isDetailOpen {
            isDetailOpen = false
            scrollToSelection()
        } else if !marks.isEmpty {
            marks = []
        } else if !query.text.isEmpty {
            setFilter("", movingToFirst: false)
        } else if view != .all {
            view = .all
            rebuildRows(keepingSelection: true)
        } else if whatIf != nil {
            setWhatIf(nil)
        } else {
            message = Message("q quits")
        }
    }
}
#endif
