import FeatureToggles
import FeatureTogglesOverrides
import ToggleBase
import ToggleManifest
import ToggleTool

/// Toggles with their values as a table or as JSON.
struct ToggleListing {
    private let toggles: ResolvedToggles
    private let explanations: [Explanation]

    /// Creates a listing of some of an application's toggles.
    init(_ explanations: [Explanation], of toggles: ResolvedToggles) {
        self.explanations = explanations
        self.toggles = toggles
    }

    /// Prints the toggles and the problems.
    func print(asJSON: Bool) {
        let problems = toggles.problems
        if asJSON {
            let document: JSONValue = [
                "version": 1,
                "resolved": toggles.originJSON,
                "localDefaults": .string(toggles.localDefaultsPath ?? ""),
                "toggles": .array(explanations.map { toggles.json(of: $0) }),
                "problems": .array((problems.map(\.description) + toggles.appProblemTexts).map { .string($0) }),
            ]
            toggles.printUnusedAttributes(of: explanations)
            ToolOutput.print(json: document)
            return
        }
        toggles.printOrigin()
        toggles.printUnusedAttributes(of: explanations)
        let style = TextStyle()
        let modules = toggles.hasModules ? ["MODULE"] : []
        var table = Table(header: ["KEY", "VALUE", "SOURCE", "CATEGORY"] + modules + ["OWNER", "EXPIRES"])
        for explanation in explanations { table.add(row(explanation, style: style)) }
        // On a narrow screen, the owner is the first to go, and the module the last.
        let optional = modules.isEmpty ? [4, 3, 5] : [5, 3, 6, 4]
        ToolOutput.print(table, flexible: 1, optional: optional)
        for problem in problems { ToolOutput.warn("\(problem)") }
        explainMarks(besides: Set(problems.map(\.message)))
        toggles.warnOfUndeclaredToggles()
    }

    /// The maximum number of marked toggles that are explained, because a remote document may be invalid for all of them.
    private static let mostExplained = 10

    /// Explains each (!) in the table that the problems don't explain.
    private func explainMarks(besides problems: Set<String>) {
        let marked = explanations.filter { $0.evaluation.error.map { !problems.contains($0.message) } ?? false }
        for explanation in marked.prefix(Self.mostExplained) {
            let sentence = explanation.evaluation.error?.message ?? ""
            let end = sentence.hasSuffix(".") ? "" : "."
            let key = explanation.key
            ToolOutput.warn("(!) \(key): \(sentence)\(end) `toggles explain \(key)` shows every source.")
        }
        if marked.count > Self.mostExplained {
            ToolOutput.warn("(!) and \(marked.count - Self.mostExplained) more; `toggles explain KEY` explains why.")
        }
    }

    private func row(_ explanation: Explanation, style: TextStyle) -> [Table.Cell] {
        let source = explanation.evaluation.source
        let color: (String) -> TerminalText =
            if source.isOverride { style.yellow } else if source == .remote { style.cyan } else { { TerminalText($0) } }
        let details = explanation.definition?.details
        let module = toggles.hasModules ? [Table.Cell(text: toggles.module(of: explanation) ?? "")] : []
        let isExpired = details?.expires.map { $0 < (ToolFiles.today ?? $0) } ?? false
        let expiryStyle: (String) -> TerminalText = if isExpired { style.yellow } else { { TerminalText($0) } }
        let expires = details?.expires?.description ?? (details?.isPermanent == true ? "permanent" : "")
        return [
            Table.Cell(text: explanation.key),
            Table.Cell(text: ValueText.short(explanation.value), style: color),
            Table.Cell(
                text: source.rawValue + (explanation.evaluation.error == nil ? "" : " (!)"),
                style: color
            ),
            Table.Cell(text: explanation.definition?.category.rawValue ?? ""),
        ] + module
            + [
                Table.Cell(text: details?.owner ?? ""),
                Table.Cell(text: expires, style: expiryStyle),
            ]
    }
}
