package import FeatureToggles
package import ToggleManifest

extension LintReport {
    /// The rule under which reports show what is wrong with a manifest or a document that cannot be judged.
    ///
    /// It is none that can be set, allowed or left out: where it speaks, no other rule has run.
    package static let invalidInput = RuleDescription(
        identifier: "invalid_input",
        area: .hygiene,
        severity: .error,
        summary: "a manifest or a document with errors",
        rationale: """
            What the manifest or the document says is not known while it has errors, and nothing else can be judged.
            """,
        bad: [],
        good: []
    )

    /// Creates the report of a run that ended before the rules ran.
    ///
    /// - Parameters:
    ///   - diagnostics: What is wrong, at least one.
    ///   - manifestPath: The path of the manifest, relative to the root of the project.
    ///   - today: The day as of which the project was to be judged.
    package init(invalidInput diagnostics: [Diagnostic], manifestPath: String, today: CalendarDate) {
        let findings = diagnostics.map { diagnostic in
            var finding = Finding(
                Self.invalidInput,
                path: diagnostic.path,
                range: diagnostic.range,
                message: diagnostic.message,
                nextStep: "mend it and run again; no rule has run",
                discriminator: diagnostic.message
            )
            finding.severity = diagnostic.severity
            return finding
        }
        self.init(manifestPath: manifestPath, today: today, findings: findings, rules: [Self.invalidInput])
        notes = ["nothing was judged, because the manifest or the document has errors"]
    }
}
