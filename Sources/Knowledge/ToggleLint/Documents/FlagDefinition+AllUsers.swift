import DocumentSyntax
import ToggleBase

extension LocatedValue {
    /// The single value that every targeting key gets from this definition, if there is one.
    ///
    /// The value is known for a static flag, and for a `fractional` in which one variant has all the weight. It is
    /// `nil` if users get different values or the code's default, or if the rule must be evaluated.
    var valueForAllUsers: JSONValue? {
        guard members != nil, let shares = RuleShares(self) else { return nil }
        let answers = Set(shares.stretches.filter { $0.weight > 0 }.map(\.answer))
        guard answers.count == 1, case .value(let value)? = answers.first else { return nil }
        return value
    }

    /// Whether every user gets the code's default from this definition.
    var leavesCodeDefault: Bool {
        guard members != nil, let shares = RuleShares(self) else { return false }
        return shares.stretches.allSatisfy { $0.weight == 0 || $0.answer == .codeDefault || $0.answer == .failure }
    }
}
