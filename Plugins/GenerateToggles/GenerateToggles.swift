import Foundation
import PackagePlugin

/// Generates typed keys from `toggles.yaml` whenever that file has changed.
///
/// The plugin searches for the manifest in the target's folder, then at the root of the package, so a target can have
/// its own manifest, and a small package needs only one.
@main
struct GenerateToggles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard target is SwiftSourceModuleTarget else {
            throw GenerateTogglesError.notSwift(target: target.name)
        }
        return [
            try command(
                target: target.name,
                folders: [target.directoryURL, context.package.directoryURL],
                tool: try context.tool(named: "toggles-generate").url,
                workFolder: context.pluginWorkDirectoryURL
            )
        ]
    }

    /// Returns the command that generates keys from the first manifest that exists.
    private func command(target: String, folders: [URL], tool: URL, workFolder: URL) throws -> Command {
        let places = folders.map { $0.appending(path: "toggles.yaml") }
        guard
            let manifest = places.first(where: {
                FileManager.default.fileExists(atPath: $0.path(percentEncoded: false))
            })
        else {
            throw GenerateTogglesError.noManifest(target: target, places: places)
        }
        // Not Toggles.swift: two files with the same name in a module are an error, and apps may have a file with that
        // name.
        let output = workFolder.appending(path: "GeneratedToggles.swift")
        // The compiler processes two files in parallel.
        let typesOutput = workFolder.appending(path: "GeneratedToggles+Types.swift")
        return .buildCommand(
            displayName: "Generating toggles of \(target)",
            executable: tool,
            arguments: [
                "--manifest", manifest.path(percentEncoded: false), "--output", output.path(percentEncoded: false),
                "--types-output", typesOutput.path(percentEncoded: false),
            ],
            inputFiles: [manifest],
            outputFiles: [output, typesOutput]
        )
    }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension GenerateToggles: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
        // A target of an Xcode project has no folder, so its manifest is one of its files.
        let own = target.inputFiles.map(\.url).filter { $0.lastPathComponent == "toggles.yaml" }
        let root = context.xcodeProject.directoryURL
        return [
            try command(
                target: target.displayName,
                folders: own.map { $0.deletingLastPathComponent() } + [root.appending(path: target.displayName), root],
                tool: try context.tool(named: "toggles-generate").url,
                workFolder: context.pluginWorkDirectoryURL
            )
        ]
    }
}
#endif

/// The reason why keys can't be generated.
enum GenerateTogglesError: Error, CustomStringConvertible {
    case notSwift(target: String)
    case noManifest(target: String, places: [URL])

    var description: String {
        switch self {
        case .notSwift(let target):
            "target '\(target)' is not a Swift target; remove the plugin GenerateToggles from it"
        case .noManifest(let target, let places):
            "target '\(target)' uses the plugin GenerateToggles, but there is no toggles.yaml at "
                + places.map { $0.path(percentEncoded: false) }.joined(separator: " nor at ")
                + "; run `toggles init` to write one"
        }
    }
}
