import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleSyntax
import ToggleTool

/// The result of `toggles remove`, for people and for tools.
struct RemovalReport {
    /// The version of the JSON format, which `Schemas/removal.schema.json` describes.
    static let version = 1

    let removal: ProjectRemoval
    /// Whether the changes were written.
    let isWritten: Bool

    // MARK: - JSON

    var json: JSONValue {
        [
            "version": .integer(Self.version),
            "key": .string(removal.toggle.key),
            "keep": .string(removal.kept.name),
            "verdict": .string(removal.verdict.rawValue),
            "written": .bool(isWritten),
            "files": .array(removal.edits.map(json(of:))),
            "remarks": .array(removal.remarks.map(Self.json(of:))),
            "next": .array(removal.next.map { .string($0) }),
        ]
    }

    private func json(of edit: FileEdit) -> JSONValue {
        [
            "path": .string(removal.folder.relative(edit.path)),
            "change": .string(edit.new == nil ? "deleted" : "edited"),
            "diff": .string(String(decoding: removal.diff(of: edit), as: UTF8.self)),
        ]
    }

    private static func json(of remark: RemovalPlan.Remark) -> JSONValue {
        [
            "kind": .string(remark.kind.rawValue),
            "path": .string(remark.path),
            "line": .integer(remark.range.start.line),
            "column": .integer(remark.range.start.column),
            "endLine": .integer(remark.range.end.line),
            "endColumn": .integer(remark.range.end.column),
            "reason": .string(remark.reason),
        ]
    }

    // MARK: - Text

    /// What is left to do, and the verdict.
    var text: String {
        var lines: [String] = []
        let titles: [(RemovalPlan.Remark.Kind, String)] = [
            (.blocks, "Keeps the toggle alive:"), (.read, "Review these places:"),
            (.mention, "Still mentions the toggle:"),
            (.unused, "No longer used (--deep removes it if that is certain):"),
        ]
        for (kind, title) in titles {
            let places = removal.remarks.filter { $0.kind == kind }
            guard !places.isEmpty else { continue }
            lines.append(title)
            lines += Self.lines(places)
            lines.append("")
        }
        if !removal.next.isEmpty {
            lines.append("Left to do:")
            lines += removal.next.map { "  - \($0)" }
            lines.append("")
        }
        return (lines + [verdict]).joined(separator: "\n")
    }

    /// Returns a line for each file and reason, with all of its places.
    private static func lines(_ remarks: [RemovalPlan.Remark]) -> [String] {
        struct Group: Hashable {
            let path: String
            let reason: String
        }
        var places: [Group: [String]] = [:]
        var groups: [Group] = []
        for remark in remarks {
            let group = Group(path: remark.path, reason: remark.reason)
            if places[group] == nil { groups.append(group) }
            places[group, default: []].append("\(remark.range.start.line):\(remark.range.start.column)")
        }
        return groups.map { group in
            "  \(group.path):\(places[group, default: []].joined(separator: ", ")): \(group.reason)"
        }
    }

    /// The verdict with its reason, on one line.
    var verdict: String {
        let places = removal.remarks.count { removal.verdict != .blocked || $0.kind == .blocks }
        let verb = places == 1 ? "keeps" : "keep"
        let reason =
            switch removal.verdict {
            case .safe: "\(change), and nothing is left of the toggle"
            case .caution: "\(change); look at \(places.counted("place")) yourself"
            case .blocked where isWritten: "\(change), but \(places.counted("place")) \(verb) the toggle alive"
            case .blocked:
                "\(places.counted("place")) \(verb) the toggle alive, so nothing is written without --partial"
            }
        return "\(removal.verdict.rawValue): \(reason)"
    }

    /// The number of changed files, as a clause.
    private var change: String {
        let count = removal.edits.count
        let files = count.counted("file")
        return isWritten ? "\(files) changed" : "\(files) \(count == 1 ? "changes" : "change")"
    }
}
