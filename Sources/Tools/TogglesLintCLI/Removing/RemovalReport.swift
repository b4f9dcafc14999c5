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

    /// Returns a line for each file and reason, with all of its places; the translations of a file share one.
    private static func lines(_ remarks: [RemovalPlan.Remark]) -> [String] {
        struct Group: Hashable {
            /// The path, without the language of a translation.
            let path: String
            let reason: String
        }
        struct Places {
            let path: String
            var places: [String] = []
            /// The languages of the translations after the first one.
            var languages: [String] = []
        }
        var places: [Group: Places] = [:]
        var groups: [Group] = []
        for remark in remarks {
            let (path, language) = translation(remark.path)
            let group = Group(path: path, reason: remark.reason)
            if places[group] == nil { groups.append(group) }
            var own = places[group] ?? Places(path: remark.path)
            if own.path == remark.path {
                own.places.append("\(remark.range.start.line):\(remark.range.start.column)")
            } else if let language, !own.languages.contains(language) {
                own.languages.append(language)
            }
            places[group] = own
        }
        return groups.compactMap { group in
            guard let own = places[group] else { return nil }
            let others = own.languages.isEmpty ? "" : " (and in \(own.languages.joined(separator: ", ")))"
            return "  \(own.path):\(own.places.joined(separator: ", "))\(others): \(group.reason)"
        }
    }

    /// Returns a path without the language of its translation, such as `de.lproj`, and the language.
    private static func translation(_ path: String) -> (path: String, language: String?) {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let index = parts.lastIndex(where: { $0.hasSuffix(".lproj") }) else { return (path, nil) }
        let language = String(parts[index].dropLast(".lproj".count))
        parts[index] = ".lproj"
        return (parts.joined(separator: "/"), language)
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
