import FeatureToggles
import ToggleBase

/// The combinations of toggles that a preview shows.
struct PreviewCombinations: Sendable {
    /// A combination with its position.
    struct Item: Identifiable, Sendable {
        let id: Int
        /// The keys and values.
        let title: String
        /// The values.
        let toggles: FixedToggles
    }

    /// The maximum number of combinations in a preview, which builds a view for each of them.
    static let limit = 64

    /// The combinations to show, in which the last toggle changes fastest.
    let shown: [Item]
    /// A sentence about combinations that aren't shown, or `nil` if all of them are.
    let omission: String?

    init(_ axes: [ToggleAxis]) {
        let all = ToggleCombinations(axes)
        shown = all.prefix(Self.limit).enumerated().map { number, combination in
            Item(id: number, title: combination.description, toggles: combination.toggles)
        }
        let rest = all.count - shown.count
        omission = rest > 0 ? "\(rest.counted("more combination")) not shown; list fewer toggles." : nil
    }
}
