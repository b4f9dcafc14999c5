#if OVERRIDES
/// The order of the list.
package enum ToggleOrder: String, CaseIterable, Sendable {
    /// By category, in manifest order within each group.
    case category
    case key
    case source
    case owner
    case expiry = "expiry date"
    case created = "creation date"
}
#endif
