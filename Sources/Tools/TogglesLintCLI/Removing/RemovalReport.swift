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
            "diff": .string(String(decoding: edit.diff, as: UTF8.self)),
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
            (.blocks, "Keeps the toggle alive:"), (.read, "Read what is left:"),
            (.mention, "Still mentions the toggle:"), (.unused, "No longer used (--deep removes it if that is certain):"),
        ]
        for (kind, title) in titles {
            let places = removal.remarks.filter { $0.kind == kind }
            guard !places.isEmpty else { continue }
            lines.append(title)
            lines += places.map { "  \($0.path):\($0.range.start.line):\($0.range.start.column): \($0.reason)" }
            lines.append("")
        }
        if !removal.next.isEmpty {
            lines.append("Left to do:")
            lines += removal.next.map { "  - \($0)" }
            lines.append("")
        }
        return (lines + [verdict]).joined(separator: "\n")
    }

    /// The verdict with its reason, on one line.
    var verdict: String {
        let places = removal.remarks.count { removal.verdict != .blocked || $0.kind == .blocks }
        let reason =
            switch removal.verdict {
            case .safe: "\(change), and nothing is left of the toggle"
            case .caution: "\(change); look at \(places.counted("place")) yourself"
            case .blocked where isWritten: "\(change); \(places.counted("place")) keeps the toggle alive"
            case .blocked: "\(places.counted("place")) keeps the toggle alive, so nothing is written without --partial"
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
