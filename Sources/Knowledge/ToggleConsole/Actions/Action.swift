/// An action of the console.
///
/// The raw value is the action's name in the palette and in line mode.
enum Action: String, CaseIterable, Hashable, Sendable {
    case down, up, first, last
    case halfPageDown = "half-page-down"
    case halfPageUp = "half-page-up"
    case pageDown = "page-down"
    case pageUp = "page-up"
    case nextMatch = "next-match"
    case previousMatch = "previous-match"
    case open, expand, collapse
    case expandAll = "expand-all"
    case collapseAll = "collapse-all"
    case why
    case scrollDetailDown = "scroll-detail-down"
    case scrollDetailUp = "scroll-detail-up"

    case flip, edit
    case editExternally = "edit-externally"
    case unset
    case unsetMany = "unset-many"
    case undo, redo
    case changeDocument = "change-document"

    case filter
    case nextView = "next-view"
    case previousView = "previous-view"
    case filterCategory = "filter-category"
    case filterSource = "filter-source"
    case filterType = "filter-type"
    case sort

    case mark, range
    case markAll = "mark-all"
    case pin, copy

    case presets
    case savePreset = "save-preset"
    case deletePreset = "delete-preset"
    case exportPreset = "export-preset"
    case importPreset = "import-preset"

    case whatIf = "what-if"
    case problems, palette, help, reload, mouse, theme, redraw, back, suspend, quit
}
