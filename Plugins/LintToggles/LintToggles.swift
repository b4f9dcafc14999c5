import Foundation
import PackagePlugin

/// Runs `toggles-lint` in the folder of the package: `swift package toggles-lint`.
///
/// Its arguments are those of `toggles lint`. It writes nothing into the package; what it remembers of sources lies in the
/// plugin's own folder.
@main
struct LintToggles: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try lint(
            context.package.directoryURL,
            tool: try context.tool(named: "toggles-lint").url,
            workFolder: context.pluginWorkDirectoryURL,
            arguments: arguments
        )
    }

    /// Runs the tool, and makes the command fail as the tool does.
    private func lint(_ folder: URL, tool: URL, workFolder: URL, arguments: [String]) throws {
        let process = Process()
        process.executableURL = tool
        process.currentDirectoryURL = folder
        // Before what the person writes: of two, the later one counts.
        process.arguments =
            ["lint", "--cache", workFolder.appending(path: "sources").path(percentEncoded: false)] + arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            // The findings are printed already. Only an error makes `swift package` exit with 1.
            Diagnostics.error(
                process.terminationStatus == 1
                    ? "toggles-lint has findings" : "toggles-lint failed with exit code \(process.terminationStatus)"
            )
            return
        }
    }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension LintToggles: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
        // Xcode hands over the targets that were chosen, which the manifest does not know.
        var extractor = ArgumentExtractor(arguments)
        _ = extractor.extractOption(named: "target")
        try lint(
            context.xcodeProject.directoryURL,
            tool: try context.tool(named: "toggles-lint").url,
            workFolder: context.pluginWorkDirectoryURL,
            arguments: extractor.remainingArguments
        )
    }
}
#endif
