import Testing
import ToggleTool

struct ManifestGroupTests {
    private func groups(_ manifests: [(String?, String)]) -> [String] {
        ManifestGroup.groups(of: manifests.map { ManifestGroup.Names(application: $0.0, namespace: $0.1) })
            .map { "\($0.application): \($0.members.map(String.init).joined(separator: " "))" }
    }

    @Test func manifestsWithoutApplicationBelongToTheOnlyOne() {
        #expect(groups([(nil, "A"), ("shop", "B"), (nil, "C")]) == ["shop: 0 1 2"])
        #expect(groups([(nil, "A"), (nil, "B")]) == ["A: 0 1"])
        #expect(groups([]) == [])
    }

    @Test func severalApplicationsAreSeveralGroups() {
        #expect(
            groups([("shop", "A"), ("admin", "B"), ("shop", "C"), (nil, "D")]) == ["shop: 0 2", "admin: 1", "D: 3"]
        )
    }

    @Test func modulesAreNamedAfterFolders() {
        let names = ModuleNames.names(of: [
            "/p/toggles.yaml", "/p/Sources/App/toggles.yaml", "/p/Kits/A/Core/toggles.yaml",
            "/p/Kits/B/Core/toggles.yaml",
        ])
        #expect(names == ["p", "App", "Kits/A/Core", "Kits/B/Core"])
    }

    @Test func choiceFollowsOptionThenNearestManifest() throws {
        let files = ["A/toggles.yaml", "B/toggles.yaml"].map { ManifestFile(path: $0) }
        let groups = ManifestGroup.groups(
            of: [.init(application: "shop", namespace: "A"), .init(application: "admin tool", namespace: "B")]
        )
        func chosen(_ application: String?, nearest: ManifestFile? = nil) throws -> String? {
            try ManifestGroup.chosen(among: groups, application: application, files: files, nearest: nearest)?
                .application
        }
        #expect(try chosen("admin tool", nearest: files[0]) == "admin tool")
        #expect(try chosen(nil, nearest: files[1]) == "admin tool")
        #expect(throws: ToolError.self) { try chosen("shp") }
        let error = #expect(throws: ToolError.self) { try chosen(nil) }
        #expect(
            error?.message == """
                This project contains several applications. Choose one:
                  --application shop          A/toggles.yaml
                  --application 'admin tool'  B/toggles.yaml
                """
        )
        #expect(throws: ToolError.self) {
            try ManifestGroup.requireOne([(files[0], "shop"), (files[1], "admin tool")], application: nil)
        }
        try ManifestGroup.requireOne([(files[0], "shop"), (files[1], nil)], application: "shop")
    }
}
