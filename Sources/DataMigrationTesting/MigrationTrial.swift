public import DataMigration

/// Runs steps from every earlier version to every later one, on random data, with a crash at every write.
///
/// For each round it makes data as it was before there were steps, and checks:
///
/// - A user who skipped versions has the same data in the end as one who did not.
/// - Killed at any write, with or without a loss of power, the app finds the old data or the new, never something between,
///   and the next start ends with the new.
/// - Secrets are as they were as long as settings are, and nothing is left over.
/// - Where a step starts clean, the old data is in place or in a backup.
///
/// ```swift
/// @Test func stepsSurviveEveryCrash() throws {
///     let report = MigrationTrial(AppSteps.all, seed: 7) { random in
///         TrialData(values: ["tab": .string(random.text()), "launches": .string("12")])
///     }.run()
///     #expect(report.violations.isEmpty, "\(report)")
/// }
/// ```
public struct MigrationTrial: Sendable {
    /// What came of a trial.
    public struct Report: Sendable, CustomStringConvertible {
        /// How many rounds there were.
        public internal(set) var rounds = 0
        /// How many times a user's way through the versions was compared with the direct one.
        public internal(set) var comparisons = 0
        /// How many times the app was killed.
        public internal(set) var crashes = 0
        /// What was not as it should be; each begins with the seed that makes it happen again.
        public internal(set) var violations: [String] = []

        /// The figures, and what was not as it should be.
        public var description: String {
            let figures = """
                rounds \(rounds), comparisons \(comparisons), crashes \(crashes), violations \(violations.count)
                """
            return ([figures] + violations.prefix(20)).joined(separator: "\n")
        }
    }

    /// The most that is reported; a mistake shows at every write.
    private static let maximumViolations = 50

    private let steps: MigrationSteps
    private let seed: UInt64
    private let versions: [String]
    private let isLenient: Bool
    private let data: @Sendable (inout SeededRandom) -> TrialData

    /// Creates a trial.
    ///
    /// - Parameters:
    ///   - steps: The steps.
    ///   - seed: Where random numbers begin; the same seed gives the same trial.
    ///   - versions: The versions of the app, lowest first; those of the steps when it is `nil`.
    ///   - allowsFailures: Whether a step may fail that skips itself or starts clean; otherwise each failure is a violation.
    ///   - data: Makes data as the app had it before the first step.
    public init(
        _ steps: MigrationSteps,
        seed: UInt64 = .random(in: .min ... .max),
        versions: [String]? = nil,
        allowsFailures: Bool = false,
        data: @escaping @Sendable (inout SeededRandom) -> TrialData
    ) {
        self.steps = steps
        self.seed = seed
        self.versions = versions ?? steps.versions.map(\.description)
        isLenient = allowsFailures
        self.data = data
    }

    /// Does it.
    ///
    /// - Parameters:
    ///   - rounds: How many times random data is made, at least.
    ///   - crashes: How many times the app is killed, at least.
    /// - Returns: What came of it.
    public func run(rounds: Int = 3, crashes: Int = 0) -> Report {
        var report = Report()
        while report.rounds < rounds || report.crashes < crashes {
            let crashesBefore = report.crashes
            round(seed: seed &+ UInt64(report.rounds), &report)
            report.rounds += 1
            guard report.violations.count < Self.maximumViolations else { break }
            // Without a step there is no write to die at.
            if report.rounds >= rounds, report.crashes == crashesBefore { break }
        }
        if report.crashes < crashes, report.violations.isEmpty {
            report.violations.append("the app was killed \(report.crashes) times and not \(crashes): it writes nothing")
        }
        return report
    }

    private func round(seed: UInt64, _ report: inout Report) {
        var random = SeededRandom(seed: seed)
        let start = TrialState(data: data(&random))
        var direct: [TrialState] = []
        for version in versions {
            let (state, problem) = start.migrated(by: steps, to: version, isLenient: isLenient)
            if let problem { report.violations.append("seed \(seed): to \(version): \(problem)") }
            direct.append(state)
        }
        for (target, version) in versions.enumerated() {
            for origin in [start] + direct[..<target] {
                let place = "seed \(seed): from \(origin.record.version ?? "no version") to \(version)"
                let (state, problem) = origin.migrated(by: steps, to: version, isLenient: isLenient)
                report.comparisons += 1
                if let problem { report.violations.append("\(place): \(problem)") }
                if state != direct[target] {
                    report.violations.append("\(place): the data is other than on the direct way")
                }
                let crashes = CrashTrial(
                    steps: steps,
                    old: origin,
                    new: direct[target],
                    version: version,
                    isLenient: isLenient
                )
                for violation in crashes.run(&random, &report.crashes) {
                    report.violations.append("\(place): \(violation)")
                }
                guard report.violations.count < Self.maximumViolations else { return }
            }
        }
    }
}
