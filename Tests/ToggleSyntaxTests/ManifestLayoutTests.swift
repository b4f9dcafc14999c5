import Testing
import ToggleLint
import ToggleManifest
import ToggleSyntax

/// Where manifests of existing declarations belong.
struct ManifestLayoutTests {
    /// Returns the folder of each manifest with the types in it.
    private static func places(
        _ declarations: [DiscoveredDeclaration],
        uses: [(key: String, path: String)] = [],
        projects: Set<String>
    ) -> [String] {
        layout(declarations, uses: uses, projects: projects).places.map { place in
            "\(place.folder): \(place.declarations.map(\.source.type).joined(separator: " "))"
        }
    }

    private static func layout(
        _ declarations: [DiscoveredDeclaration],
        uses: [(key: String, path: String)],
        projects: Set<String>
    ) -> ManifestLayout {
        let start = SourceLocation(line: 1, column: 1, offset: 0)
        let uses = uses.map { use in
            ToggleUse(
                target: .toggle(use.key),
                form: .member,
                certainty: .certain,
                place: .production,
                path: use.path,
                range: SourceRange(start: start, end: start),
                line: ""
            )
        }
        return ManifestLayout(
            declarations,
            uses: uses,
            isProject: projects.contains,
            isApp: { $0.hasSuffix("OS") }
        )
    }

    @Test func singleAppHasManifestAtRoot() throws {
        let flags = try DiscoveredDeclaration.sample("Flag", "Sources/App/Core/Flag.swift", "a", "b")
        #expect(Self.places([flags], projects: []) == [": Flag"])
    }

    @Test func eachProjectHasItsManifest() throws {
        let flags = try [
            DiscoveredDeclaration.sample("Flag", "iOS/Core/Flag.swift", "alpha"),
            DiscoveredDeclaration.sample("Flag", "macOS/Core/Flag.swift", "gamma"),
        ]
        let layout = Self.layout(
            flags,
            uses: [("alpha", "iOS/App.swift"), ("gamma", "macOS/Sub/App.swift")],
            projects: ["iOS", "macOS"]
        )
        #expect(layout.places.map(\.folder) == ["iOS", "macOS"])
        #expect(!layout.areSeparate)
    }

    @Test func appsWithSameFlagsAreSeparate() throws {
        let flags = try [
            DiscoveredDeclaration.sample("Flag", "iOS/Core/Flag.swift", "alpha", "beta"),
            DiscoveredDeclaration.sample("Flag", "macOS/Core/Flag.swift", "alpha"),
        ]
        let layout = Self.layout(
            flags,
            uses: [("alpha", "iOS/App.swift"), ("alpha", "macOS/App.swift")],
            projects: ["iOS", "macOS"]
        )
        #expect(layout.places.map(\.folder) == ["iOS", "macOS"])
        #expect(layout.areSeparate)
    }

    /// The linter searches the manifest's project, so a flag that only the app reads would look dead in the package.
    @Test func readsOutsideOfPackageMoveManifestToApp() throws {
        let flags = try DiscoveredDeclaration.sample("Flag", "App/Packages/Flags/Sources/Flag.swift", "a", "b")
        let projects: Set = ["App", "App/Packages/Flags"]
        let own = [("a", "App/Packages/Flags/Sources/Use.swift")]
        #expect(Self.places([flags], uses: own, projects: projects) == ["App/Packages/Flags: Flag"])
        #expect(Self.places([flags], uses: own + [("b", "App/Views/View.swift")], projects: projects) == ["App: Flag"])
        #expect(Self.places([flags], uses: [("b", "Other/View.swift")], projects: projects) == [": Flag"])
        #expect(
            Self.places([flags], uses: [("b", "App/Packages/Flags2/View.swift")], projects: projects) == ["App: Flag"]
        )
    }

    @Test func packageWithFlagsOfAnotherProjectSharesManifest() throws {
        let flags = try [
            DiscoveredDeclaration.sample("Flag", "Apps/iOS/Flag.swift", "a", "b"),
            DiscoveredDeclaration.sample("RemoteFlag", "Apps/Net/Sources/RemoteFlag.swift", "b"),
            DiscoveredDeclaration.sample("OtherFlag", "Apps/Other/Sources/OtherFlag.swift", "c"),
        ]
        let projects: Set = ["Apps/iOS", "Apps/Net", "Apps/Other", "Apps"]
        #expect(Self.places(flags, projects: projects) == ["Apps: Flag RemoteFlag", "Apps/Other: OtherFlag"])
    }

    @Test func moduleWithFlagsOfItsAppJoinsIt() throws {
        let flags = try [
            DiscoveredDeclaration.sample("Flag", "App/Flag.swift", "a", "b"),
            DiscoveredDeclaration.sample("RemoteFlag", "Packages/Net/Sources/RemoteFlag.swift", "b"),
            DiscoveredDeclaration.sample("NetFlag", "Packages/Net/Sources/NetFlag.swift", "c"),
        ]
        let places = Self.places(flags, projects: ["Packages/Net"])
        #expect(places == [": Flag RemoteFlag NetFlag"])
        #expect(
            Self.places(Array(flags.dropFirst()), projects: ["Packages/Net"]) == ["Packages/Net: RemoteFlag NetFlag"]
        )
    }
}

extension DiscoveredDeclaration {
    /// An enum with cases.
    static func sample(_ type: String, _ path: String, _ names: String...) throws -> DiscoveredDeclaration {
        let text = "enum \(type) {\n\(names.map { "  case \($0)\n" }.joined())}\n"
        let (source, flags) = try #require(DeclarationReader.inferred(type: type, path: path, bytes: Array(text.utf8)))
        return DiscoveredDeclaration(source: source, flags: flags)
    }
}
