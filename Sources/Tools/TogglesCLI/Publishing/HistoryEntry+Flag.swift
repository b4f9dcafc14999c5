import ToggleBase
import ToggleTool

extension HistoryEntry {
    /// Returns what the revision changed for users of a flag, such as `on → off`, or `nil` if it didn't change the flag.
    func lines(of flag: String) -> [String]? {
        guard case .array(let differences) = difference,
            let found = differences.first(where: { $0[member: "flag"] == .string(flag) })
        else { return nil }
        let kind: String = if case .string(let kind)? = found[member: "kind"] { kind } else { "changed" }
        // The lines below that of the flag are indented.
        let start = lines.firstIndex { line in
            ["+", "-", "~", "=", "?"].contains { line.hasPrefix("\($0) \(flag):") || line.hasPrefix("\($0) \(flag) (") }
        }
        let details = start.map { lines[($0 + 1)...].prefix { $0.hasPrefix(" ") } } ?? []
        return [kind] + details.map { String($0.drop { $0 == " " }) }
    }
}
