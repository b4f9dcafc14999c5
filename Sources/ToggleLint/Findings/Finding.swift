import FeatureToggles
package import ToggleManifest

/// Something that a person should do about a toggle, and where.
package struct Finding: Sendable, Hashable {
    /// How much it matters.
    package typealias Severity = Diagnostic.Severity

    /// The identifier of the rule that found it.
    package var rule: String
    /// How much it matters.
    package var severity: Severity
    /// The key of the toggle that it is about; `nil` when it is about something else, such as a parameter or a file.
    package var toggle: String?
    /// Who looks after the toggle.
    package var owner: String?
    /// The file, relative to the root of the project, with `/` between folders.
    package var path: String
    /// What it is about in the file; `nil` when it is about the whole file.
    package var range: SourceRange?
    /// What is wrong, as one sentence without a full stop.
    package var message: String
    /// Exactly what to do next, as an imperative without a full stop: `remove the off branch: …`.
    package var nextStep: String
    /// Other places that have to do with it.
    package var related: [RelatedPlace]
    /// What tells it from other findings of the same rule, toggle and path, and does not move with the lines: often nothing.
    package var discriminator: String

    /// Creates a finding with the default severity of its rule.
    package init(
        _ rule: RuleDescription,
        toggle: ToggleDeclaration? = nil,
        path: String,
        range: SourceRange?,
        message: String,
        nextStep: String,
        related: [RelatedPlace] = [],
        discriminator: String = ""
    ) {
        self.rule = rule.identifier
        self.severity = rule.severity
        self.toggle = toggle?.key
        self.owner = toggle.flatMap { $0.details.owner.isEmpty ? nil : $0.details.owner }
        self.path = path
        self.range = range
        self.message = message
        self.nextStep = nextStep
        self.related = related
        self.discriminator = discriminator
    }
}

/// A place that explains a finding.
package struct RelatedPlace: Sendable, Hashable {
    /// The file, relative to the root of the project.
    package var path: String
    /// What is meant in the file.
    package var range: SourceRange
    /// Why it is shown, such as `read here`.
    package var message: String

    /// Creates a place.
    package init(path: String, range: SourceRange, message: String) {
        self.path = path
        self.range = range
        self.message = message
    }
}
