/// The cost limit that the rules of all toggles share when a client resolves them for one context.
///
/// A document can contain thousands of rules that each take the maximum number of steps. A client evaluates all of them
/// when it starts, when a document arrives, and when its context changes. Rules use up the allowance in the order of
/// the toggles. When it is used up, each remaining rule has ``guaranteedSteps``, which are enough for nearly all rules.
///
/// This is a class because it is passed through sources that have no access to rules.
package final class RuleAllowance {
    /// The total number of steps.
    package static let maximumSteps = 100_000
    /// The minimum number of steps for each rule.
    package static let guaranteedSteps = 100
    /// The number of steps for a rule that is evaluated alone.
    package static let stepsOfOne = 50_000

    /// The number of steps that are left.
    package private(set) var remaining: Int
    /// Whether a rule was stopped that would have had more steps if evaluated alone.
    package var isCut = false

    /// Creates an allowance with a number of steps.
    package init(remaining: Int = maximumSteps) {
        self.remaining = remaining
    }

    /// The number of steps for the next rule.
    package var stepsOfNext: Int { min(Self.stepsOfOne, max(Self.guaranteedSteps, remaining)) }

    /// Subtracts the steps of a rule.
    package func pay(_ steps: Int) {
        remaining = max(0, remaining - steps)
    }
}
