#if OVERRIDES
package import ToggleBase

/// A row of the list.
package enum ToggleRow: Hashable, Sendable {
    /// The title of a category, with the number of its toggles in the list, including collapsed ones.
    ///
    /// The number is an `Int32`, because an `Int` would make every row 50% larger.
    case group(ToggleCategory, count: Int32)
    /// A toggle by its index in the model.
    case toggle(Int)

    /// The index of the toggle, or `nil` for a group.
    package var index: Int? { if case .toggle(let index) = self { index } else { nil } }
}
#endif
