import FeatureToggles
import ToggleBase

/// The selected item, independent of row positions.
enum Selection: Hashable, Sendable {
    case group(ToggleCategory)
    /// A toggle by its identifier and key. If its category or type changes, the key stays the same.
    case toggle(id: UInt64, key: String)
    case nothing
}
