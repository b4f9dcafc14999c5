import ToggleBase

/// Decides from figures whether a step to another stage may be taken.
///
/// ```swift
/// let findings = StageGate().findings(
///     for: StageChange(from: .shadow, to: .live), summary: summary, report: report, at: now
/// )
/// for finding in findings where finding.answer == .unmet { print(finding) }
/// ```
///
/// `toggles stage` uses it. Use it yourself if the stage isn't in a remote document.
public struct StageGate: Sendable, Hashable {
    /// Whether a requirement is met.
    public enum Answer: Sendable, Hashable {
        /// The figures show that the requirement is met.
        case met
        /// The requirement isn't met, or there are no figures.
        case unmet
        /// No figures can show it, so a person has to decide.
        case undecided
    }

    /// A requirement of a step, and whether it is met.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// The requirement.
        public let need: StageChange.Need
        /// Whether it is met.
        public let answer: Answer
        /// The reason, with figures: a sentence without a full stop.
        public let description: String
    }

    /// The share of compared reads that must agree, in percent.
    public var agreement: Double
    /// The number of reads that must have been compared.
    public var comparisons: Int
    /// The age after which the report of a backfill doesn't count; one from as far in the future doesn't, either.
    public var maximumReportAge: Duration

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - agreement: The share of compared reads that must agree, in percent.
    ///   - comparisons: The number of reads that must have been compared.
    ///   - maximumReportAge: The age after which the report of a backfill doesn't count.
    public init(
        agreement: Double = 99.9,
        comparisons: Int = 10_000,
        maximumReportAge: Duration = .seconds(3_600)
    ) {
        self.agreement = agreement
        self.comparisons = comparisons
        self.maximumReportAge = maximumReportAge
    }

    /// Returns whether the requirements of a step are met.
    ///
    /// - Parameters:
    ///   - change: The step.
    ///   - summary: The comparisons so far; `nil` if they are unknown.
    ///   - report: The progress of the backfill; `nil` if it is unknown.
    ///   - seconds: The current time, in seconds since 1970.
    /// - Returns: A finding for each requirement, in the order of ``StageChange/needs``. The step may be taken if none is
    ///   ``Answer/unmet``.
    public func findings(
        for change: StageChange,
        summary: MigrationSummary?,
        report: BackfillReport?,
        at seconds: Int64
    ) -> [Finding] {
        change.needs.map { need in
            let (answer, description) = answer(to: need, summary, report, seconds)
            return Finding(need: need, answer: answer, description: description)
        }
    }

    private func answer(
        to need: StageChange.Need,
        _ summary: MigrationSummary?,
        _ report: BackfillReport?,
        _ seconds: Int64
    ) -> (Answer, String) {
        switch need {
        case .stages(let stages):
            let names = stages.map(\.rawValue).joined(separator: ", ")
            return (.unmet, "\(stages.count == 1 ? "the stage \(names) comes" : "the stages \(names) come") first")
        case .backfill(let origin): return backfill(into: origin, summary, report, seconds)
        case .agreement: return agreement(of: summary)
        case .refillBeforeReading(let origin, let stage):
            return (
                .unmet,
                "the \(origin.rawValue) store must be filled in \(stage.rawValue) before this stage reads it"
            )
        case .farewell, .refill:
            let text = need.description
            return (.undecided, String(text.hasSuffix(".") ? text.dropLast() : text[...]))
        }
    }

    private func backfill(
        into origin: MigrationOrigin,
        _ summary: MigrationSummary?,
        _ report: BackfillReport?,
        _ seconds: Int64
    ) -> (Answer, String) {
        let backfill = "the backfill into the \(origin.rawValue) store"
        guard let report else { return (.unmet, "there is no report of \(backfill)") }
        guard report.destination == origin else {
            let other = report.destination.rawValue
            return (.unmet, "the report is of a backfill into the \(other) store, not of \(backfill)")
        }
        let age = seconds.subtractingReportingOverflow(report.time)
        guard !age.overflow, .seconds(age.partialValue) <= maximumReportAge else {
            return (.unmet, "the report of \(backfill) is too old, from \(report.moment): \(report)")
        }
        guard .seconds(age.partialValue) >= .zero - maximumReportAge else {
            let moment = report.moment
            return (.unmet, "the report of \(backfill) is from the future, \(moment); check the clock of its runner")
        }
        if report.isDone, report.done == 0 { return (.unmet, "the report of \(backfill) contains no users") }
        guard report.isDone else { return (.unmet, "\(backfill) isn't done: \(report)") }
        // A state that was not stored can claim too much.
        if let count = summary?.stateErrors, count > 0 {
            let writes = "\(count.grouped) \(count == 1 ? "write has" : "writes have")"
            return (
                .undecided,
                "\(backfill) is done: \(report), but \(writes) a dual-write state that was not stored, so mark their users first"
            )
        }
        return (.met, "\(backfill) is done: \(report)")
    }

    private func agreement(of summary: MigrationSummary?) -> (Answer, String) {
        guard let summary else { return (.unmet, "there is no summary of compared reads") }
        let wanted = "\(Self.text(agreement))% of at least \(comparisons.grouped) are required"
        // The product can be larger than the exact one by a rounding error.
        let agrees = Double(summary.agreed) * 100 >= agreement * Double(summary.checked) * (1 - 1e-12)
        guard summary.checked > 0, summary.checked >= comparisons, agrees else {
            return (.unmet, "\(summary.figures); \(wanted)")
        }
        return (.met, summary.figures)
    }

    /// Formats a percentage without superfluous decimals.
    private static func text(_ percent: Double) -> String {
        percent == percent.rounded() && abs(percent) < 1_000 ? "\(Int(percent))" : "\(percent)"
    }
}

extension BackfillReport {
    /// When the users were counted: `2026-11-21 09:15 UTC`.
    package var moment: String {
        let day = CalendarDate(secondsSince1970: time)
        return day.map { "\($0) \(SystemTime.clock(time).dropLast(3)) UTC" } ?? "an unknown time"
    }
}

extension MigrationSummary {
    /// The share of agreeing comparisons, without the differences.
    var figures: String {
        var summary = self
        summary.differences = []
        return summary.agreement
    }
}
