/// One combination of values of some toggles.
public struct ToggleCombination: Sendable, CustomStringConvertible {
    /// The toggles' values.
    public let settings: [ToggleSetting]

    /// Toggles with these values, to inject into the code under test.
    public var toggles: FixedToggles { FixedToggles(settings) }

    /// The keys and values, such as `new_checkout = true, search_ranking = neural`.
    public var description: String {
        settings.isEmpty ? "defaults" : settings.map(\.description).joined(separator: ", ")
    }
}

/// Every combination of the values of some toggles, for tests that must pass with each of them.
///
/// ```swift
/// @Test(arguments: ToggleCombinations(of: .each(.newCheckout), .each(.searchRanking)))
/// func totalIsTheSame(under combination: ToggleCombination) {
///     #expect(Cart(toggles: combination.toggles).total == 42)
/// }
/// ```
///
/// The last toggle changes fastest. Each combination is created when it is accessed. Their number is the product of the
/// numbers of values: 2 to the power of *n* for *n* Boolean toggles.
public struct ToggleCombinations: RandomAccessCollection, Sendable {
    private let axes: [ToggleAxis]
    /// The number of combinations.
    public let count: Int

    /// Creates the combinations of the values of toggles.
    ///
    /// - Parameter axes: The toggles. Toggles that aren't listed have their defaults, so without any, there is one
    ///   combination, the defaults.
    public init(of axes: ToggleAxis...) {
        self.init(axes)
    }

    package init(_ axes: [ToggleAxis]) {
        self.axes = axes
        // An overflowing product is more combinations than any test can run.
        count = axes.reduce(1) { product, axis in
            let (result, overflow) = product.multipliedReportingOverflow(by: axis.settings.count)
            return overflow ? .max : result
        }
    }

    /// The first position, 0.
    public var startIndex: Int { 0 }
    /// The position after the last combination.
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
