import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleSyntax
import ToggleTool

/// Runs the command `toggles init`, for flags that the code has already.
extension InitArguments: RunnableArguments {
    package func run() throws {
        // Text that is no path doesn't need the project.
        let named = try from.map(Self.declaration)
        guard let today = date ?? SystemTime.today else {
            throw ToolError.usage("The clock of this machine has no valid date; write --date YYYY-MM-DD.")
        }
        if let named {
            let bytes = try ToolFiles.read(named.path, limit: SourceScanner.maximumSize)
            try requireReplaceable()
            let project = try InitProject(output: output, today: today)
            let declaration = try project.declaration(type: named.type, path: named.path, bytes: bytes, reads: reads)
            let plan = try plan([declaration], report: FlagDiscovery().report(on: []), project)
            try finish(plan) { plan.importedText(of: named.type, isWritten: $0) }
            return
        }
        // A home folder isn't a project, and contains too much.
        guard
            InitProject.scope(output: output).root
                != UserFolders.home(ProcessEnvironment.current).map(PathText.resolved)
        else {
            return try starter()
        }
        let project = try InitProject(output: output, today: today)
        let report = project.report()
        for problem in report.problems { ToolOutput.note("\(problem.description)") }
        var declarations = report.declarations.filter { $0.omission.map { all && $0.isTakenByAll } ?? true }
        if all { declarations = declarations.map(\.takingSettings) }
        declarations.removeAll { $0.flags.isEmpty }
        guard !declarations.isEmpty else {
            for line in DiscoverySummary.candidateLines(report) {
                // A starter on standard output is a document.
                if dryRun || output == "-" { ToolOutput.printError("\(line)") } else { ToolOutput.print("\(line)") }
            }
            guard output == nil, DiscoverySummary.hasCandidates(report) else { return try starter(project) }
            return ToolOutput.print(
                "Nothing was written. Without them, `toggles init --output toggles.yaml` writes a starter with examples."
            )
        }
        let plan = try plan(declarations, report: report, project)
        // The manifest of a further module starts without flags.
        let path = output ?? ManifestFile.name
        if plan.files.isEmpty, !ToolFiles.exists(path), output != nil || !project.isInRoot {
            for line in plan.knownLines(in: project.folder.relativeFolder(PathText.folder(of: path))) {
                ToolOutput.print("\(line)")
            }
            return try starter(project)
        }
        try finish(plan) { plan.summaryText(isWritten: $0) }
    }

    private func starter(_ project: InitProject? = nil) throws {
        try StarterManifest(
            output: output,
            namespace: namespace,
            application: application,
            owner: project?.owners?.owner(of: ManifestFile.name) ?? project?.owners?.names.min()
        ).write(isDryRun: dryRun)
        if !dryRun, output != "-", let advice = project?.adviceAboutModules { ToolOutput.print("\n\(advice)") }
    }

    private func plan(
        _ declarations: [DiscoveredDeclaration],
        report: FlagDiscovery.Report,
        _ project: InitProject
    ) throws -> InitPlan {
        let options = InitPlan.Options(
            output: output ?? (from == nil ? nil : ManifestFile.name),
            namespace: namespace,
            application: application,
            created: date
        )
        return try InitPlan(declarations, report: report, project, options)
    }

    /// Writes the manifests, or prints them.
    private func finish(_ plan: InitPlan, _ summary: (_ isWritten: Bool) -> String) throws {
        for remark in plan.remarks { ToolOutput.note("\(remark)") }
        if output == "-" {
            for file in plan.files { ToolOutput.write(document: file.bytes) }
            return
        }
        if dryRun {
            ToolOutput.print(lines: summary(false))
            for file in plan.files {
                ToolOutput.print(lines: "\n\(file.path):\n" + String(decoding: file.bytes, as: UTF8.self))
            }
            return
        }
        try plan.write()
        ToolOutput.print(lines: summary(true))
    }

    /// Parses `FILE:TYPE`.
    private static func declaration(_ text: String) throws -> (path: String, type: String) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex, text.index(after: colon) != text.endIndex
        else {
            throw ToolError.usage(
                "‘\(text)’ does not name a type. Write --from FILE:TYPE, such as Core/FeatureFlag.swift:FeatureFlag."
            )
        }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }

    /// Checks that the output is a new file or a manifest; unreadable files and broken links aren't replaced, either.
    private func requireReplaceable() throws {
        let output = output ?? ManifestFile.name
        guard output != "-", (try? POSIXFileSystem().status(ofPath: output)) != nil else { return }
        let bytes = try? FileReading.bytes(path: output, limit: ManifestFile.maximumSize)
        guard let bytes, Manifest.parse(bytes, path: output).manifest != nil else {
            throw ToolError.usage("‘\(output)’ already exists. Write --output with another name.")
        }
    }
}
