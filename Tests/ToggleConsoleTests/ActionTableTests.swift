import FeatureTogglesOverrides
import Foundation
import Testing
import ToggleBase

@testable import ToggleConsole

/// Tests the table from which keys, footer, help, palette, line mode, and documentation are derived.
@Suite struct ActionTableTests {
    @Test(arguments: Action.allCases)
    func everyActionHasOneCompleteEntry(_ action: Action) {
        let entries = Action.table.filter { $0.action == action }
        #expect(entries.count == 1)
        #expect(!action.entry.keys.isEmpty)
        #expect(!action.entry.title.isEmpty)
        #expect(action.entry.help.hasSuffix("."))
        #expect(action.entry.keys.allSatisfy { Action.byKey[$0] == action }, "one of its keys triggers another action")
    }

    @Test func noActionNeedsAFunctionKey() {
        for entry in Action.table {
            #expect(entry.keys.contains { if case .function = $0 { false } else { true } })
        }
    }

    @Test(arguments: Action.allCases.filter { ![.palette, .back].contains($0) })
    func paletteListsEveryAction(_ action: Action) {
        var console = ConsoleDriver()
        console.press(.character(":"))
        guard case .menu(let menu) = console.state.dialogs.last else {
            Issue.record("no palette")
            return
        }
        #expect(menu.items.filter { $0.label == action.entry.title && $0.intent == .action(action) }.count == 1)
    }

    @Test func changingActionsHaveACommand() {
        let commands: [Action: String] = [
            .flip: "set KEY VALUE", .edit: "set KEY VALUE", .editExternally: "set KEY VALUE", .unset: "unset KEY",
            .unsetMany: "unset --all", .undo: "undo", .redo: "redo", .pin: "pin KEY", .presets: "preset apply NAME",
            .savePreset: "preset save NAME", .deletePreset: "preset delete NAME",
            .exportPreset: "preset export NAME FILE", .importPreset: "preset import FILE",
            .changeDocument: "rollout KEY VARIANT=SHARE",
        ]
        for action in Action.allCases { #expect(action.entry.command == commands[action], "\(action)") }
    }

    /// Checks the keys with the cursor on a toggle that can be changed and unset.
    @Test(arguments: Action.allCases.filter { $0.entry.isChange })
    func changingActionsHaveAnEffect(_ action: Action) {
        var shop = ShopModel()
        shop.overrides = ["delivery": ["days": 9, "countries": []], "new_checkout": true]
        var memory = ConsoleMemory()
        let change = OverrideChange([.init(key: "new_checkout", before: nil, after: true)], title: "a change")
        memory.undo = [change]
        memory.redo = [OverrideChange([.init(key: "new_checkout", before: true, after: false)], title: "a change")]
        for key in action.entry.keys {
            var settings = ConsoleDriver.settings
            settings.changesDocuments = true
            var console = ConsoleDriver(shop, memory: memory, settings: settings)
            let keys: [Action: String] = [.editExternally: "delivery", .changeDocument: "search_ranking"]
            console.select(keys[action] ?? "new_checkout")
            console.press(key)
            #expect(!console.effects.isEmpty || !console.state.dialogs.isEmpty, "\(key.name)")
        }
    }

    @Test func documentationListsTheKeys() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/ConsoleReference.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let parts = text.components(separatedBy: "<!-- keys -->\n")
        let rest = try #require(parts.last).components(separatedBy: "<!-- /keys -->")
        try #require(parts.count == 2 && rest.count == 2)
        if ProcessInfo.processInfo.environment["UPDATE_REFERENCES"] != nil {
            let updated = "\(parts[0])<!-- keys -->\n\(Self.documentation)<!-- /keys -->\(rest[1])"
            try updated.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(rest[0] == Self.documentation, "if the change is intended, run with UPDATE_REFERENCES=1")
        }
    }

    /// The tables of keys in Markdown.
    private static var documentation: String {
        var text = ""
        for section in ActionEntry.Section.allCases {
            text += "\n### \(section.rawValue)\n\n| keys | action | what it does | from a shell |\n|---|---|---|---|\n"
            for entry in Action.table where entry.section == section {
                let keys = entry.keys.map { "`\($0.name)`" }.joined(separator: " ")
                let command = entry.command.map { "`toggles \($0)`" } ?? ""
                text += "| \(keys) | \(entry.title) | \(entry.help) | \(command) |\n"
            }
        }
        return text + "\n"
    }
}
