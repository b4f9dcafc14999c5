import StoreMigration
import ToggleBase

/// The figures that decide whether a migration may go to another stage.
struct StageFigures {
    let gate: StageGate
    let summary: MigrationSummary?
    let report: BackfillReport?
    /// The current time, in seconds since 1970.
    let seconds: Int64
    /// Whether the data is moved without dual writes.
    var isMove = false

    /// The figures for people.
    var lines: [String] {
        let backfill = report.map { "backfill into the \($0.destination.rawValue) store: \($0), at \($0.moment)" }
        return (summary?.lines ?? ["nothing is known about compared reads"])
            + [backfill ?? "nothing is known about the backfill; pass its report with --status"]
    }

    /// Returns whether the requirements of steps are met, each requirement once.
    ///
    /// - Parameters:
    ///   - stages: The stages that users have.
    ///   - next: The stage for all of them.
    /// - Returns: The findings, in the order of the steps.
    func findings(from stages: [MigrationStage], to next: MigrationStage) -> [StageGate.Finding] {
        var findings: [StageGate.Finding] = []
        for stage in stages {
            let change = StageChange(from: stage, to: next, isMove: isMove)
            for finding in gate.findings(for: change, summary: summary, report: report, at: seconds)
            where !findings.contains(finding) {
                findings.append(finding)
            }
        }
        return findings
    }

    /// Returns how to provide figures that are missing, as a sentence after another one.
    func hint(for findings: [StageGate.Finding]) -> String {
        var options: [String] = []
        for finding in findings where finding.answer == .unmet {
            switch finding.need {
            case .backfill where report == nil: options.append("the report of the backfill with --status")
            case .agreement where summary == nil: options.append("a summary of the compared reads with --summary")
            default: break
            }
        }
        return options.isEmpty ? "" : " Pass \(options.joined(separator: ", and "))."
    }
}

extension StageGate.Finding {
    /// The finding as a line: whether the requirement is met, and why.
    var line: String {
        switch answer {
        case .met: "met      \(description)"
        case .unmet: "missing  \(description)"
        case .undecided: "decide   \(description)"
        }
    }
}

extension MigrationStage {
    /// Returns the next stage, and then the previous one, of users who all have the same stage, or the stages they have.
    static func neighbors(of stages: [MigrationStage]) -> [MigrationStage] {
        guard let stage = stages.first, stages.count == 1, let index = allCases.firstIndex(of: stage) else {
            return stages.reversed()
        }
        return [index + 1, index - 1].filter(allCases.indices.contains).map { allCases[$0] }
    }
}
