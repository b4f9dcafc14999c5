package import ToggleManifest

extension LintReport {
    /// The rule under which reports show problems of an invalid manifest or document.
    ///
    /// It can't be configured, allowed, or disabled. When it reports a finding, no other rule has run.
    package static let invalidInput = RuleDescription(
        identifier: "invalid_input",
        area: .hygiene,
        severity: .error,
        summary: "a manifest or a document with errors",
        rationale: """
            If the manifest or the document has errors, the linter doesn't know its content, so it can't check \
            anything else.
            """,
        bad: [],
        good: []
    )

    /// Creates the report of a run that ended before the rules ran.
    ///
    /// - Parameters:
    ///   - diagnostics: The problems, at least one.
    ///   - manifestPath: The path of the manifest, relative to the root of the project.
    ///   - today: The date that the run uses as today.
    package init(invalidInput diagnostics: [Diagnostic], manifestPath: String, today: CalendarDate) {
        let findings = diagnostics.map { diagnostic in
            var finding = Finding(
                Self.invalidInput,
                path: diagnostic.path,
                range: diagnostic.range,
                message: diagnostic.message,
                nextStep: "fix it and run again; no rule has run",
                discriminator: diagnostic.message
            )
            finding.severity = diagnostic.severity
            return finding
        }
        self.init(manifestPath: manifestPath, today: today, findings: findings, rules: [Self.invalidInput])
        notes = ["nothing was checked, because the manifest or the document has errors"]
    }
}
