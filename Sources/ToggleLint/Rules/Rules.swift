/// All rules.
package enum Rules {
    /// The rules by area, in the order in which they are listed.
    package static let all: [any LintRule.Type] = []
}
