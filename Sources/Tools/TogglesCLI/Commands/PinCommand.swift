import ArgumentParser
import FeatureToggles
import FeatureTogglesOverrides
import ToggleTool

/// The command `toggles pin`.
struct PinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Pins toggles, so that the console shows them in a separate view.",
        discussion: """
            Without keys, the command prints the pinned toggles.

            EXAMPLES
              toggles pin new_checkout search_ranking
              toggles pin
            """
    )

    @OptionGroup var options: OverrideOptions

    @Argument(help: "The toggles' keys.", completion: .toggleKeys)
    var keys: [String] = []

    func run() throws {
        let (modules, files, _) = try options.load(isChanging: !keys.isEmpty)
        let store = MemoryStore(path: files.memory)
        if keys.isEmpty {
            let (memory, problem) = store.read()
            for key in memory.pins.sorted() { ToolOutput.print("\(key)") }
            if memory.pins.isEmpty { ToolOutput.print("Nothing is pinned.") }
            if let problem { ToolOutput.warn("\(problem)") }
            return
        }
        var toggles = TogglesByKey(modules)
        let keys = try keys.map { try toggles.toggle($0).key }
        try store.changePins { $0.formUnion(keys) }
        for key in keys { ToolOutput.print("\(key) is pinned") }
    }
}

/// The command `toggles unpin`.
struct UnpinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpin",
        abstract: "Unpins toggles.",
        discussion: """
            You can also unpin toggles that are no longer in the manifest.

            EXAMPLES
              toggles unpin new_checkout
              toggles unpin --all
            """
    )

    @OptionGroup var options: OverrideOptions

    @OptionGroup var toggles: KeysOrAll

    func run() throws {
        let (modules, files, _) = try options.load(isChanging: true)
        let store = MemoryStore(path: files.memory)
        let (memory, problem) = store.read()
        // Without a readable file, the pins are unknown.
        if let problem { throw ToolError.usage("Nothing was unpinned. \(problem)") }
        let pins = memory.pins
        var known = TogglesByKey(modules)
        let gone =
            try toggles.all ? pins.sorted() : toggles.keys.map { pins.contains($0) ? $0 : try known.toggle($0).key }
        if gone.contains(where: pins.contains) { try store.changePins { $0.subtract(gone) } }
        for key in gone {
            ToolOutput.print(pins.contains(key) ? "\(key) is no longer pinned" : "\(key) was not pinned")
        }
        if gone.isEmpty { ToolOutput.print("Nothing was pinned.") }
    }
}

extension MemoryStore {
    /// Changes the pins.
    fileprivate func changePins(_ change: (inout Set<String>) -> Void) throws {
        if let notice = try update({ change(&$0.pins) }) { ToolOutput.warn("\(notice)") }
    }
}
