import Foundation
import Testing

/// Every Swift line of the pages about SwiftUI is compiled, in `PageSnippets.swift`.
@Suite struct PageSnippetsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    /// The beginnings of lines that are not compiled: of attributes and macros that only exist in Apple's toolchain, and
    /// of lines that stand at the beginning of a file.
    private static let uncompiled = ["import ", "@main", "@Entry", "#Preview", "#if", "#endif"]

    @Test(arguments: [
        "Documentation/DebugMenu.md", "Documentation/Observation.md",
        "Sources/FeatureTogglesUI/FeatureTogglesUI.docc/FeatureTogglesUI.md",
    ])
    func everyLineIsCompiled(_ page: String) throws {
        let snippets = try String(
            contentsOf: Self.root.appending(path: "Tests/FeatureTogglesUITests/PageSnippets.swift"),
            encoding: .utf8
        )
        let compiled = Set(Self.lines(snippets))
        let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
        let lines = text.components(separatedBy: "```swift\n").dropFirst().flatMap { part in
            Self.lines(part.components(separatedBy: "```")[0])
        }
        #expect(lines.count >= 10)
        for line in lines where !Self.uncompiled.contains(where: { line.hasPrefix($0) }) {
            #expect(compiled.contains(line), "‘\(line)’ is not compiled")
        }
    }

    /// Returns the lines without indentation and access levels.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            var line = line.trimmingCharacters(in: .whitespaces)
            for level in ["private ", "fileprivate "] where line.hasPrefix(level) { line.removeFirst(level.count) }
            return line
        }
        .filter { !$0.isEmpty }
    }
}
