package import ToggleBase

/// A rule that gives all users one variant, and keeps another rule as its unreachable part.
///
/// The form is `{"if": [true, VARIANT, RULE]}`; without RULE, the flag had no rule.
package struct LocatedKill {
    /// The whole rule.
    package let value: LocatedValue
    /// The name of the variant.
    package let variant: String
    /// The location of the variant.
    package let variantValue: LocatedValue
    /// The rule that was set aside; `null` stands for an empty rule, and `nil` for none.
    package let rest: LocatedValue?

    package init?(_ value: LocatedValue) {
        guard let members = value.members, let member = members.first, members.count == 1, member.name == "if",
            let elements = member.value.elements, elements.count == 2 || elements.count == 3,
            case .bool(true) = elements[0].content, let variant = elements[1].string
        else { return nil }
        if elements.count == 3 {
            guard elements[2].members != nil || elements[2].isNull else { return nil }
        }
        self.value = value
        self.variant = variant
        variantValue = elements[1]
        rest = elements.count == 3 ? elements[2] : nil
    }
}
