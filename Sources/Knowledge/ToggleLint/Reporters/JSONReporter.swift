import ToggleBase
import ToggleManifest

/// The report as JSON, for tools; `Schemas/lint-report.schema.json` describes it.
package enum JSONReporter: LintReporter {
    package static let name = "json"
    package static let summary = "for tools, versioned"

    /// The version of the format.
    ///
    /// It changes with each incompatible change of the format.
    package static let version = 1

    package static func text(of report: LintReport, in context: ReportContext) -> String {
        JSONWriter(.pretty).text(json(of: report, in: context)).printableJSON + "\n"
    }

    private static func json(of report: LintReport, in context: ReportContext) -> JSONValue {
        let fingerprints = Fingerprint.all(of: report.findings)
        return [
            "version": .integer(version),
            "tool": ["name": "toggles-lint", "version": .string(context.version)],
            "date": .string(report.today.description),
            "manifest": .string(report.manifestPath),
            "summary": [
                "errors": .integer(report.count(.error)),
                "warnings": .integer(report.count(.warning)),
                "notes": .integer(report.count(.note)),
                "toggles": .integer(report.toggleCount),
                "files": report.fileCount.map { .integer($0) } ?? .null,
                "suppressed": .integer(report.suppressedCount),
                "allowed": .integer(report.allowedCount),
                "baselined": .integer(report.baselinedCount),
                "outsideOfChange": .integer(report.unchangedCount),
                "remarks": .array(report.notes.map { .string($0) }),
            ],
            "findings": .array(zip(report.findings, fingerprints).map { json(of: $0, $1) }),
            "goneFromBaseline": .array(report.goneFromBaseline.map(json(of:))),
        ]
    }

    private static func json(of finding: Finding, _ fingerprint: String) -> JSONValue {
        var object: JSONObject = [
            "rule": .string(finding.rule),
            "severity": .string(finding.severity.rawValue),
            "toggle": finding.toggle.map { .string($0) } ?? .null,
            "owner": finding.owner.map { .string($0) } ?? .null,
            "path": .string(finding.path),
        ]
        if let range = finding.range { object.members += members(of: range) }
        object["message"] = .string(finding.message)
        object["nextStep"] = .string(finding.nextStep)
        object["fingerprint"] = .string(fingerprint)
        object["related"] = .array(
            finding.related.map { place in
                let members = [JSONObject.Member(name: "path", value: .string(place.path))] + members(of: place.range)
                return .object(
                    JSONObject(members + [JSONObject.Member(name: "message", value: .string(place.message))])
                )
            }
        )
        return .object(object)
    }

    private static func json(of entry: BaselineEntry) -> JSONValue {
        [
            "rule": .string(entry.rule),
            "toggle": entry.toggle.map { .string($0) } ?? .null,
            "path": .string(entry.path),
            "discriminator": .string(entry.discriminator),
        ]
    }

    private static func members(of range: SourceRange) -> [JSONObject.Member] {
        [
            ("line", range.start.line), ("column", range.start.column), ("endLine", range.end.line),
            ("endColumn", range.end.column),
        ].map { JSONObject.Member(name: $0.0, value: .integer($0.1)) }
    }
}
