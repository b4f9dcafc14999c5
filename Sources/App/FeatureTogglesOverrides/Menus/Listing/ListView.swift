#if OVERRIDES
/// The set of toggles that the list shows, before filtering.
package enum ListView: String, CaseIterable, Sendable {
    case all = "All"
    case overridden = "Overridden"
    case stale = "Stale"
    case pinned = "Pinned"
    case conflicts = "Conflicts"
}
#endif
