import FeatureToggles
import FeatureTogglesOverrides
import StoreMigration
import ToggleBase
import ToggleManifest
import ToggleTool

extension Explanation {
    /// The value of each source and the deciding source, as lines.
    ///
    /// - Parameters:
    ///   - style: The style of the lines.
    ///   - module: The toggle's module, if there are several.
    ///   - migrations: The app's summaries of its migrations, by the key of their toggle.
    /// - Returns: The lines.
    func lines(
        style: TextStyle,
        module: String? = nil,
        _ migrations: [String: MigrationSummary] = [:]
    ) -> [TerminalText] {
        var lines: [TerminalText] = ["\(style.bold(key)) = \(ValueText.short(value))"]
        if let details = definition?.details {
            lines.append("  \(details.description)")
        }
        if let definition {
            let values = definition.type == .bool ? "on or off" : definition.type.expectation
            var facts = ["\(definition.category.rawValue) toggle, takes \(values)"]
            if let module { facts.append("module \(module)") }
            if let owner = definition.details?.owner { facts.append("owner \(owner)") }
            if let expires = definition.details?.expires { facts.append("expires \(expires)") }
            lines.append("  \(style.faint(facts.joined(separator: "; ")))")
        }
        lines.append("")
        let width = steps.map(\.source.rawValue.count).max() ?? 0
        for step in steps {
            let name = step.source.rawValue + String(repeating: " ", count: width - step.source.rawValue.count)
            let source = step.isDecisive ? "→ \(style.bold(name))" : "  \(name)" as TerminalText
            let answer = Self.text(of: step.answer, style: style)
            let rule = step.rule.map { ", \($0)" } ?? ""
            let origin = step.origin.map { style.faint("  \($0)\(rule)") } ?? ""
            lines.append("  \(source)  \(answer)\(origin)")
        }
        lines.append("")
        let variant = evaluation.variant.map { ", variant \($0)" } ?? ""
        lines.append("  reason \(evaluation.reason.rawValue)\(variant)")
        if let error = evaluation.error { lines.append("  \(style.red("error \(error)"))") }
        if definition?.category == .migration, let summary = migrations[key] {
            lines.append("")
            lines += summary.lines.map { "  \($0)" }
        }
        return lines
    }

    private static func text(of answer: Step.Answer, style: TextStyle) -> TerminalText {
        switch answer {
        case .notSet, .notQueried: style.faint(answer.text)
        case .value(let value): TerminalText(ValueText.short(value))
        case .rejected: style.red(answer.text)
        }
    }

    /// The value of each source and the deciding source, for programs.
    ///
    /// - Parameter migrations: The app's summaries of its migrations, by the key of their toggle.
    /// - Returns: An object.
    func json(_ migrations: [String: MigrationSummary] = [:]) -> JSONValue {
        var object: JSONObject = ["key": .string(key), "value": value]
        if let definition {
            object["category"] = .string(definition.category.rawValue)
            object["type"] = .string(definition.type.name)
            if case .variants(let names) = definition.type { object["values"] = .array(names.map { .string($0) }) }
            object["default"] = definition.defaultValue
            object["remote"] = definition.remoteParameter.map { .string($0) }
            if let details = definition.details {
                for field in ManifestField.details { object[field.name] = details[field] }
            }
        }
        object["source"] = .string(evaluation.source.rawValue)
        object["reason"] = .string(evaluation.reason.rawValue)
        object["variant"] = evaluation.variant.map { .string($0) }
        object["error"] = evaluation.error.map { .string($0.description) }
        if definition?.category == .migration { object["migration"] = migrations[key]?.json }
        object["sources"] = .array(steps.map(Self.json(of:)))
        return .object(object)
    }

    private static func json(of step: Step) -> JSONValue {
        var object: JSONObject = ["source": .string(step.source.rawValue)]
        object["origin"] = step.origin.map { .string($0) }
        object["rule"] = step.rule.map { .string($0) }
        switch step.answer {
        case .notSet: object["answer"] = "unset"
        case .value(let value):
            object["answer"] = "value"
            object["value"] = value
        case .rejected(let error):
            object["answer"] = "skipped"
            object["error"] = .string(error.description)
        case .notQueried(let reason):
            object["answer"] = "not queried"
            object["because"] = .string(reason)
        }
        object["decisive"] = .bool(step.isDecisive)
        return .object(object)
    }
}
