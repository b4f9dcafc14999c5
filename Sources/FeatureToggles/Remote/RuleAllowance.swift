/// What the rules of all toggles of a client may cost together when they are resolved for one context.
///
/// A document can have thousands of rules that each take as many steps as a rule may, and a client resolves all of them
/// when it starts, when a document comes and when its context changes. Rules take from the allowance in the order of the
/// toggles; when it is used up, each of the others has ``guaranteedSteps``, which nearly all rules get by with.
///
/// A class, since it is handed through sources that know nothing of rules.
package final class RuleAllowance {
    /// How many steps there are.
    package static let maximumSteps = 100_000
    /// How many steps each rule has at least.
    package static let guaranteedSteps = 100
    /// How many steps a rule has that is asked alone.
    package static let stepsOfOne = 50_000

    /// How many steps are left.
    package private(set) var remaining: Int
    /// Whether a rule was stopped that would have had more steps when asked alone.
    package var isCut = false

    /// Creates an allowance with so many steps.
    package init(remaining: Int = maximumSteps) {
        self.remaining = remaining
    }

    /// How many steps the next rule has.
    package var stepsOfNext: Int { min(Self.stepsOfOne, max(Self.guaranteedSteps, remaining)) }

    /// Takes the steps of a rule.
    package func pay(_ steps: Int) {
        remaining = max(0, remaining - steps)
    }
}
