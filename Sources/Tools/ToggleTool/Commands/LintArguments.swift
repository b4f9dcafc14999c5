package import ArgumentParser
import ToggleLint

/// The arguments of `toggles lint`.
package struct LintArguments: CompanionArguments {
    package static let companion = Companion.lint
    package static let configuration = CommandConfiguration(
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
              toggles lint --supported 2.4 --usage usage.json
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

    @OptionGroup package var options: ProjectOptions

    @OptionGroup package var releases: ReleaseOptions

    @Option(
        help: "The counts of running apps, which `toggles usage merge` writes.",
        completion: .file(extensions: ["json"])
    )
    package var usage: String?

    @Option(
        parsing: .singleValue,
        help: """
            The format: \(Reporters.all.map { $0.name }.joined(separator: ", ")), or NAME=FILE. May be repeated. \
            Default: text.
            """,
        completion: .list(Reporters.all.map { $0.name }),
        transform: ReporterArgument.read
    )
    package var reporter: [ReporterArgument] = []

    @Option(
        help:
            "The lowest severity that fails the run: \(FailOnArgument.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    package var failOn: FailOnArgument = .error

    @Flag(
        inversion: .prefixedNo,
        help: """
            Report expired toggles as errors after the grace period. Default: on if a CI server started the run on a \
            schedule.
            """
    )
    package var scheduled: Bool?

    @Option(
        help:
            "The number of days before an expired toggle is an error. Default: the one in the manifest, or else 7."
    )
    package var grace: Int?

    @Option(help: "Report only findings related to changes since this commit.")
    package var since: String?

    @Option(
        parsing: .singleValue,
        help: "Run only this rule. May be repeated.",
        completion: RuleArgument.completion,
        transform: RuleArgument.read
    )
    package var only: [String] = []

    @Option(
        parsing: .singleValue,
        help: "Don't run this rule. May be repeated.",
        completion: RuleArgument.completion,
        transform: RuleArgument.read
    )
    package var disable: [String] = []

    @Option(help: "Leave out the findings in this baseline file.", completion: .file(extensions: ["json"]))
    package var baseline: String?

    @Flag(help: "Fail if the baseline contains findings that no longer occur.")
    package var strictBaseline = false

    @Option(help: "Write all findings to this file, as a baseline.", completion: .file(extensions: ["json"]))
    package var writeBaseline: String?

    @Flag(name: .shortAndLong, help: "Print only findings, without the summary.")
    package var quiet = false

    @Flag(help: "List the rules with their severities; a star marks those that the manifest sets.")
    package var list = false

    @Option(
        help: "Explain a rule, with examples.",
        completion: RuleArgument.completion,
        transform: RuleArgument.read
    )
    package var explain: String?

    package init() {}

    package func validate() throws {
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
}
