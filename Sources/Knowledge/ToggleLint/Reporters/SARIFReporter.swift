import ToggleBase
import ToggleManifest

/// SARIF 2.1.0, which GitHub's code scanning and other services accept.
///
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
package enum SARIFReporter: LintReporter {
    package static let name = "sarif"
    package static let summary = "SARIF 2.1.0, for code scanning"
    package static let isForServers = true

    package static func text(of report: LintReport, in context: ReportContext) -> String {
        let rules = report.rules
        let indices = Dictionary(
            rules.enumerated().map { ($1.identifier, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let fingerprints = Fingerprint.all(of: report.findings)
        let log: JSONValue = [
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                [
                    "tool": [
                        "driver": [
                            "name": "toggles-lint",
                            "version": .string(context.version),
                            "rules": .array(rules.map(rule)),
                        ]
                    ],
                    "automationDetails": ["id": "toggles-lint/"],
                    "columnKind": "unicodeCodePoints",
                    "invocations": [
                        [
                            "executionSuccessful": true,
                            "toolExecutionNotifications": .array(
                                report.notes.map { ["level": "note", "message": message($0.asSentence)] }
                            ),
                        ]
                    ],
                    "results": .array(
                        zip(report.findings, fingerprints).map { result($0, $1, index: indices[$0.rule]) }
                    ),
                ]
            ],
        ]
        return JSONWriter(.pretty).text(log).printableJSON + "\n"
    }

    private static func rule(_ rule: RuleDescription) -> JSONValue {
        let help = rule.rationale + RuleHelp.options(of: rule).map { "\n\($0)" }.joined()
        return [
            "id": .string(rule.identifier),
            "name": .string(
                rule.identifier.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            ),
            "shortDescription": ["text": .string(rule.summary.asSentence)],
            "fullDescription": ["text": .string(rule.rationale)],
            "help": ["text": .string(help), "markdown": .string(RuleHelp.markdown(of: rule))],
            "defaultConfiguration": ["level": .string(rule.severity.rawValue), "enabled": .bool(rule.isOn)],
            "properties": ["tags": ["feature-toggles", .string(rule.area.rawValue)]],
        ]
    }

    private static func result(_ finding: Finding, _ fingerprint: String, index: Int?) -> JSONValue {
        var object: JSONObject = ["ruleId": .string(finding.rule)]
        if let index { object["ruleIndex"] = .integer(index) }
        object["level"] = .string(finding.severity.rawValue)
        object["message"] = message(ReportText.sentences(of: finding))
        object["locations"] = [["physicalLocation": location(finding.path, finding.range)]]
        if !finding.related.isEmpty {
            object["relatedLocations"] = .array(
                finding.related.enumerated().map { index, place in
                    [
                        "id": .integer(index + 1),
                        "message": message(place.message),
                        "physicalLocation": location(place.path, place.range),
                    ]
                }
            )
        }
        // GitHub's upload adds `primaryLocationLineHash` and warns of any other value than its own hash of the line.
        object["partialFingerprints"] = ["togglesLint/v1": .string(fingerprint)]
        var properties: JSONObject = ["nextStep": .string(finding.nextStep)]
        if let toggle = finding.toggle { properties["toggle"] = .string(toggle) }
        if let owner = finding.owner { properties["owner"] = .string(owner) }
        object["properties"] = .object(properties)
        return .object(object)
    }

    /// Returns a message in which code such as `callbacks[0](1)` and `{0}` is neither a link nor a placeholder (§3.11.5 and
    /// §3.11.6).
    ///
    /// Other brackets and braces stay as they are, because not every viewer removes the escapes.
    private static func message(_ text: String) -> JSONValue {
        var bytes: [UInt8] = []
        let source = Array(text.utf8)
        let hasLink = zip(source, source.dropFirst()).contains { $0 == UInt8(ascii: "]") && $1 == UInt8(ascii: "(") }
        for (index, byte) in source.enumerated() {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\\"):
                bytes += hasLink ? [UInt8(ascii: "\\"), byte] : [byte]
            case UInt8(ascii: "{"):
                let digits = source[(index + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                let isPlaceholder =
                    !digits.isEmpty && digits.endIndex < source.count && source[digits.endIndex] == UInt8(ascii: "}")
                bytes += isPlaceholder ? [byte, byte] : [byte]
            case UInt8(ascii: "}"):
                let digits = source[..<index].reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                let start = index - digits.count - 1
                let isPlaceholder = !digits.isEmpty && start >= 0 && source[start] == UInt8(ascii: "{")
                bytes += isPlaceholder ? [byte, byte] : [byte]
            default: bytes.append(byte)
            }
        }
        return ["text": .string(String(decoding: bytes, as: UTF8.self))]
    }

    /// Returns a location; the first line for a whole file, because code scanning needs a line.
    private static func location(_ path: String, _ range: SourceRange?) -> JSONValue {
        let artifact: JSONValue =
            path.hasPrefix("/")
            ? ["uri": .string("file://" + path.percentEncoded)]
            : ["uri": .string(path.percentEncoded), "uriBaseId": "%SRCROOT%"]
        var region: JSONObject = ["startLine": .integer(max(1, range?.start.line ?? 1))]
        if let range {
            region["startColumn"] = .integer(max(1, range.start.column))
            region["endLine"] = .integer(max(1, range.end.line))
            region["endColumn"] = .integer(max(1, range.end.column))
        }
        return ["artifactLocation": artifact, "region": .object(region)]
    }
}
