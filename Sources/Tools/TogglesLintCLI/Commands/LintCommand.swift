import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleTool

/// The command `toggles lint`.
struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Reports which toggles to remove, and the next step for each.",
        discussion: """
            Checks the manifest, the Swift sources, the remote document, the local
            defaults file, and the git history. Under ‘lint:’ in the manifest, you
            set which rules run, their severities, and what they ignore.

            An expired toggle is only a warning, so that the build for an unrelated change
            doesn't fail because a date has passed. For a daily run on the default branch,
            pass --scheduled: the toggle then becomes an error once the grace period is
            over. If GitHub or GitLab starts a run on a schedule, this is the default.

            EXAMPLES
              toggles lint
              toggles lint --since origin/main --reporter github
              toggles lint --scheduled --reporter text --reporter sarif=lint.sarif
              toggles lint --write-baseline lint-baseline.json
              toggles lint --date 2027-01-31 --only expired_toggle
              toggles lint --simulator
              toggles lint --explain expired_toggle

            EXIT CODES
              0  all findings are less severe than --fail-on
              1  at least one finding is as severe as --fail-on, the manifest or the
                 document has errors, or --strict-baseline found outdated entries in the
                 baseline
              2  wrong usage, or a file that cannot be read or written

            ENVIRONMENT
              TOGGLES_DEFAULTS     the local defaults file
              TOGGLES_XCRUN_TIMEOUT
                                   the time limit in seconds of each call of xcrun for
                                   --simulator and --device; 30 if it isn't set
              GITHUB_ACTIONS       if true, output is escaped so that the runner doesn't
                                   interpret it as workflow commands
              GITHUB_STEP_SUMMARY  the file for findings that --reporter github doesn't
                                   annotate
              NO_COLOR             turns off colors unless it's empty
            """
    )

    @OptionGroup var options: ProjectOptions

    @Option(
        parsing: .singleValue,
        help: """
            The format: \(Reporters.all.map { $0.name }.joined(separator: ", ")), or NAME=FILE. May be repeated. \
            Default: text.
            """,
        transform: ReporterArgument.read
    )
    var reporter: [ReporterArgument] = []

    @Option(
        help:
            "The lowest severity that fails the run: \(FailOnArgument.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var failOn: FailOnArgument = .error

    @Flag(
        inversion: .prefixedNo,
        help: """
            Report expired toggles as errors after the grace period. Default: on if a CI server started the run on a \
            schedule.
            """
    )
    var scheduled: Bool?

    @Option(
        help:
            "The number of days before an expired toggle is an error. Default: the one in the manifest, or else 7."
    )
    var grace: Int?

    @Option(help: "Report only findings related to changes since this commit.")
    var since: String?

    @Option(parsing: .singleValue, help: "Run only this rule. May be repeated.", transform: RuleArgument.read)
    var only: [String] = []

    @Option(parsing: .singleValue, help: "Don't run this rule. May be repeated.", transform: RuleArgument.read)
    var disable: [String] = []

    @Option(help: "Leave out the findings in this baseline file.", completion: .file(extensions: ["json"]))
    var baseline: String?

    @Flag(help: "Fail if the baseline contains findings that no longer occur.")
    var strictBaseline = false

    @Option(help: "Write all findings to this file, as a baseline.", completion: .file(extensions: ["json"]))
    var writeBaseline: String?

    @Flag(name: .shortAndLong, help: "Print only findings, without the summary.")
    var quiet = false

    @Flag(help: "List the rules with their severities; a star marks those that the manifest sets.")
    var list = false

    @Option(help: "Explain a rule, with examples.", transform: RuleArgument.read)
    var explain: String?

    func validate() throws {
        if reporter.count(where: { $0.path == nil }) > 1 {
            throw ValidationError(
                "Only one reporter can write to standard output; name a file for the others, as NAME=FILE."
            )
        }
        if let grace, !(0...365).contains(grace) {
            throw ValidationError("--grace must be a number of days from 0 to 365.")
        }
        if strictBaseline, baseline == nil { throw ValidationError("--strict-baseline needs --baseline FILE.") }
        if writeBaseline != nil, since != nil {
            throw ValidationError("A baseline contains all findings; leave out --since.")
        }
        if writeBaseline != nil, !only.isEmpty || !disable.isEmpty {
            throw ValidationError(
                "A baseline contains all findings; leave out \(only.isEmpty ? "--disable" : "--only")."
            )
        }
    }

    func run() throws {
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
            reading = try ProjectReading(options, environment: environment)
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
        // Files come first, so that they exist even if standard output fails.
        for argument in arguments.sorted(by: { $0.path != nil && $1.path == nil }) {
            context.hasColors = argument.path == nil && TextStyle().isEnabled
            context.isInGitHubLog = argument.path == nil && environment["GITHUB_ACTIONS"] == "true"
            // Paths for servers are relative to the repository instead of the project.
            let shown = argument.reporter.isForServers ? report.moved(below: prefix) : report
            if let path = argument.path {
                try ToolFiles.write(Array(argument.reporter.text(of: shown, in: context).utf8), to: path)
            } else if argument.reporter == TextReporter.self {
                ToolOutput.write(TextReporter.terminalText(of: shown, in: context))
            } else {
                ToolOutput.write(document: argument.reporter.text(of: shown, in: context).utf8)
            }
        }
        if let stepSummary, arguments.contains(where: { $0.reporter == GitHubReporter.self }) {
            try ToolFiles.append(MarkdownReporter.text(of: report.moved(below: prefix), in: context), to: stepSummary)
        }
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
