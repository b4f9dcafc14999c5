import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// Runs the command `toggles lint`.
extension LintArguments: RunnableArguments {
    package func run() throws {
        if list {
            // Without readable manifests, the defaults apply.
            let configuration = (try? ProjectManifests(options))?.configuration
            let rules = RuleCatalog.descriptions
            ToolOutput.write(document: RuleHelp.list(rules, configuration: configuration ?? LintConfiguration()).utf8)
            return
        }
        if let explain {
            ToolOutput.write(document: (RuleCatalog.description(of: explain).map(RuleHelp.explanation) ?? "").utf8)
            return
        }
        let environment = ProcessEnvironment.current
        var settings = Linter.Options()
        settings.only = Set(only)
        settings.disabled = Set(disable)
        settings.grace = grace
        settings.isScheduled = scheduled ?? Self.isScheduled(environment)
        if let baseline { settings.baseline = try readBaseline(baseline) }
        let reading: ProjectReading
        do {
            reading = try ProjectReading(options, releases, usage: usage, environment: environment)
        } catch let failure as ToolError where !failure.diagnostics.isEmpty {
            try writeReports(of: failure, environment)
            throw failure
        }
        if let since { settings.change = try change(since: since, reading) }

        if let writeBaseline {
            settings.baseline = nil
            let report = Linter(reading.project, options: settings).run()
            try ToolFiles.write(Array(Baseline(report.findings).text.utf8), to: writeBaseline)
            let count = report.findings.count
            if !quiet { ToolOutput.print("\(writeBaseline): \(count.counted("finding"))") }
            return
        }
        var report = Linter(reading.project, options: settings).run()
        report.notes += reading.notes
        let standard = [ReporterArgument(reporter: TextReporter.self, path: nil)]
        try write(
            report,
            to: reporter.isEmpty ? standard : reporter,
            reading.folder,
            prefix: reading.repository?.prefix ?? "",
            localDefaults: reading.project.localDefaults,
            environment
        )
        let fails = report.findings.contains { finding in
            failOn.severity.map { finding.severity.weight >= $0.weight } ?? false
        }
        if fails || strictBaseline && !report.goneFromBaseline.isEmpty { throw ToolError.findings }
    }

    // MARK: - Reports

    /// Writes reports of an invalid manifest or document.
    private func writeReports(of error: ToolError, _ environment: [String: String]) throws {
        guard let today = options.date ?? SystemTime.today else { return }
        let report = LintReport(
            invalidInput: error.diagnostics,
            manifestPath: error.manifestPath,
            today: today
        )
        // The diagnostics are already on standard error.
        let arguments = reporter.filter { $0.path != nil || $0.reporter != TextReporter.self }
        // An application of the repository can have another root than all of its manifests.
        let folder = try ProjectFolder(manifests: ProjectManifests.paths(options), root: error.root ?? options.root)
        let prefix = (try? GitRepository(at: folder.root, environment: environment))?.prefix ?? ""
        try write(report, to: arguments, folder, prefix: prefix, environment)
    }

    private func write(
        _ report: LintReport,
        to arguments: [ReporterArgument],
        _ folder: ProjectFolder,
        prefix: String,
        localDefaults: LintProject.File? = nil,
        _ environment: [String: String]
    ) throws {
        let stepSummary = environment["GITHUB_STEP_SUMMARY"].flatMap { $0.isEmpty ? nil : $0 }
        var context = ReportContext(
            version: TogglesLintCommand.configuration.version,
            failsOn: failOn.severity,
            isQuiet: quiet,
            hasStepSummary: stepSummary != nil,
            contents: { path in
                // The file on a device has no path on this machine.
                if let localDefaults, localDefaults.path == path { return localDefaults.bytes }
                let path = folder.absolute(path)
                return FileReading.leavesProject(path) ? nil : try? FileReading.bytes(path: path, limit: 1 << 26)
            }
        )
        var failure: (any Error)?
        // Files come first, so that they exist even if standard output fails.
        for argument in arguments.sorted(by: { $0.path != nil && $1.path == nil }) {
            context.hasColors = argument.path == nil && TextStyle().isEnabled
            context.isInGitHubLog = argument.path == nil && environment["GITHUB_ACTIONS"] == "true"
            // Paths for servers are relative to the repository instead of the project.
            let shown = argument.reporter.isForServers ? report.moved(below: prefix) : report
            if let path = argument.path {
                do {
                    try ToolFiles.write(Array(argument.reporter.text(of: shown, in: context).utf8), to: path)
                } catch {
                    // The other reports are of use without this one.
                    failure = failure ?? error
                }
            } else if argument.reporter == TextReporter.self {
                ToolOutput.write(TextReporter.terminalText(of: shown, in: context))
            } else {
                ToolOutput.write(document: argument.reporter.text(of: shown, in: context).utf8)
            }
        }
        if let stepSummary, arguments.contains(where: { $0.reporter == GitHubReporter.self }) {
            try ToolFiles.append(MarkdownReporter.text(of: report.moved(below: prefix), in: context), to: stepSummary)
        }
        if let failure { throw failure }
    }

    // MARK: - Settings

    /// Returns whether a CI server started the run on a schedule.
    static func isScheduled(_ environment: [String: String]) -> Bool {
        environment["GITHUB_EVENT_NAME"] == "schedule" || environment["CI_PIPELINE_SOURCE"] == "schedule"
    }

    private func readBaseline(_ path: String) throws -> Baseline {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(path: path, limit: 1 << 26)
        } catch {
            throw ToolError.usage("Cannot read the baseline ‘\(path)’: \(error.reason). --write-baseline writes one.")
        }
        do {
            return try Baseline(reading: bytes, path: path)
        } catch  where FileReading.leavesProject(path) {
            throw ToolError.usage("‘\(path)’ is a link to a file outside the project, which is not a baseline.")
        } catch {
            throw ToolError.usage("‘\(path)’ is not a baseline: \(error.reason)".sentence)
        }
    }

    private func change(since revision: String, _ reading: ProjectReading) throws -> ProjectChange {
        guard let repository = reading.repository else {
            throw ToolError.usage("--since needs a git repository, and ‘\(reading.folder.root)’ is not in one.")
        }
        let project = reading.project
        let scripts = project.configuration.scripts.map { Glob($0) }
        do {
            // Words that were removed from other files, such as a changelog, don't refer to toggles.
            let removed = try repository.removedLines(since: revision) { path in
                path.hasSuffix(".swift") || project.manifestFiles.contains { $0.path == path }
                    || path == project.document?.path
                    || scripts.contains { $0.matches(path) }
            }
            return ProjectChange(lines: try repository.changedLines(since: revision), removed: removed)
        } catch {
            throw ToolError.usage("--since: \(error).")
        }
    }
}
