import FeatureToggles

/// Every combination of the values of some toggles, for tests that must hold under each.
///
/// ```swift
/// @Test(arguments: combinations(of: .each(.newCheckout), .each(.searchRanking)))
/// func totalIsTheSame(under combination: ToggleCombination) {
///     #expect(Cart(toggles: combination.toggles).total == 42)
/// }
/// ```
///
/// - Parameter axes: The toggles. Toggles that are not named have their defaults.
/// - Returns: The combinations; the last toggle changes fastest. Without toggles there is one, the defaults.
/// - Complexity: O(1); each combination is made when it is asked for. Their number is the product of the numbers of
///   values: 2 to the power of *n* for *n* Boolean toggles.
public func combinations(of axes: ToggleAxis...) -> ToggleCombinations {
    ToggleCombinations(axes: axes)
}

/// One combination of values of some toggles.
public struct ToggleCombination: Sendable, CustomStringConvertible {
    /// The values.
    public let settings: [ToggleSetting]

    /// Toggles to inject that have these values.
    public var toggles: FixedToggles { FixedToggles(settings) }

    /// The keys and values: `new_checkout = true, search_ranking = neural`.
    public var description: String {
        settings.isEmpty ? "defaults" : settings.map(\.description).joined(separator: ", ")
    }
}

/// Every combination of the values of some toggles.
///
/// Made by ``combinations(of:)``.
public struct ToggleCombinations: RandomAccessCollection, Sendable {
    private let axes: [ToggleAxis]
    /// How many combinations there are.
    public let count: Int

    init(axes: [ToggleAxis]) {
        self.axes = axes
        // A product that does not fit is more than any test will ever run through.
        count = axes.reduce(1) { product, axis in
            let (result, overflow) = product.multipliedReportingOverflow(by: axis.settings.count)
            return overflow ? .max : result
        }
    }

    /// The first position, 0.
    public var startIndex: Int { 0 }
    /// The position behind the last combination.
    public var endIndex: Int { count }

    /// The combination at a position.
    public subscript(position: Int) -> ToggleCombination {
        var rest = position
        var settings: [ToggleSetting] = []
        for axis in axes.reversed() where !axis.settings.isEmpty {
            settings.append(axis.settings[rest % axis.settings.count])
            rest /= axis.settings.count
        }
        return ToggleCombination(settings: settings.reversed())
    }
}
