import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleSyntax
import ToggleTool

/// The value that `--keep` names.
struct KeptValue: Equatable {
    /// The word to type: `on`, `off`, or the name of a variant or a stage.
    let name: String
    let value: KnownValue

    /// Returns the values that a toggle can keep; empty if its values aren't a closed set.
    static func all(of toggle: ToggleDeclaration) -> [KeptValue] {
        switch toggle.type {
        case .bool: [KeptValue(name: "on", value: .bool(true)), KeptValue(name: "off", value: .bool(false))]
        case .variants: toggle.variantNames.map { KeptValue(name: $0.name, value: .member($0.swiftName)) }
        case .int, .double, .string, .json: []
        }
    }

    /// Reads an argument of `--keep`.
    ///
    /// - Throws: ``ToolError`` if the toggle doesn't have the value.
    static func reading(_ text: String, of toggle: ToggleDeclaration) throws(ToolError) -> KeptValue {
        let all = all(of: toggle)
        let name = toggle.type == .bool ? ["true": "on", "false": "off"][text] ?? text : text
        let member = text.hasPrefix(".") ? String(text.dropFirst()) : text
        if let found = all.first(where: { $0.name == name }) ?? all.first(where: { $0.value == .member(member) }) {
            return found
        }
        let question = Suggestion.question(for: text, in: all.map(\.name))
        let end = question.isEmpty ? "." : ""
        throw ToolError.usage(
            "--keep: \(text.quoted) is not a value of \(toggle.key.quoted)\(question)\(end) \(choices(of: toggle))"
        )
    }

    /// Returns a sentence that lists the arguments of `--keep`.
    static func choices(of toggle: ToggleDeclaration) -> String {
        let options = all(of: toggle).map { "--keep \($0.name)" }
        let list = options.count > 1 ? options.dropLast().joined(separator: ", ") + " or " : ""
        return "Write \(list)\(options.last ?? "")."
    }

    /// Returns the error of a command without `--keep`.
    ///
    /// The value is never guessed. If all users have had the same value for long enough, the error says so.
    static func missing(for toggle: ToggleDeclaration, in project: LintProject) -> ToolError {
        var lines = ["Pass --keep to say which value of \(toggle.key.quoted) stays. \(choices(of: toggle))"]
        if case .settled(let value) = FinalValue(of: toggle, LintFacts(project)),
            let kept = all(of: toggle).first(where: { $0.json == value }),
            !(project.sources?.declared ?? []).contains(where: {
                $0.key == toggle.key && kept.contradicts($0.defaultValue)
            })
        {
            lines.append("All users have \(kept.name.quoted): `toggles remove \(toggle.key) --keep \(kept.name)`")
        }
        return ToolError.usage(lines.joined(separator: "\n"))
    }

    /// The value as documents write it.
    var json: JSONValue {
        if case .bool(let isOn) = value { .bool(isOn) } else { .string(name) }
    }

    /// Returns whether a literal is the other Boolean.
    private func contradicts(_ literal: String?) -> Bool {
        guard case .bool(let isOn) = value, let literal, ["true", "false"].contains(literal) else { return false }
        return literal != String(isOn)
    }
}
