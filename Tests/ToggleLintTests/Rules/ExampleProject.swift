import Testing
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleSyntax

/// Creates projects from examples with the manifest's parser, the scanner, and the reader of the `lint:` section.
enum ExampleProject {
    /// Returns the project of an example.
    static func project(of example: RuleExample) throws -> LintProject {
        let text = manifest(of: example)
        let result = Manifest.parse(text, path: "toggles.yaml")
        let manifest = try #require(result.manifest, "\(result.diagnostics)\n\(text)")
        let (configuration, diagnostics) = LintConfiguration.read(manifest.lint, path: "toggles.yaml")
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        var files: [LintProject.ManifestFile] = [("toggles.yaml", manifest)]
        if !example.otherToggles.isEmpty {
            let path = "Sources/Other/toggles.yaml"
            let text = self.manifest(of: RuleExample("", toggles: example.otherToggles))
            files.append((path, try #require(Manifest.parse(text, path: path).manifest)))
        }
        var project = LintProject(
            manifestFiles: files,
            configuration: configuration,
            today: try #require(CalendarDate(example.today)),
            sources: example.sources.isEmpty ? nil : facts(of: example.sources, manifest, configuration),
            document: file("flags.json", example.document),
            localDefaults: file("local-defaults.json", example.localDefaults),
            tracksLocalDefaults: example.tracksLocalDefaults,
            codeOwners: file("CODEOWNERS", example.codeOwners),
            history: example.history
        )
        project.releases = try releases(of: example)
        project.usage = try example.usage.map { try FieldUsage(Array($0.utf8), today: project.today) }
        return project
    }

    /// Returns the toggles of the released versions of an example; `nil` if it has none.
    static func releases(of example: RuleExample) throws -> ReleasedToggles? {
        guard !example.releases.isEmpty else { return nil }
        let tags = example.releases.map { ReleaseTimeline.Tag(name: $0.version, tree: "", seconds: 0) }
        let timeline = ReleaseTimeline(tags, pattern: try #require(ReleasePattern("{version}")))
        try #require(timeline.versions.map(\.tag) == tags.map(\.name))
        var collector = ReleaseCollector()
        var known: Set<String> = []
        for (index, release) in example.releases.enumerated() {
            let text = manifest(of: RuleExample("", toggles: release.toggles))
            let toggles = try #require(Manifest.parse(text, path: "").manifest).toggles
            for key in known { collector.set(nil, key: key, in: "") }
            for toggle in toggles { collector.set(toggle, key: toggle.key, in: "") }
            known = Set(toggles.map(\.key))
            collector.finish(index)
        }
        let oldest = try #require(AppVersion(example.supported))
        return ReleasedToggles(
            versions: timeline.versions,
            runs: collector.runs(through: tags.count),
            support: ReleasedToggles.Support(from: oldest, source: "--supported \(oldest)")
        )
    }

    /// Returns the whole manifest, with valid values for everything that the example leaves out.
    static func manifest(of example: RuleExample) -> String {
        var text = "schema: 1\nnamespace: AppToggles\ntoggles:\n"
        var entry: (key: String, lines: [Substring])?
        func finish() {
            guard let (key, lines) = entry else { return }
            let fields = lines.map { $0.drop { $0 == " " }.prefix { $0 != ":" } }
            text += "  \(key)\n" + lines.map { "  \($0)\n" }.joined()
            if !fields.contains("category") { text += "    category: release\n" }
            if !fields.contains("description") { text += "    description: One page instead of three steps.\n" }
            if !fields.contains("owner") { text += "    owner: team\n" }
            if !fields.contains("created"), !fields.contains("expires"), !fields.contains("permanent") {
                text += "    created: 2026-11-10\n    expires: 2026-12-20\n"
            }
        }
        for line in example.toggles.split(separator: "\n") {
            if line.hasPrefix(" ") {
                entry?.lines.append(line)
            } else {
                finish()
                entry = (String(line), [])
            }
        }
        finish()
        guard !example.lint.isEmpty else { return text }
        return text + "lint:\n" + example.lint.split(separator: "\n").map { "  \($0)\n" }.joined()
    }

    static func facts(
        of sources: [String: String],
        _ manifest: Manifest,
        _ configuration: LintConfiguration
    ) -> SourceFacts {
        SourceScanner(root: "/", manifest: manifest, configuration: configuration, cache: nil)
            .facts(of: sources.sorted { $0.key < $1.key }.map { (path: $0.key, bytes: Array($0.value.utf8)) })
    }

    private static func file(_ path: String, _ text: String?) -> LintProject.File? {
        text.map { LintProject.File(path: path, bytes: Array($0.utf8)) }
    }
}
