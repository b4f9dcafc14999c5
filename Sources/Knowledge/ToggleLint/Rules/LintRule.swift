/// A rule that finds problems with toggles.
///
/// A rule is a function of facts. It doesn't access files, the clock, or the network, and doesn't depend on other rules:
/// ``Linter`` drops superseded findings. Each rule is one file with its rationale and its examples, which also serve as
/// its documentation and its tests.
package protocol LintRule: Sendable {
    /// The rule's name, rationale, options, and examples.
    static var description: RuleDescription { get }

    /// Returns the rule's findings in a project, in no particular order.
    static func findings(in facts: LintFacts) -> [Finding]
}

extension LintRule {
    /// Returns the value of one of the rule's options.
    static func option(_ name: String, in configuration: LintConfiguration) -> Int {
        configuration.options[description.identifier]?[name]
            ?? description.options.first { $0.name == name }?.standard ?? 0
    }
}

/// The description of a rule.
package struct RuleDescription: Sendable {
    /// The kind of input that a rule checks.
    package enum Area: String, Sendable, CaseIterable {
        /// Dates.
        case time
        /// Swift source.
        case code
        /// The remote document.
        case remote
        /// The local defaults file.
        case local
        /// The upkeep of a toggle.
        case hygiene
        /// What running apps report.
        case usage
        /// Comments and settings that suppress findings.
        case suppression
    }

    /// The name in the manifest, on the command line, and in reports, in `snake_case`.
    package var identifier: String
    /// The kind of input that it checks.
    package var area: Area
    /// The severity of its findings, unless the project configures another one.
    package var severity: Finding.Severity
    /// Whether it runs, unless the project configures otherwise.
    package var isOn: Bool
    /// The problem in a few words: `expired toggle`.
    package var summary: String
    /// The reason why the problem matters, in a few sentences.
    package var rationale: String
    /// The options, in the order in which they are listed.
    package var options: [RuleOption]
    /// Projects with a finding.
    package var bad: [RuleExample]
    /// Similar projects without a finding.
    package var good: [RuleExample]

    package init(
        identifier: String,
        area: Area,
        severity: Finding.Severity,
        isOn: Bool = true,
        summary: String,
        rationale: String,
        options: [RuleOption] = [],
        bad: [RuleExample],
        good: [RuleExample]
    ) {
        self.identifier = identifier
        self.area = area
        self.severity = severity
        self.isOn = isOn
        self.summary = summary
        self.rationale = rationale
        self.options = options
        self.bad = bad
        self.good = good
    }
}

/// A numeric option of a rule.
package struct RuleOption: Sendable, Hashable {
    /// The name in the manifest, in `snake_case`.
    package var name: String
    /// The default value.
    package var standard: Int
    /// The meaning, with its unit: `days before the expiry`.
    package var meaning: String

    package init(_ name: String, standard: Int, meaning: String) {
        self.name = name
        self.standard = standard
        self.meaning = meaning
    }
}

/// A small project as text.
package struct RuleExample: Sendable {
    /// The text of a file, starting on a day.
    package struct Revision: Sendable {
        /// The day, `2026-11-21`.
        package var day: String
        /// The text of the file.
        package var text: String
        /// The first line of the commit's message.
        package var subject: String

        package init(_ day: String, _ text: String, subject: String = "Change it") {
            self.day = day
            self.text = text
            self.subject = subject
        }
    }

    /// The property that distinguishes the example.
    package var title: String
    /// The unindented entries of the field `toggles`.
    ///
    /// Missing fields are filled in so that no other rule reports the example.
    package var toggles: String
    /// The entries of the field `toggles` in the manifest of another module; empty for a single manifest.
    package var otherToggles: String
    /// The unindented entries of the field `lint`.
    package var lint: String
    /// Source files by path; a single text is `Sources/App.swift`.
    package var sources: [String: String]
    /// The remote document, if there is one.
    package var document: String?
    /// The local defaults file, if there is one.
    package var localDefaults: String?
    /// Whether git tracks the local defaults file.
    package var tracksLocalDefaults: Bool
    /// The CODEOWNERS file, if there is one.
    package var codeOwners: String?
    /// The revisions of the remote document, oldest first, including the present one.
    package var revisions: [Revision]
    /// The history, oldest event first, derived from the revisions or passed in.
    package var history: ProjectHistory?
    /// The manifests of released versions, lowest first.
    package var releases: [Release]
    /// The oldest version that users may run, if there are releases.
    package var supported: String
    /// The counts of running apps, if there are any.
    package var usage: String?
    /// The date that the run uses as today, `2026-11-21`.
    package var today: String

    package init(
        _ title: String,
        toggles: String,
        otherToggles: String = "",
        lint: String = "",
        source: String? = nil,
        sources: [String: String] = [:],
        document: String? = nil,
        localDefaults: String? = nil,
        tracksLocalDefaults: Bool = false,
        codeOwners: String? = nil,
        revisions: [Revision] = [],
        history: ProjectHistory? = nil,
        releases: [Release] = [],
        supported: String = "1.0",
        usage: String? = nil,
        today: String = "2026-11-21"
    ) {
        self.title = title
        self.toggles = toggles
        self.otherToggles = otherToggles
        self.lint = lint
        self.sources = sources
        if let source { self.sources["Sources/App.swift"] = source }
        self.document = document
        self.localDefaults = localDefaults
        self.tracksLocalDefaults = tracksLocalDefaults
        self.codeOwners = codeOwners
        self.revisions = revisions
        self.history = history ?? (revisions.isEmpty ? nil : ProjectHistory(of: revisions))
        self.releases = releases
        self.supported = supported
        self.usage = usage
        self.today = today
    }
}
