#if OVERRIDES
import FeatureToggles

/// A row of the list.
enum Row: Hashable, Sendable {
    /// The title of a category, with the number of its toggles in the list, including collapsed ones.
    ///
    /// The number is an `Int32`, because an `Int` would make every row 50% larger.
    case group(ToggleCategory, count: Int32)
    /// A toggle by its index in the model.
    case toggle(Int)

    /// The index of the toggle, or `nil` for a group.
    var index: Int? { if case .toggle(let index) = self { index } else { nil } }
}

/// The selected item, independent of row positions.
enum Selection: Hashable, Sendable {
    case group(ToggleCategory)
    /// A toggle by its identifier and key. If its category or type changes, the key stays the same.
    case toggle(id: UInt64, key: String)
    case nothing
}

/// The set of toggles that the list shows, before filtering.
enum ListView: String, CaseIterable, Sendable {
    case all = "All"
    case overridden = "Overridden"
    case stale = "Stale"
    case pinned = "Pinned"
    case conflicts = "Conflicts"
}

/// The order of the list.
enum SortOrder: String, CaseIterable, Sendable {
    /// By category, in manifest order within each group.
    case category
    case key
    case source
    case owner
    case expiry = "expiry date"
    case created = "creation date"
}
#endif
