/// A rule that finds toggles about which something is to be done.
///
/// A rule is a function of facts: it reads no files, no clock and no network. It is one file, which carries its rationale
/// and its examples; those are its documentation and its tests.
package protocol LintRule: Sendable {
    /// What the rule is called, why it exists, and what it looks like when it is broken.
    static var description: RuleDescription { get }

    /// What the rule finds in a project, in no particular order.
    static func findings(in project: LintProject) -> [Finding]
}

/// What a rule says of itself.
package struct RuleDescription: Sendable {
    /// What a rule looks at.
    package enum Area: String, Sendable, CaseIterable {
        /// Dates.
        case time
        /// Swift source.
        case code
        /// The remote document.
        case remote
        /// The local defaults file.
        case local
        /// How well a toggle is looked after.
        case hygiene
        /// What tells the linter to be quiet.
        case suppression
    }

    /// The name in the manifest, on the command line and in reports, in `snake_case`.
    package var identifier: String
    /// What it looks at.
    package var area: Area
    /// How much a finding matters, unless the project says otherwise.
    package var severity: Finding.Severity
    /// Whether it runs unless the project says otherwise.
    package var isOn: Bool
    /// What it finds, in a few words: `expired toggle`.
    package var summary: String
    /// Why that is worth somebody's time, in a few sentences.
    package var rationale: String
    /// What can be set, in the order in which it is listed.
    package var options: [RuleOption]
    /// Projects in which it finds something.
    package var bad: [RuleExample]
    /// Projects near to those in which it finds nothing.
    package var good: [RuleExample]

    /// Creates a description.
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

/// A whole number that a project may set for a rule.
package struct RuleOption: Sendable, Hashable {
    /// The name in the manifest, in `snake_case`.
    package var name: String
    /// The value when the manifest says nothing.
    package var standard: Int
    /// What it means, with its unit: `days before the expiry`.
    package var meaning: String

    /// Creates an option.
    package init(_ name: String, standard: Int, meaning: String) {
        self.name = name
        self.standard = standard
        self.meaning = meaning
    }
}

/// A small project as text.
package struct RuleExample: Sendable {
    /// What a file said from some day on.
    package struct Revision: Sendable {
        /// The day, `2026-11-21`.
        package var day: String
        /// The file.
        package var text: String
        /// The first line of the commit's message.
        package var subject: String

        /// Creates a revision.
        package init(_ day: String, _ text: String, subject: String = "Change it") {
            self.day = day
            self.text = text
            self.subject = subject
        }
    }

    /// What is special about it.
    package var title: String
    /// The entries below `toggles:`, not indented; a field that an example leaves out is filled in so that only this rule speaks.
    package var toggles: String
    /// The entries below `lint:`, not indented.
    package var lint: String
    /// Source files by path; `Sources/App.swift` when one text is given.
    package var sources: [String: String]
    /// The remote document, if there is one.
    package var document: String?
    /// The local defaults file, if there is one.
    package var localDefaults: String?
    /// Whether git tracks the local defaults file.
    package var tracksLocalDefaults: Bool
    /// The CODEOWNERS file, if there is one.
    package var codeOwners: String?
    /// What the remote document said before, oldest first, up to what it says now.
    package var revisions: [Revision]
    /// What happened before, oldest first: what the revisions tell, or what is given.
    package var history: ProjectHistory?
    /// The day on which it is linted, `2026-11-21`.
    package var today: String

    /// Creates an example.
    package init(
        _ title: String,
        toggles: String,
        lint: String = "",
        source: String? = nil,
        sources: [String: String] = [:],
        document: String? = nil,
        localDefaults: String? = nil,
        tracksLocalDefaults: Bool = false,
        codeOwners: String? = nil,
        revisions: [Revision] = [],
        history: ProjectHistory? = nil,
        today: String = "2026-11-21"
    ) {
        self.title = title
        self.toggles = toggles
        self.lint = lint
        self.sources = sources
        if let source { self.sources["Sources/App.swift"] = source }
        self.document = document
        self.localDefaults = localDefaults
        self.tracksLocalDefaults = tracksLocalDefaults
        self.codeOwners = codeOwners
        self.revisions = revisions
        self.history = history ?? (revisions.isEmpty ? nil : ProjectHistory(of: revisions))
        self.today = today
    }
}
