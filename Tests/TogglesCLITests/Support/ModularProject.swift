import Foundation
import TestSupport
import Testing

/// A copy of the example package with three modules, in which `toggles` runs; deleted when it is released.
final class ModularProject: Sendable {
    private let folder: TemporaryFolder

    var path: String { folder.path }

    /// The root of the package, and folders with and without a manifest.
    static let folders = [".", "Sources", "Sources/Greeter", "Sources/Phrases", "Sources/Farewells"]

    /// The paths of the manifests, and their keys.
    static let manifests = [
        "toggles.yaml": ["new_greeting", "shouting"], "Sources/Phrases/toggles.yaml": ["politeness"],
        "Sources/Farewells/toggles.yaml": ["farewell"],
    ]

    init() throws {
        folder = try TemporaryFolder()
        let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples/Greeter")
        for name in ["Package.swift", "toggles.yaml", "Sources"] {
            let copy = URL(filePath: folder.path(name))
            try FileManager.default.copyItem(at: example.appending(path: name), to: copy)
        }
    }

    var environment: [String: String] {
        let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
        // Git must not search above the temporary folder.
        return [
            "HOME": "\(path)/home", "TOGGLES_DEFAULTS": "\(path)/defaults.json", "XDG_CACHE_HOME": "\(path)/cache",
            "PATH": search, "GIT_CEILING_DIRECTORIES": "/", "TZ": "UTC",
        ]
    }

    /// Runs `toggles` in a folder of the package.
    func run(_ arguments: String..., in folder: String = ".") throws -> BuiltCommand.Result {
        try BuiltCommand("toggles").run(arguments, environment: environment, in: "\(path)/\(folder)")
    }

    /// Runs git in the root of the package.
    func git(_ arguments: String...) throws {
        let git = try #require(BuiltCommand(installed: "git"), "git is not installed")
        let names = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"]
        let configuration = ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"]
        let result = try git.run(
            names + arguments,
            environment: environment.merging(configuration) { $1 },
            in: path
        )
        try #require(result.status == 0, "\(result.error)")
    }

    func write(_ text: String, to name: String) throws {
        let url = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(name)")), as: UTF8.self)
    }
}
