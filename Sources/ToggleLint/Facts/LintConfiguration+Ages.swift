package import FeatureToggles

extension LintConfiguration {
    /// How many days toggles of a category may live, as `aged_toggle` has it; `nil` for any number.
    package func ageLimit(of category: ToggleCategory) -> Int? {
        let days = AgedToggleRule.option(category.rawValue, in: self)
        return days > 0 ? days : nil
    }
}
