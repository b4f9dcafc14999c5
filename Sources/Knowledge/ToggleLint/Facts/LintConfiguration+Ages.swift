package import ToggleBase

extension LintConfiguration {
    /// Returns the age limit of a category in days, an option of `aged_toggle`; `nil` for no limit.
    package func ageLimit(of category: ToggleCategory) -> Int? {
        let days = AgedToggleRule.option(category.rawValue, in: self)
        return days > 0 ? days : nil
    }

    /// Returns how many days ahead an expiry date may be, an option of `expiry_too_far`; `nil` for no limit.
    package func expiryLimit(of category: ToggleCategory) -> Int? {
        guard let days = ageLimit(of: category) else { return nil }
        let (limit, overflow) = days.multipliedReportingOverflow(by: max(1, ExpiryTooFarRule.option("times", in: self)))
        return overflow ? nil : limit
    }
}
