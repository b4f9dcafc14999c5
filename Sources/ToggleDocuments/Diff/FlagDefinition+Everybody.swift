import FeatureToggles

extension JSONValue {
    /// The single value that every targeting key gets from this definition, if there is one.
    ///
    /// What follows from the definition by itself counts: a static flag, or a `fractional` in which one variant has all the
    /// weight. `nil` when people get different values, when it takes an evaluation to know, and when the code's default
    /// is what they get.
    var valueForEverybody: JSONValue? {
        guard case .object(let flag) = self, let shares = RuleShares(flag) else { return nil }
        let answers = Set(shares.stretches.filter { $0.weight > 0 }.map(\.answer))
        guard answers.count == 1, case .value(let value)? = answers.first else { return nil }
        return value
    }

    /// Whether every user gets the code's default from this definition.
    var leavesCodeDefault: Bool {
        guard case .object(let flag) = self, let shares = RuleShares(flag) else { return false }
        return shares.stretches.allSatisfy { $0.weight == 0 || $0.answer == .codeDefault || $0.answer == .failure }
    }
}
