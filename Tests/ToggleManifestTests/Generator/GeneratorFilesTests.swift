import Foundation
import TestSupport
import Testing
import ToggleManifest

/// The input and output files of the pipeline.
struct GeneratorFilesTests {
    let folder: TemporaryFolder

    static let manifest = """
        schema: 1
        namespace: AppToggles
        toggles:
          new_checkout: { category: release, description: One page., owner: payments }
        """

    init() throws {
        folder = try TemporaryFolder()
    }

    private func identity(_ name: String) throws -> UInt64? {
        try FileManager.default.attributesOfItem(atPath: folder.path(name))[.systemFileNumber] as? UInt64
    }

    @Test func outputIsWrittenOnlyWhenChanged() throws {
        let manifest = try folder.write(Self.manifest, to: "toggles.yaml")
        let output = folder.path("Generated.swift")
        let first = try GeneratorFiles.generate(manifest: manifest, output: output)
        #expect(try folder.text("Generated.swift") == first.source?.text)
        let before = try identity("Generated.swift")
        _ = try folder.write("# A comment.\n" + Self.manifest, to: "toggles.yaml")
        _ = try GeneratorFiles.generate(manifest: manifest, output: output)
        #expect(try identity("Generated.swift") == before)
        _ = try folder.write(Self.manifest.replacing("One page.", with: "Two pages."), to: "toggles.yaml")
        _ = try GeneratorFiles.generate(manifest: manifest, output: output)
        #expect(try identity("Generated.swift") != before)
        #expect(try folder.names() == ["Generated.swift", "toggles.yaml"])
    }

    @Test func typesCanGoIntoSeparateFile() throws {
        let manifest = try folder.write(
            Self.manifest + "\n  ranking: { category: ops, values: [a, b], default: a, description: R., owner: o }\n",
            to: "toggles.yaml"
        )
        let outcome = try GeneratorFiles.generate(
            manifest: manifest,
            output: folder.path("Keys.swift"),
            typesOutput: folder.path("Types.swift")
        )
        let source = try #require(outcome.source)
        #expect(try folder.text("Keys.swift") == source.keysText)
        #expect(try folder.text("Types.swift") == source.typesText)
        #expect(!source.keysText.contains("enum Ranking"))
        #expect(source.typesText.contains("enum Ranking"))
        let header = source.text.prefix { $0 != "\n" }
        #expect(source.keysText.hasPrefix(header + "\n\nimport FeatureToggles\n\n///"))
        #expect(source.typesText.hasPrefix(header + "\n\nimport FeatureToggles\n\nextension AppToggles {\n"))
        _ = try folder.write(Self.manifest, to: "toggles.yaml")
        let plain = try GeneratorFiles.generate(
            manifest: manifest,
            output: folder.path("Keys.swift"),
            typesOutput: folder.path("Types.swift")
        )
        #expect(plain.source.map { $0.text == $0.keysText } == true)
        #expect(try folder.text("Types.swift") == header + "\n", "An import that nothing needs would be a warning.")
    }

    @Test func invalidManifestLeavesOutputUnchanged() throws {
        let manifest = try folder.write(Self.manifest.replacing("owner", with: "ownr"), to: "toggles.yaml")
        let output = try folder.write("// Before.", to: "Generated.swift")
        let outcome = try GeneratorFiles.generate(manifest: manifest, output: output)
        #expect(outcome.source == nil)
        #expect(outcome.diagnostics.first?.description.hasPrefix("\(manifest):4:") == true)
        #expect(try folder.text("Generated.swift") == "// Before.")
    }

    @Test func missingManifestIsAnError() throws {
        let error = try #require(throws: GeneratorError.self) {
            try GeneratorFiles.generate(manifest: folder.path("none.yaml"), output: folder.path("Generated.swift"))
        }
        #expect(error.code == .unreadable)
        #expect(error.description == "cannot read \(folder.path("none.yaml")): No such file or directory")
    }

    @Test func folderAsManifestIsAnError() throws {
        let error = try #require(throws: GeneratorError.self) {
            try GeneratorFiles.generate(manifest: folder.path(""), output: folder.path("Generated.swift"))
        }
        #expect(error.code == .unreadable)
    }

    @Test func unwritableOutputLeavesNoFiles() throws {
        let manifest = try folder.write(Self.manifest, to: "toggles.yaml")
        let error = try #require(throws: GeneratorError.self) {
            try GeneratorFiles.generate(manifest: manifest, output: folder.path("none/Generated.swift"))
        }
        #expect(error.code == .unwritable)
        #expect(error.path == folder.path("none/Generated.swift"))
        #expect(try folder.names() == ["toggles.yaml"])
    }
}
