/// What makes a finding the same as one of another run: rule, toggle, path and discriminator, but neither lines nor words.
package struct BaselineEntry: Sendable, Hashable, Comparable {
    /// The rule.
    package var rule: String
    /// The toggle; `nil` when it is about something else.
    package var toggle: String?
    /// The path, relative to the root of the project.
    package var path: String
    /// What tells it from others of the same rule, toggle and path.
    package var discriminator: String

    /// Creates an entry.
    package init(rule: String, toggle: String?, path: String, discriminator: String = "") {
        self.rule = rule
        self.toggle = toggle
        self.path = path
        self.discriminator = discriminator
    }

    /// The entry of a finding.
    package init(_ finding: Finding) {
        self.init(
            rule: finding.rule,
            toggle: finding.toggle,
            path: finding.path,
            discriminator: finding.discriminator
        )
    }

    /// By path, rule, toggle and discriminator.
    package static func < (left: BaselineEntry, right: BaselineEntry) -> Bool {
        (left.path, left.rule, left.toggle ?? "", left.discriminator)
            < (right.path, right.rule, right.toggle ?? "", right.discriminator)
    }
}
