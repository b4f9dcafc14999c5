package import ToggleManifest

/// A problem with a toggle, with its place and the next step.
package struct Finding: Sendable, Hashable {
    /// The severity.
    package typealias Severity = Diagnostic.Severity

    /// The identifier of the rule that found it.
    package var rule: String
    package var severity: Severity
    /// The key of the affected toggle; `nil` if the finding is about something else, such as a parameter or a file.
    package var toggle: String?
    /// The keys of the toggles that it is about, if it joins several findings.
    package var joined: [String] = []
    /// The owner of the toggle, parameter, or file; `nil` if it is unknown.
    package var owner: String?
    /// What text says about an unknown owner, such as `the author of the override`.
    package var ownerDescription: String?
    /// The file, relative to the root of the project, with `/` between folders.
    package var path: String
    /// The affected range in the file; `nil` for the whole file.
    package var range: SourceRange?
    /// The problem, as one sentence without a full stop.
    package var message: String
    /// The exact next step, as an imperative without a full stop: `remove the off branch: …`.
    package var nextStep: String
    /// Other places that are related to it.
    package var related: [RelatedPlace]
    /// The text that distinguishes it from other findings with the same rule, toggle, and path, and that doesn't change
    /// when lines move; often empty.
    package var discriminator: String
    /// The end of a sentence that begins with a toggle's key and ‘has’, if all of the rule's findings with this end are
    /// reported as one.
    var commonMessage: String?
    /// The next step of such a finding, if it differs from that of a single one.
    var commonStep: String?

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

    /// The owner or its description, for people to read.
    package var ownerText: String? { owner ?? ownerDescription }
}

/// A place that explains a finding.
package struct RelatedPlace: Sendable, Hashable {
    /// The file, relative to the root of the project.
    package var path: String
    /// The range in the file.
    package var range: SourceRange
    /// The reason why it is shown, such as `the toggle is read here`.
    package var message: String

    package init(path: String, range: SourceRange, message: String) {
        self.path = path
        self.range = range
        self.message = message
    }
}
