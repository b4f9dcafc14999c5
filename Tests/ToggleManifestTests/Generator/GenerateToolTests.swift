import Foundation
import TestSupport
import Testing

/// Runs the tool of the build plugin in the same way as the plugin.
struct GenerateToolTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns the location of the built tool, next to the test bundle.
    private static func tool() throws -> URL {
        var place = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
        let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        place = bundle?.deletingLastPathComponent() ?? place
        let tool = place.appending(path: "toggles-generate")
        try #require(
            FileManager.default.isExecutableFile(atPath: tool.path(percentEncoded: false)),
            "\(tool) is not built"
        )
        return tool
    }

    private func run(_ arguments: String...) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = try Self.tool()
        process.arguments = arguments
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    @Test func validManifestWritesFileSilently() throws {
        let manifest = try folder.write(GeneratorFilesTests.manifest, to: "toggles.yaml")
        let result = try run("--manifest", manifest, "--output", folder.path("Out.swift"))
        #expect(result == (0, ""))
        #expect(try folder.text("Out.swift").contains("static var newCheckout: ReleaseToggle {"))
    }

    @Test func manifestErrorsExitWithStatus1() throws {
        let text = GeneratorFilesTests.manifest.replacing("release", with: "relase").replacing("owner:", with: "ownr:")
        let manifest = try folder.write(text, to: "toggles.yaml")
        let result = try run("--manifest", manifest, "--output", folder.path("Out.swift"))
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count >= 2)
        #expect(lines.allSatisfy { $0.hasPrefix("\(manifest):4:") && $0.contains(": error: ") })
        #expect(try folder.names() == ["toggles.yaml"])
    }

    @Test func unreadableManifestExitsWithStatus2() throws {
        let result = try run("--manifest", folder.path("none.yaml"), "--output", folder.path("Out.swift"))
        #expect(result.status == 2)
        #expect(result.output == "error: cannot read \(folder.path("none.yaml")): No such file or directory\n")
    }

    @Test(
        arguments: [[], ["--manifest"], ["--manifest", "a"], ["--manifest", "a", "--manifest", "b"], ["--what"]]
    )
    func invalidArgumentsPrintUsage(_ arguments: [String]) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = try Self.tool()
        process.arguments = arguments
        process.standardError = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
        #expect(output.contains("usage: toggles-generate --manifest"))
    }

    @Test(arguments: ["--help", "-h"])
    func helpExitsWithStatus0(option: String) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = try Self.tool()
        process.arguments = [option]
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(output.hasPrefix("usage: toggles-generate --manifest"))
        #expect(output.contains("`toggles generate`"))
    }
}
