import ArgumentParser
import FeatureTogglesOverrides
import ToggleBase
import ToggleTool

/// The command `toggles preset list`.
struct PresetListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the presets.",
        discussion: """
            EXAMPLES
              toggles preset list
              toggles preset list --json | jq -r '.presets[].name'
            """
    )

    @OptionGroup var options: OverrideOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let store = PresetStore(folder: try options.load().files.presets)
        let (presets, problems) = store.all()
        if json {
            let document: JSONValue = [
                "version": 1, "folder": .string(store.folder), "presets": .array(presets.map(\.listed)),
                "problems": .array(problems.map { .string($0) }),
            ]
            ToolOutput.print(json: document)
            return
        }
        for preset in presets { ToolOutput.print("\(preset.name)  \(Presets.count(preset))") }
        if presets.isEmpty { ToolOutput.print("There are no presets. `toggles preset save NAME` creates one.") }
        for problem in problems { ToolOutput.warn("\(problem)") }
    }
}

extension Preset {
    /// The preset as `--json` prints it.
    fileprivate var listed: JSONValue {
        let members = values.sorted { $0.key < $1.key }.map { JSONObject.Member(name: $0.key, value: $0.value) }
        return ["name": .string(name), "toggles": .object(JSONObject(members))]
    }
}
