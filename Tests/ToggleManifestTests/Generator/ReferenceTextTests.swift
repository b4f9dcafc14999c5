import Foundation
import Testing
import ToggleManifest

/// Compares generated sources with the files in `Reference`, which are readable and compiled with the tests.
struct ReferenceTextTests {
    /// A manifest and its expected source.
    struct Reference: Sendable, CustomTestStringConvertible {
        let manifest: String
        let source: String

        var testDescription: String { source }
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Reference")
    static let references = [
        Reference(manifest: "toggles.yaml", source: "ReferenceToggles.swift"),
        Reference(manifest: "Empty/toggles.yaml", source: "Empty/EmptyToggles.swift"),
    ]

    @Test(arguments: references)
    func generatedSourceEqualsReference(_ reference: Reference) throws {
        let bytes = try Data(contentsOf: Self.folder.appending(path: reference.manifest))
        let outcome = GeneratorPipeline.run(manifest: Array(bytes), path: reference.manifest)
        #expect(outcome.diagnostics.map(\.description) == [])
        let generated = try #require(outcome.source).text
        let file = Self.folder.appending(path: reference.source)
        if ProcessInfo.processInfo.environment["UPDATE_REFERENCES"] != nil {
            try generated.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(
            generated == expected,
            """
            \(reference.source) differs from the generated source:
            \(LineDifference(from: expected, to: generated))
            If the change is intended, run the tests with UPDATE_REFERENCES=1 and review the diff.
            """
        )
    }
}

/// The lines that differ between two texts, with three lines around the first of them.
struct LineDifference: CustomStringConvertible {
    let description: String

    init(from old: String, to new: String) {
        let old = old.split(separator: "\n", omittingEmptySubsequences: false)
        let new = new.split(separator: "\n", omittingEmptySubsequences: false)
        let same = zip(old, new).prefix { $0 == $1 }.count
        let left = old[same...], right = new[same...]
        let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        let context = old[max(0, same - 3)..<same].map { "  \($0)" }
        let removed = left.dropLast(end).prefix(20).map { "- \($0)" }
        let added = right.dropLast(end).prefix(20).map { "+ \($0)" }
        description = (["line \(same + 1):"] + context + removed + added).joined(separator: "\n")
    }
}
