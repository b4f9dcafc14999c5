import ArgumentParser
import DocumentSyntax
import StoreMigration
import ToggleBase
import ToggleDocuments
import ToggleManifest
import ToggleTool

/// The command `toggles stage`.
struct StageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stage",
        abstract: "Shows a migration's stage, or changes it in a remote document if the figures allow the step.",
        discussion: """
            Without a stage, the command shows the present one, the figures, and what the
            neighboring stages require. With a stage, it moves all users there, or the
            share of users that you pass with --share, which can't be less than the present
            one. Users who meet a condition of the rule keep their stage.

            The step is refused unless its requirements are met:

              from shadow to live       reads agree, and the backfill is done
              from dualwrite to shadow  the backfill is done
              from live to shadow       a backfill into the old store is done
              over several stages       refused; take the steps one by one

            Reads agree if at least 10,000 were compared, and 99.9% of them agree. The
            comparisons are those of an app on this machine, or those in the file that you
            pass with --summary. A backfill is done if its report, which the backfill
            runner writes, is at most an hour old, and every user in it is done.

            If the data is moved without dual writes, pass --move for the step from off to
            complete. Once some users have taken it, their backfill must be done before
            others take it. Repeat the command with all users in complete to check whether
            the old store can be removed.

            Some steps lose the way back, such as the one to complete. They need
            confirmation. In a terminal, the command asks; elsewhere, pass --yes.

            In an emergency, --force changes the stage although requirements aren't met. It
            also needs confirmation. Users can then miss records until the backfill is done.

            The exit code is 1 if requirements aren't met, or if `toggles check` finds
            errors in the changed document, and 2 if the change is refused for another
            reason. In all cases, nothing is written.

            EXAMPLES
              toggles stage book_store
              toggles stage book_store --status backfill.json
              toggles stage book_store live --status backfill.json --summary fleet.json
              toggles stage book_store live --share 10 --status backfill.json
              toggles stage book_store shadow --force
              toggles stage book_store complete --move --share 10
            """
    )

    @OptionGroup var operating: OperatingOptions

    @Argument(help: "The toggle's key or Swift name.", completion: .migrationKeys)
    var key: String

    @Argument(
        help: "The next stage: off, dualwrite, shadow, live, rampdown, or complete.",
        completion: .list(MigrationStage.allCases.map(\.rawValue))
    )
    var stage: String?

    @Option(
        help: ArgumentHelp("The report that the backfill runner writes.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var status: String?

    @Option(
        help: ArgumentHelp(
            "The file with the compared reads. Default: the one next to the app's local defaults file.",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var summary: String?

    @Option(help: ArgumentHelp("The share of compared reads that must agree, in percent.", valueName: "percent"))
    var agreement = 99.9

    @Option(help: ArgumentHelp("The number of reads that must have been compared.", valueName: "count"))
    var comparisons = 10_000

    @Option(
        help: ArgumentHelp("The share of users to move, in percent, with up to four decimals.", valueName: "percent")
    )
    var share: String?

    @Flag(help: "Move the data without dual writes, from off to complete.")
    var move = false

    @Flag(help: "Change the stage although requirements aren't met.")
    var force = false

    func validate() throws {
        if !(0...100).contains(agreement) {
            throw ValidationError("--agreement must be a number from 0 to 100.")
        }
        if comparisons < 0 { throw ValidationError("--comparisons must not be negative.") }
        if stage == nil, share != nil || force {
            throw ValidationError("--share and --force need a stage.")
        }
        if move, stage != MigrationStage.complete.rawValue {
            throw ValidationError("--move needs the stage complete.")
        }
    }

    func run() throws {
        let modules = try operating.modules()
        let flag = try operating.flag(of: key, hasStages: true, in: modules)
        let figures = try figures(of: flag.toggle.key, modules)
        let present = try OperatingOptions.convertingErrors {
            try flag.change { operation throws(FlagOperationError) in try operation.presentStages() }
        }
        guard let stage else { return show(flag, present, figures) }
        let next = try next(stage)
        let share = try amount()
        if let share {
            // The requirements below are those of users who enter the stage, not of users who leave it.
            try OperatingOptions.convertingErrors {
                try flag.change { operation throws(FlagOperationError) in
                    try operation.requireGrowth(of: next, to: share)
                }
            }
        }
        // A share doesn't apply to users without a targeting key.
        let stages = present.stages + [share == nil ? present.stageWithoutKey : nil].compactMap(\.self)
        let findings = figures.findings(from: stages, to: next)
        for line in findings.map(\.line) { ToolOutput.print("\(line)") }
        let missing = findings.count { $0.answer == .unmet }
        guard missing == 0 || force else {
            throw ToolError(
                """
                The stage was not changed, because \(missing.counted("requirement")) of \(next.rawValue) \
                \(missing == 1 ? "isn't" : "aren't") met.\(figures.hint(for: findings))
                """,
                code: .findings
            )
        }
        var concern: String?
        if missing > 0 {
            concern = "\(missing.counted("requirement")) \(missing == 1 ? "isn't" : "aren't") met"
        } else if findings.contains(where: { $0.answer == .undecided }) {
            concern = "no figures can show that users won't miss anything"
        }
        try operating.carryOut(flag, concern: concern) { operation throws(FlagOperationError) in
            // Another program may have changed the document since.
            guard try operation.presentStages() == present else {
                throw FlagOperationError("the stage in \(flag.path) was changed in the meantime; try again")
            }
            return try operation.stage(next, share: share)
        }
    }

    private func next(_ name: String) throws -> MigrationStage {
        if let stage = MigrationStage(rawValue: name) { return stage }
        throw ToolError.usage(
            "‘\(name)’ is not a stage. Write one of \(MigrationStage.allCases.map(\.rawValue).joined(separator: ", "))."
        )
    }

    private func amount() throws -> ShareAmount? {
        guard let share else { return nil }
        if let amount = ShareAmount(share) { return amount }
        throw ToolError.usage(
            "--share: ‘\(share)’ is not a percentage. Write a number from 0 to 100 with at most four decimals, such as ‘0.5’."
        )
    }

    // MARK: Figures

    private func figures(of key: String, _ modules: ApplicationModules) throws -> StageFigures {
        var report: BackfillReport?
        if let status {
            do {
                report = try BackfillReportFile(path: status).read()
            } catch {
                throw ToolError.usage("--status: \(error.message)")
            }
        }
        let gate = StageGate(agreement: agreement, comparisons: comparisons)
        return StageFigures(
            gate: gate,
            summary: try summary(of: key, modules),
            report: report,
            seconds: ToolFiles.secondsSince1970,
            isMove: move
        )
    }

    private func summary(of key: String, _ modules: ApplicationModules) throws -> MigrationSummary? {
        guard let path = summary else {
            return try LocalDefaults.path(for: modules).flatMap { path in
                try usable(MigrationSummaryFile(besideDefaults: path), key)
            }
        }
        guard ToolFiles.exists(path) else { throw ToolError.usage("--summary: \(path): There is no such file.") }
        guard let summary = try usable(MigrationSummaryFile(path: path), key) else {
            throw ToolError.usage(
                "--summary: \(path) contains no summary of \(key). Pass a file like toggles.migrations.json, which the app writes."
            )
        }
        return summary
    }

    /// Returns a summary whose numbers are possible, because they decide about the stage.
    private func usable(_ file: MigrationSummaryFile, _ key: String) throws -> MigrationSummary? {
        if let problem = file.problem(of: key) {
            throw ToolError.usage(
                """
                \(file.path): The summary of \(key) can't be used: \(problem) Correct it, or pass another file with \
                --summary.
                """
            )
        }
        return file.read()[key]
    }

    private func show(
        _ flag: OperatedDocument.Flag,
        _ present: FlagOperator.PresentStages,
        _ figures: StageFigures
    ) {
        let count = present.conditionCount
        let rest =
            count == 0 ? "" : ", for users who meet \(count == 1 ? "no condition" : "none of \(count) conditions")"
        ToolOutput.print("\(flag.toggle.key) in \(flag.path): \(present.description)\(rest)")
        for line in figures.lines { ToolOutput.print("  \(line)") }
        for stage in MigrationStage.neighbors(of: present.stages) {
            show(stage.rawValue, figures.findings(from: present.stages, to: stage))
        }
        if present.stages.contains(.off), present.stages.allSatisfy({ [.off, .complete].contains($0) }) {
            var moving = figures
            moving.isMove = true
            let findings = moving.findings(from: present.stages, to: .complete)
            show("complete without dual writes, with --move", findings)
        }
    }

    private func show(_ step: String, _ findings: [StageGate.Finding]) {
        ToolOutput.print("to \(step):")
        if findings.isEmpty { ToolOutput.print("  nothing is required") }
        for line in findings.map(\.line) { ToolOutput.print("  \(line)") }
    }
}
