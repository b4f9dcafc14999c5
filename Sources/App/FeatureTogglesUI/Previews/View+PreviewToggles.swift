#if canImport(SwiftUI)
public import FeatureToggles
public import SwiftUI

extension View {
    /// Sets toggles for a preview.
    ///
    /// ```swift
    /// #Preview {
    ///     CheckoutView().previewToggles(.set(.newCheckout, to: true), .set(.searchRanking, to: .neural))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - settings: The values. The last setting of a toggle takes precedence.
    ///   - base: The values of all other toggles.
    ///   - ambientContext: The signed-in user, for code that stores data per user; values are the same for all users.
    /// - Returns: A view that reads these values.
    public func previewToggles(
        _ settings: ToggleSetting...,
        others base: FixedToggles.Base = .defaults,
        ambientContext: EvaluationContext? = nil
    ) -> some View {
        toggles(FixedToggles(settings, others: base, ambientContext: ambientContext))
    }

    /// Shows a view with every combination of the values of some toggles, as a grid.
    ///
    /// ```swift
    /// #Preview {
    ///     CheckoutView().previewCombinations(of: .each(.newCheckout), .each(.searchRanking))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - axes: The toggles. Toggles that aren't listed have their defaults. Only the first 64 combinations are shown.
    ///   - width: The minimum width of a column in points.
    /// - Returns: The grid, with the values above each copy of the view.
    public func previewCombinations(of axes: ToggleAxis..., minimumColumnWidth width: CGFloat = 320) -> some View {
        CombinationGrid(combinations: PreviewCombinations(axes), width: width, content: self)
    }
}

private struct CombinationGrid<Content: View>: View {
    let combinations: PreviewCombinations
    let width: CGFloat
    let content: Content

    var body: some View {
        ScrollView {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: width), alignment: .top)], spacing: 24) {
                ForEach(combinations.shown) { item in
                    VStack(alignment: .leading, spacing: 8) {
                        Text(verbatim: item.title).font(.caption).foregroundStyle(.secondary)
                        content.toggles(item.toggles)
                    }
                    .accessibilityElement(children: .contain)
                    .accessibilityLabel(Text(verbatim: item.title))
                }
            }
            .padding()
            if let omission = combinations.omission {
                Text(verbatim: omission).font(.caption).foregroundStyle(.secondary).padding()
            }
        }
    }
}
#endif
