#if OVERRIDES
public import FeatureToggles

/// The result of a change of overrides.
public struct OverrideUpdate: Sendable, Hashable {
    /// The keys of the toggles whose override changed; empty if all of them had the wanted value already.
    public let keys: [String]
    /// A title of the change, such as `search_ranking = neural`; `nil` if nothing changed.
    public let title: String?
    /// The problems that didn't prevent the change, such as a value of a preset that doesn't fit its toggle.
    public internal(set) var problems: [ToggleProblem]

    init() {
        keys = []
        title = nil
        problems = []
    }

    init(_ change: OverrideChange?, warnings: [String], path: String) {
        keys = (change?.edits ?? []).filter { $0.before != $0.after }.map(\.key)
        title = keys.isEmpty ? nil : change?.title
        problems = warnings.map { ToggleProblem(source: .localDefaults, origin: path, message: $0) }
    }
}
#endif
