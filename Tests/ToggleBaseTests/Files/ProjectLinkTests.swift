import TestSupport
import Testing
import ToggleBase

/// Whether a path leads through a link to a file outside of the project.
struct ProjectLinkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.createFolder("project/.git")
        try folder.createFolder("project/Sources")
        try folder.createFolder("other")
        try folder.write("", to: "project/toggles.yaml")
        try folder.write("", to: "other/secrets")
        try folder.link("project/Sources/inside.yaml", to: "../toggles.yaml")
        try folder.link("project/Sources/again.yaml", to: "inside.yaml")
        try folder.link("project/outside.yaml", to: "../other/secrets")
        try folder.link("project/chain.yaml", to: "Sources/../outside.yaml")
        try folder.link("project/folder", to: folder.path("other"))
        try folder.link("project/process", to: "/proc/self/status")
        try folder.link("alias", to: "project")
    }

    @Test(arguments: [
        "project/toggles.yaml", "project/Sources/../toggles.yaml", "project/Sources/inside.yaml",
        "project/Sources/again.yaml", "project/missing.yaml", "other/secrets", "alias/toggles.yaml",
    ])
    func fileOfProject(path: String) { #expect(!FileReading.leavesProject(folder.path(path))) }

    @Test(arguments: [
        "project/outside.yaml", "project/chain.yaml", "project/Sources/../folder/secrets", "project/folder/secrets",
    ])
    func linkToOtherFile(path: String) { #expect(FileReading.leavesProject(folder.path(path))) }

    #if os(Linux)
    @Test func linkToProcess() { #expect(FileReading.leavesProject(folder.path("project/process"))) }
    #endif
}
