import ArgumentParser
import FeatureToggles

/// The command `toggles list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Shows every toggle with its value and who decided it.",
        discussion: """
            EXAMPLES
              toggles list
              toggles list --category ops --category experiment
              toggles list --json | jq '.toggles[] | select(.source == "local defaults")'
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: "Only toggles of this category. May be repeated.", completion: .list(categories))
    var category: [CategoryArgument] = []

    @Flag(help: "Only toggles that are overridden.")
    var overridden = false

    @Flag(help: "Print JSON.")
    var json = false

    private static let categories = ToggleCategory.allCases.map(\.rawValue)

    func run() throws {
        let client = try options.makeClient()
        let explanations = client.explanations().filter { explanation in
            guard let category = explanation.definition?.category else { return false }
            return (self.category.isEmpty || self.category.contains { $0.category == category })
                && (!overridden || explanation.evaluation.source.isOverride)
        }
        let problems = client.problems
        if json {
            let document: JSONValue = [
                "version": 1,
                "localDefaults": .string(client.localDefaultsPath ?? ""),
                "toggles": .array(explanations.map(\.json)),
                "problems": .array(problems.map { .string($0.description) }),
            ]
            Console.print(JSONWriter(.pretty).text(document))
            return
        }
        let style = TextStyle(environment: Files.environment, isTerminal: Console.isTerminal)
        var table = Table(header: ["KEY", "VALUE", "SOURCE", "CATEGORY", "OWNER", "EXPIRES"])
        for explanation in explanations { table.add(row(explanation, style: style)) }
        for line in table.lines(style: style, flexible: 1, columns: Console.columns) { Console.print(line) }
        for problem in problems { Console.printError("warning: \(problem)") }
    }

    private func row(_ explanation: Explanation, style: TextStyle) -> [Table.Cell] {
        let source = explanation.evaluation.source
        let colour: (String) -> String =
            if source.isOverride { style.yellow } else if source == .remote { style.cyan } else { { $0 } }
        let details = explanation.definition?.details
        let expires = details?.expires?.description ?? (details?.isPermanent == true ? "permanent" : "")
        return [
            Table.Cell(text: explanation.key),
            Table.Cell(text: explanation.value.tableText, style: colour),
            Table.Cell(
                text: source.rawValue + (explanation.evaluation.error == nil ? "" : " (!)"),
                style: colour
            ),
            Table.Cell(text: explanation.definition?.category.rawValue ?? ""),
            Table.Cell(text: details?.owner ?? ""),
            Table.Cell(text: expires),
        ]
    }
}
