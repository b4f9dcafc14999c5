#if !RELEASE || InternalBuild
import FeatureToggles

/// A line of the list.
enum Row: Hashable, Sendable {
    /// The title of a category, with the number of its toggles that are shown or collapsed; with an `Int`, each row would take
    /// half as much memory again.
    case group(ToggleCategory, count: Int32)
    /// A toggle by its index in the model.
    case toggle(Int)
}

/// What the cursor is on, whatever becomes of the rows around it.
enum Selection: Hashable, Sendable {
    case group(ToggleCategory)
    /// The toggle's identifier and key: a toggle whose category or type was changed keeps the key.
    case toggle(id: UInt64, key: String)
    case nothing
}

/// Which toggles the list shows, before the filter.
enum ListView: String, CaseIterable, Sendable {
    case all = "All"
    case overridden = "Overridden"
    case stale = "Stale"
    case pinned = "Pinned"
    case conflicts = "Conflicts"
}

/// The order of the list.
enum SortOrder: String, CaseIterable, Sendable {
    /// In groups, each in the order of the manifest.
    case category
    case key
    case source
    case owner
    case expiry = "expiry date"
    case created = "creation date"
}
#endif
