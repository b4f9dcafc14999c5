import Foundation
import Testing
import ToggleBase

@testable import ToggleLint

/// The JSON Schemas match the settings that are read and the reports that are written.
@Suite struct LintSchemaTests {
    private typealias Object = [String: Any]

    private static func schema(_ name: String) throws -> [String: Any] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let data = try Data(contentsOf: root.appending(path: "Schemas/\(name)"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private static func definition(_ name: String) throws -> [String: Any] {
        try schema("toggles.schema.json").object("definitions").object(name)
    }

    @Test func schemaContainsAllFields() throws {
        for (name, fields) in [
            ("lint", LintField.allCases.map(\.rawValue)), ("allowance", AllowanceField.allCases.map(\.rawValue)),
            ("declarationSource", DeclarationSourceField.allCases.map(\.rawValue)),
        ] {
            let definition = try Self.definition(name)
            #expect(Set(definition.object("properties").keys) == Set(fields), "\(name)")
            #expect(definition["additionalProperties"] as? Bool == false, "\(name)")
            for (field, value) in definition.object("properties") {
                #expect((value as? Object)?["description"] as? String != nil, "\(name).\(field)")
            }
        }
    }

    @Test func schemaContainsSeveritiesKindsAndStyles() throws {
        #expect(try Self.definition("severity")["enum"] as? [String] == LintReader.severities)
        let source = try Self.definition("declarationSource").object("properties")
        let kinds = LintConfiguration.DeclarationSource.Kind.allCases.map(\.rawValue)
        #expect(source.object("kind")["enum"] as? [String] == kinds)
        let styles = LintConfiguration.DeclarationSource.KeyStyle.allCases.map(\.rawValue)
        #expect(source.object("key")["enum"] as? [String] == styles)
    }

    @Test func schemaContainsAllRules() throws {
        let rules = try Self.definition("lint").object("properties").object("rules")
        #expect(Set(rules.object("properties").keys) == Set(RuleCatalog.descriptions.map(\.identifier)))
        #expect(rules["additionalProperties"] as? Bool == false)
        for rule in RuleCatalog.descriptions {
            let entry = rules.object("properties").object(rule.identifier)
            #expect(entry["description"] as? String == rule.summary, "\(rule.identifier)")
            let options = (entry["anyOf"] as? [Object])?.last?.object("properties").keys.map { $0 } ?? []
            let expected = RuleField.allCases.map(\.rawValue) + rule.options.map(\.name)
            #expect(Set(options) == Set(expected), "\(rule.identifier)")
        }
        let names = try Self.definition("allowance").object("properties").object("rule")["enum"] as? [String]
        // Findings about allowances can't be allowed.
        #expect(names == RuleCatalog.descriptions.filter { $0.area != .suppression }.map(\.identifier))
    }

    /// Writes the rules to the schema if `UPDATE_REFERENCES` is set.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["UPDATE_REFERENCES"] != nil))
    func updatesSchema() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Schemas/toggles.schema.json")
        guard case .object(var root) = try JSONReader().value(from: Array(try Data(contentsOf: url))),
            case .object(var definitions) = root["definitions"], case .object(var lint) = definitions["lint"],
            case .object(var properties) = lint["properties"], case .object(var rules) = properties["rules"],
            case .object(var allowance) = definitions["allowance"], case .object(var fields) = allowance["properties"],
            case .object(var rule) = fields["rule"]
        else {
            Issue.record("the schema has another form")
            return
        }
        rules["properties"] = .object(
            JSONObject(
                RuleCatalog.descriptions.map { rule in
                    JSONObject.Member(name: rule.identifier, value: Self.entry(of: rule))
                }
            )
        )
        properties["rules"] = .object(rules)
        lint["properties"] = .object(properties)
        definitions["lint"] = .object(lint)
        let names = RuleCatalog.descriptions.filter { $0.area != .suppression }.map(\.identifier)
        rule["enum"] = .array(names.map { .string($0) })
        fields["rule"] = .object(rule)
        allowance["properties"] = .object(fields)
        definitions["allowance"] = .object(allowance)
        root["definitions"] = .object(definitions)
        try Data((JSONWriter(.pretty).text(.object(root)) + "\n").utf8).write(to: url)
    }

    private static func entry(of rule: RuleDescription) -> JSONValue {
        var properties: JSONObject = [
            "severity": ["$ref": "#/definitions/severity"], "categories": ["$ref": "#/definitions/categories"],
        ]
        for option in rule.options {
            properties[option.name] = [
                "description": .string(option.meaning), "type": "integer", "minimum": 0, "maximum": 1_000_000,
                "default": .integer(option.standard),
            ]
        }
        return [
            "description": .string(rule.summary),
            "anyOf": [
                ["$ref": "#/definitions/severity"],
                ["type": "object", "additionalProperties": false, "properties": .object(properties)],
            ],
        ]
    }

    @Test func reportConformsToSchema() throws {
        let schema = try Self.schema("lint-report.schema.json")
        let text = JSONReporter.text(of: ReporterTests.report, in: ReportContext(version: "1"))
        let report = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
        #expect(schema.object("properties").object("version")["const"] as? Int == JSONReporter.version)
        #expect(Set(report.keys) == Set(schema["required"] as? [String] ?? []))
        let finding = schema.object("definitions").object("finding")
        let findings = try #require(report["findings"] as? [Object])
        let written = findings.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        #expect(written == Set(finding.object("properties").keys))
        for required in finding["required"] as? [String] ?? [] {
            #expect(findings.allSatisfy { $0[required] != nil }, "\(required)")
        }
    }
}

extension [String: Any] {
    /// Returns the object with a name; empty if there is none.
    fileprivate func object(_ name: String) -> [String: Any] {
        self[name] as? [String: Any] ?? [:]
    }
}
