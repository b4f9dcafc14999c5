/// The identity of a finding across runs: rule, toggle, path, and discriminator, but not the line or the message.
package struct BaselineEntry: Sendable, Hashable, Comparable {
    package var rule: String
    /// The toggle's key; `nil` if the finding isn't about a toggle.
    package var toggle: String?
    /// The path, relative to the root of the project.
    package var path: String
    /// The text that distinguishes it from other findings with the same rule, toggle, and path.
    package var discriminator: String

    package init(rule: String, toggle: String?, path: String, discriminator: String = "") {
        self.rule = rule
        self.toggle = toggle
        self.path = path
        self.discriminator = discriminator
    }

    package init(_ finding: Finding) {
        self.init(
            rule: finding.rule,
            toggle: finding.toggle,
            path: finding.path,
            discriminator: finding.discriminator
        )
    }

    /// Orders entries by path, rule, toggle, and discriminator.
    package static func < (left: BaselineEntry, right: BaselineEntry) -> Bool {
        (left.path, left.rule, left.toggle ?? "", left.discriminator)
            < (right.path, right.rule, right.toggle ?? "", right.discriminator)
    }
}
