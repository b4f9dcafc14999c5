public import DataMigration
import ToggleBase

/// Runs steps from every earlier version to every later one, on random data, with a crash at every write.
///
/// Each round generates data of the app before the first step, and checks:
///
/// - Users who skip versions get the same data as users who don't.
/// - After a kill at any write, with or without a power loss, the app finds either the old data or the new, and the
///   next launch ends with the new. This also holds if that launch is killed, too.
/// - Secrets change together with the settings, and no staged secrets remain.
/// - All of this also holds for `UserDefaults` and the keychain, unless the data contains values that they can't hold.
///   Only after a power loss can older settings meet newer secrets there; the next launch still ends with the new data.
/// - If a step starts clean, the old data is in place or in a backup.
///
/// ```swift
/// @Test func stepsSurviveEveryCrash() async throws {
///     let report = await MigrationTrial(AppSteps.all, seed: 7) { random in
///         TrialData(values: ["tab": .string(random.text()), "launches": .string("12")])
///     }.run()
///     #expect(report.violations.isEmpty, "\(report)")
/// }
/// ```
public struct MigrationTrial: Sendable {
    /// The result of a trial.
    public struct Report: Sendable, CustomStringConvertible {
        /// The number of rounds.
        public internal(set) var rounds = 0
        /// The number of comparisons between updates through several versions and direct updates.
        public internal(set) var comparisons = 0
        /// The number of kills.
        public internal(set) var crashes = 0
        /// The number of kills of runs with `UserDefaults` and the keychain, which ``crashes`` includes.
        public internal(set) var phoneCrashes = 0
        /// The violations, each with the seed that reproduces it.
        public internal(set) var violations: [String] = []

        /// The numbers and the violations.
        public var description: String {
            let figures = """
                rounds \(rounds), comparisons \(comparisons), crashes \(crashes) (\(phoneCrashes) with \
                UserDefaults and a keychain), violations \(violations.count)
                """
            return ([figures] + violations.prefix(20)).joined(separator: "\n")
        }
    }

    /// The maximum number of reported violations, because a mistake can appear at every write.
    private static let maximumViolations = 50

    private let steps: MigrationSteps
    private let seed: UInt64
    private let versions: [String]
    private let isLenient: Bool
    private let mapping: SchemaMapping?
    private let data: @Sendable (inout SeededRandom) -> TrialData

    /// Creates a trial.
    ///
    /// - Parameters:
    ///   - steps: The steps.
    ///   - seed: The seed of the random numbers, which makes a trial reproducible.
    ///   - versions: The versions of the app in ascending order; `nil` uses those of the steps.
    ///   - allowsFailures: Whether steps that are skipped or start clean may fail; otherwise each failure is a
    ///     violation.
    ///   - mapping: The mirrored secrets in the keychain; `nil` if there are none.
    ///   - data: Generates data of the app before the first step.
    public init(
        _ steps: MigrationSteps,
        seed: UInt64 = .random(in: .min ... .max),
        versions: [String]? = nil,
        allowsFailures: Bool = false,
        mirroring mapping: SchemaMapping? = nil,
        data: @escaping @Sendable (inout SeededRandom) -> TrialData
    ) {
        self.steps = steps
        self.seed = seed
        self.versions = versions ?? steps.versions.map(\.description)
        isLenient = allowsFailures
        self.mapping = mapping
        self.data = data
    }

    /// Runs the steps, including those that wait.
    ///
    /// - Parameters:
    ///   - rounds: The minimum number of rounds.
    ///   - crashes: The minimum number of kills.
    /// - Returns: The report.
    public func run(rounds: Int = 3, crashes: Int = 0) async -> Report {
        await run(rounds: rounds, crashes: crashes, on: Place.allCases)
    }

    /// Where the data of the app is when it is killed.
    package enum Place: Sendable, CaseIterable {
        case files
        /// `UserDefaults` and the keychain.
        case phone
    }

    /// Runs the steps, and kills the app only in some places.
    package func run(rounds: Int, crashes: Int, on places: [Place]) async -> Report {
        var report = Report()
        while report.rounds < rounds || report.crashes < crashes {
            let crashesBefore = report.crashes
            await round(seed: seed &+ UInt64(report.rounds), places, &report)
            report.rounds += 1
            guard report.violations.count < Self.maximumViolations else { break }
            // Without a step, there is no write.
            if report.rounds >= rounds, report.crashes == crashesBefore { break }
        }
        if report.crashes < crashes, report.violations.isEmpty {
            report.violations.append(
                "the app was killed \(report.crashes) times, not \(crashes), because it writes nothing"
            )
        }
        return report
    }

    private func round(seed: UInt64, _ places: [Place], _ report: inout Report) async {
        var random = SeededRandom(seed: seed)
        let start = TrialState(data: data(&random))
        var direct: [TrialState] = []
        for version in versions {
            let (state, problem) = await start.migrated(by: steps, to: version, isLenient: isLenient)
            if let problem { report.violations.append("seed \(seed): to \(version): \(problem)") }
            direct.append(state)
        }
        for (target, version) in versions.enumerated() {
            for origin in [start] + direct[..<target] {
                let place = "seed \(seed): from \(origin.record.version ?? "no version") to \(version)"
                let (state, problem) = await origin.migrated(by: steps, to: version, isLenient: isLenient)
                report.comparisons += 1
                if let problem { report.violations.append("\(place): \(problem)") }
                if state != direct[target] {
                    report.violations.append("\(place): the data differs from that of a direct update")
                }
                for violation in await crashes(from: origin, to: direct[target], version, places, &random, &report) {
                    report.violations.append("\(place): \(violation)")
                }
                guard report.violations.count < Self.maximumViolations else { return }
            }
        }
    }

    /// Kills the app at every write, on each kind of device.
    private func crashes(
        from old: TrialState,
        to new: TrialState,
        _ version: String,
        _ places: [Place],
        _ random: inout SeededRandom,
        _ report: inout Report
    ) async -> [String] {
        var violations: [String] = []
        if places.contains(.files) {
            let file = CrashTrial<FileTrialDevice>(steps, from: old, to: new, version: version, isLenient: isLenient)
            violations = await file.run(on: FileTrialDevice(), &random, &report.crashes)
        }
        guard places.contains(.phone) else { return violations }
        let device = PhoneTrialDevice(mirroring: mapping)
        // Such as null.
        guard (try? device.store.check(old.data.values)) != nil, (try? device.store.check(new.data.values)) != nil
        else {
            return violations
        }
        let phone = CrashTrial<PhoneTrialDevice>(steps, from: old, to: new, version: version, isLenient: isLenient)
        var crashes = 0
        violations += await phone.run(on: device, &random, &crashes).map { "UserDefaults and keychain: \($0)" }
        report.crashes += crashes
        report.phoneCrashes += crashes
        return violations
    }
}
