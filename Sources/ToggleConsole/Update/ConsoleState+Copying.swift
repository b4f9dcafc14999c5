#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Opens a menu for copying the selected or marked toggles in the formats of other programs.
    mutating func openCopyMenu() {
        let pairs = targets.map { (toggle: model.toggles[$0], value: resolution($0).value) }
        guard let first = pairs.first else { return }
        let isOne = pairs.count == 1
        var items: [Menu.Item] = []
        func add(_ label: String, _ text: String) {
            items.append(
                Menu.Item(
                    label: label,
                    detail: text.split(separator: "\n").first.map(String.init) ?? "",
                    key: String(items.count + 1),
                    intent: .copy(text, what: isOne ? label : "\(label) of \(pairs.count) toggles")
                )
            )
        }
        func lines(_ text: (ToggleDefinition, JSONValue) -> String) -> String {
            pairs.map { text($0.toggle, $0.value) }.joined(separator: "\n")
        }
        add("key", lines { toggle, _ in toggle.key })
        add("value", lines { _, value in value.plainText })
        let options = settings.programOptions.map { " \(ShellText.quoted($0))" }.joined()
        let settingsText = pairs.map { " \(ShellText.quoted("\($0.toggle.key)=\($0.value.plainText)"))" }.joined()
        add("shell line", "\(settings.program) set\(settingsText)\(options)")
        add(
            "environment",
            lines { toggle, value in "TOGGLE_\(toggle.key.uppercased())=\(ShellText.quoted(value.plainText))" }
        )
        add(
            "launch arguments",
            pairs.map { "--toggle \(ShellText.quoted("\($0.toggle.key)=\($0.value.plainText)"))" }.joined(
                separator: " "
            )
        )
        let object = JSONObject(pairs.map { JSONObject.Member(name: $0.toggle.key, value: $0.value) })
        add("JSON", JSONWriter(.oneLine).text(.object(object)))
        add("Swift", lines { toggle, _ in SwiftText.call(toggle) })
        let title = isOne ? "Copy \(first.toggle.key)" : "Copy \(pairs.count) marked toggles"
        layers.append(.menu(Menu(title: title, kind: .choice, items: items, note: "goes to the terminal’s clipboard")))
    }
}

/// Text for shells.
enum ShellText {
    /// Returns the text quoted as one word of a POSIX shell.
    static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                FilterIndex.isWordByte(byte | 0x20) && byte < 0x80 && byte > 0x20 || "_-=./:,+@%".utf8.contains(byte)
            }
        guard !isPlain else { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

/// Text for Swift source.
enum SwiftText {
    /// Returns the expression that reads a toggle.
    static func call(_ toggle: ToggleDefinition) -> String {
        let name = SwiftKeyName.camelCase(toggle.key)
        switch toggle.category {
        case .release: return "toggles.isEnabled(.\(name))"
        case .ops: return toggle.type == .bool ? "toggles.isEnabled(.\(name))" : "toggles.value(of: .\(name))"
        case .experiment: return "toggles.variant(of: .\(name), for: context)"
        case .permission: return "toggles.isEnabled(.\(name), for: context)"
        case .migration: return "toggles.stage(of: .\(name))"
        }
    }
}
#endif
