import Foundation
import PackagePlugin

/// Runs `toggles-lint` in the folder of the package: `swift package toggles-lint`.
///
/// Its arguments are those of `toggles lint`. It writes nothing into the package; its cache of sources is in the
/// plugin's work folder.
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

    /// Runs the tool, and makes the command fail if the tool fails.
    private func lint(_ folder: URL, tool: URL, workFolder: URL, arguments: [String]) throws {
        let process = Process()
        process.executableURL = tool
        process.currentDirectoryURL = folder
        // Before the user's arguments, because the last --cache takes precedence.
        process.arguments =
            ["lint", "--cache", workFolder.appending(path: "sources").path(percentEncoded: false)] + arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            // The findings have already been printed. Only an error makes `swift package` exit with 1.
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
        // Xcode passes the selected targets, but a manifest doesn't contain targets.
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
