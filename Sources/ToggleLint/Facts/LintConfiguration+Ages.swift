package import FeatureToggles

extension LintConfiguration {
    /// How many days toggles of a category may live, as `aged_toggle` has it; `nil` for any number.
    package func ageLimit(of category: ToggleCategory) -> Int? {
        let days = AgedToggleRule.option(category.rawValue, in: self)
        return days > 0 ? days : nil
    }

    /// How many days ahead the expiry of a toggle may lie, as `expiry_too_far` has it; `nil` for any number.
    package func expiryLimit(of category: ToggleCategory) -> Int? {
        guard let days = ageLimit(of: category) else { return nil }
        let (limit, overflow) = days.multipliedReportingOverflow(by: max(1, ExpiryTooFarRule.option("times", in: self)))
        return overflow ? nil : limit
    }
}
