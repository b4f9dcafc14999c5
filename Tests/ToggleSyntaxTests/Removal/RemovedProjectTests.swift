import Foundation
import Testing
import ToggleSyntax

/// Removals from small projects, which the files in the folder ‘Projects’ show with what is left of them.
///
/// In each file, `===` begins a project with its name and options, `---` a source file, `+++` its content afterwards, and
/// `???` a remark. A file without `+++` doesn't change. The declaration of the flags belongs to each project.
@Suite struct RemovedProjectTests {
    struct Project: Sendable, CustomTestStringConvertible {
        var title: String
        var before: [String: String] = [:]
        var after: [String: String] = [:]
        var remarks: [String] = []

        var testDescription: String { title }
        var options: [Substring] { title.split(separator: "[").last?.dropLast().split(separator: " ") ?? [] }
    }

    private static let declaration = "enum FeatureFlag: String {\n    case newCart\n    case menu\n}\n"
    private static let rest = "enum FeatureFlag: String {\n    case menu\n}\n"
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Projects")
    private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

    private static func read(_ name: String) -> [Project] {
        let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
        var projects: [Project] = []
        var path = ""
        var isAfter = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let content = String(line.dropFirst(4))
            if line.hasPrefix("=== ") {
                projects.append(Project(title: content))
                continue
            }
            guard let last = projects.indices.last else { continue }
            switch line.prefix(4) {
            case "--- ":
                (path, isAfter) = (content, false)
                projects[last].before[path] = ""
            case "+++ ":
                (path, isAfter) = (content, true)
                projects[last].after[path] = ""
            case "??? ": projects[last].remarks.append(content)
            default:
                if isAfter {
                    projects[last].after[path, default: ""] += line + "\n"
                } else {
                    projects[last].before[path, default: ""] += line + "\n"
                }
            }
        }
        return projects
    }

    private static let all = names.flatMap(read)

    @Test(arguments: all)
    func projectIsLeft(project: Project) throws {
        let (changed, remarks) = try Self.removing(from: project)
        var after = project.after
        if project.remarks.contains(where: { $0.hasPrefix("blocks") }) == false { after["Flags.swift"] = Self.rest }
        #expect(remarks == project.remarks)
        for path in Set(after.keys).union(changed.keys).sorted() { #expect(changed[path] == after[path]) }
    }

    private static func removing(from project: Project) throws -> (files: [String: String], remarks: [String]) {
        var files = project.before
        files["Flags.swift"] = declaration
        let result = try RemovalProjectCase(files: files, sources: [RemovalProjectCase.cases]).removing(
            keeping: .bool(project.options.first == "on"),
            isDeep: project.options.contains("deep")
        )
        let changed = result.files.mapValues { $0 == "gone" ? "gone\n" : $0 }
        for (path, text) in changed { #expect(FoldingCase.parses(Array(text.utf8)), "\(path)") }
        return (changed, result.remarks)
    }

    @Test func projectsAreRead() {
        #expect(Self.all.count >= 40)
        #expect(Set(Self.all.map(\.title)).count == Self.all.count)
    }

    /// Writes what is left of the projects into the files, to be reviewed.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["UPDATE_REFERENCES"] != nil))
    func writesProjects() throws {
        for name in Self.names {
            var text = ""
            for project in Self.read(name) {
                let (changed, remarks) = try Self.removing(from: project)
                text += "=== \(project.title)\n"
                for (path, code) in project.before.sorted(by: { $0.key < $1.key }) {
                    text += "--- \(path)\n\(code)"
                    if let code = changed[path] { text += "+++ \(path)\n\(code)" }
                }
                text += remarks.map { "??? \($0)\n" }.joined()
            }
            try text.write(to: Self.folder.appending(path: name), atomically: true, encoding: .utf8)
        }
    }
}
