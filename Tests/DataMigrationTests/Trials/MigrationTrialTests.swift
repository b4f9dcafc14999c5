import DataMigration
import Foundation
import MigrationTesting
import Testing

struct MigrationTrialTests {
    /// The number of kills in a long run, which is set by `MIGRATION_TRIAL_CRASHES`; `nil` in a short one.
    private static let longRun = ProcessInfo.processInfo.environment["MIGRATION_TRIAL_CRASHES"].flatMap { Int($0) }
    private static let crashes = longRun ?? 1_000
    // Updates between these versions run every step, alone or with others. A long run has those between all versions.
    private static let versions = longRun == nil ? ["1.0", "1.10", "2.0.0-beta.2", "3.0"] : nil

    /// Each place is a test case of its own, so that they run at the same time.
    @Test(arguments: [(.files, false), (.phone, false), (.phone, true)] as [(MigrationTrial.Place, Bool)])
    func everyStepSurvivesCrashAtEveryWrite(place: MigrationTrial.Place, isMirrored: Bool) async throws {
        let trial = MigrationTrial(
            try AllStepKinds.steps(),
            seed: 2_026,
            versions: Self.versions,
            mirroring: isMirrored ? try AllStepKinds.mirroredSecrets() : nil,
            data: AllStepKinds.data
        )
        let report = await trial.run(rounds: 1, crashes: Self.crashes, on: [place])
        #expect(report.violations.isEmpty, "\(report)")
        #expect(report.crashes >= Self.crashes)
        #expect(report.phoneCrashes == (place == .phone ? report.crashes : 0))
        #expect(report.comparisons >= 10)
        print(report)
    }

    @Test func sameSeedRepeatsTrial() async throws {
        let steps = try MigrationSteps([
            MigrationStep(
                "1",
                "refuse",
                ifNothingToMove: .leave,
                .change("a", from: String.self, to: Int.self) { Int($0) }
            )
        ])
        let trial = MigrationTrial(steps, seed: 5) { TrialData(values: ["a": .string($0.text())]) }
        let report = await trial.run()
        #expect(report.violations == (await trial.run()).violations)
        #expect(report.violations.first?.hasPrefix("seed 5: to 1: Step “refuse” of 1 on memory failed") == true)
    }

    @Test func nondeterministicStepIsDetected() async throws {
        let steps = try MigrationSteps([
            MigrationStep(
                "1",
                "dice",
                ifNothingToMove: .leave,
                .free("dice") { $0["a"] = .integer(.random(in: 0..<(1 << 30))) }
            )
        ])
        let report = await MigrationTrial(steps, seed: 1) { _ in TrialData() }.run(rounds: 1)
        #expect(!report.violations.isEmpty)
    }

    @Test(arguments: [FailurePolicy.skipStep, .startClean, .startClean(including: .secrets)])
    func failingStepSurvivesCrashAtEveryWrite(policy: FailurePolicy) async throws {
        struct Refusal: Error {}
        let steps = try MigrationSteps([
            MigrationStep("1", "first", ifNothingToMove: .leave, .rename("tab", to: "tab.selected")),
            MigrationStep(
                "2",
                "refuse",
                ifNothingToMove: .leave,
                onFailure: policy,
                .free("refuse") { _ in throw Refusal() }
            ),
            MigrationStep("3", "last", ifNothingToMove: .leave, .rename("tab.selected", to: "tab.open")),
        ])
        let trial = MigrationTrial(steps, seed: 11, allowsFailures: true) { random in
            TrialData(values: ["tab": .string(random.text())], secrets: ["kept": Secret("k")])
        }
        let report = await trial.run(crashes: 500)
        #expect(report.violations.isEmpty, "\(report)")
        #expect(report.crashes >= 500)
        #expect(report.phoneCrashes >= 100)
        let strict = await MigrationTrial(steps, seed: 11) { _ in TrialData() }.run(rounds: 1)
        #expect(!strict.violations.isEmpty)
    }

    @Test func unwritableDataIsDetected() async throws {
        let steps = try MigrationSteps([
            MigrationStep("1", "NaN", ifNothingToMove: .leave, .free("NaN") { $0["a"] = .number(.infinity) })
        ])
        let report = await MigrationTrial(steps, seed: 1) { _ in TrialData() }.run(rounds: 1)
        #expect(report.violations.contains { $0.contains("cannot be committed") }, "\(report)")
    }

    @Test func mirroredSecretsSurviveCrashAtEveryChange() async throws {
        let trial = try SecretMirrorTrial(seed: 2_026)
        let report = trial.run(crashes: Self.crashes)
        #expect(report.violations.isEmpty, "\(report)")
        #expect(report.crashes >= Self.crashes)
        print(report)
    }

    @Test func missingCrashesAreReported() async throws {
        let steps = try MigrationSteps([MigrationStep("1", "a", ifNothingToMove: .leave, .delete("a"))])
        let report = await MigrationTrial(steps, seed: 1, versions: []) { _ in TrialData() }.run(rounds: 1, crashes: 10)
        #expect(report.violations == ["the app was killed 0 times, not 10, because it writes nothing"])
    }
}
