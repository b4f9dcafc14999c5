import DataMigration
import MigrationTesting

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Kills apps while they migrate, and checks the data at the next launch.
struct MigrationTorture {
    /// The results.
    struct Report: CustomStringConvertible {
        var kills = 0
        /// The number of killed apps that left the old or the new settings.
        var old = 0
        var new = 0
        /// The number of those with new settings whose secrets were still waiting.
        var waiting = 0
        /// The number of kills that interrupted a write, and so left a temporary file.
        var interruptedWrites = 0
        var trial: MigrationTrial.Report?
        /// The number of crashes in runs in which a step is skipped or the store is started clean.
        var failing = 0
        /// The number of crashes of an app that shares mirrored secrets with an older one.
        var mirroring = 0
        var violations: [String] = []

        /// Adds a violation if the kills or crashes came where there is nothing to damage.
        mutating func requireExercise(kills expectedKills: Int, crashes expectedCrashes: Int) {
            // Each of these is about one in five, so fewer kills may miss one.
            if expectedKills >= 100, min(old, new, waiting, interruptedWrites) == 0 {
                violations.append("no kill before, in, or after a write")
            }
            let counts = [trial?.crashes ?? 0, trial?.comparisons ?? 0, failing, mirroring]
            if expectedCrashes > 0, counts.contains(0) { violations.append("a trial without a crash or a comparison") }
        }

        var description: String {
            let figures = """
                kills \(kills): old \(old), new \(new), new with waiting secrets \(waiting), in a write \(interruptedWrites); in \
                process: \(trial?.crashes ?? 0) crashes (\(trial?.phoneCrashes ?? 0) with UserDefaults and a keychain), \
                \(trial?.comparisons ?? 0) comparisons, \(failing) crashes with failing steps, \
                \(mirroring) crashes of mirrored secrets; violations \(violations.count)
                """
            return ([figures] + violations.prefix(20)).joined(separator: "\n")
        }
    }

    let program: String
    let folder: String
    let kills: Int
    let crashes: Int
    let seed: UInt64

    func run() async throws -> Report {
        var report = Report()
        var random = SeededRandom(seed: seed)
        if kills > 0 {
            // Measure complete runs first, so that kills occur during a run.
            var longest = Duration.zero
            for _ in 0..<5 { longest = max(longest, try await round(killedAfter: nil, &random, &report)) }
            while report.kills < kills, report.violations.count < 20 {
                let limit = longest / .microseconds(1)
                let delay = Duration.microseconds(Int.random(in: 0...Int(limit), using: &random))
                _ = try await round(killedAfter: delay, &random, &report)
                report.kills += 1
            }
        }
        if crashes > 0 {
            let trial = MigrationTrial(
                try TortureApp.steps(),
                seed: seed,
                mirroring: try TortureApp.mirroredSecrets(),
                data: TortureApp.data
            )
            let result = await trial.run(crashes: crashes)
            report.trial = result
            report.violations += result.violations
            // Fewer crashes, because such a run has fewer writes.
            for policy in [FailurePolicy.skipStep, .startClean, .startClean(including: .secrets)] {
                let trial = MigrationTrial(
                    try TortureApp.failingSteps(policy),
                    seed: seed,
                    allowsFailures: true,
                    data: TortureApp.data
                )
                let result = await trial.run(crashes: max(crashes / 10, 1))
                report.failing += result.crashes
                report.violations += result.violations
            }
            let mirror = try SecretMirrorTrial(seed: seed).run(crashes: crashes)
            report.mirroring = mirror.crashes
            report.violations += mirror.violations
        }
        if report.violations.isEmpty { rmdir(folder) }
        report.requireExercise(kills: kills, crashes: crashes)
        return report
    }

    /// Starts an app that migrates new data, kills it, and checks the result.
    ///
    /// - Returns: The duration of the app's run.
    private func round(
        killedAfter delay: Duration?,
        _ random: inout SeededRandom,
        _ report: inout Report
    ) async throws -> Duration {
        let app = TortureApp(folder: "\(folder)/app")
        defer { app.removeFiles() }
        let data = TortureApp.longData(&random)
        let versions = TortureApp.versions
        let target = Int.random(in: versions.indices, using: &random)
        // From no version, or from an earlier one.
        let origin = Int.random(in: 0...target, using: &random)
        let old = try await migrated(data, through: versions[..<origin])
        let new = try await migrated(data, through: versions[...target])
        try app.store.update { _ in old.contents }
        for (name, secret) in old.secrets { try app.secrets.set(secret, named: name) }

        let clock = ContinuousClock()
        let start = clock.now
        guard let process = AppProcess(program, ["migrate", app.folder, versions[target]]) else {
            report.violations.append("cannot start \(program)")
            return .zero
        }
        if let delay {
            usleep(UInt32(clamping: Int(delay / .microseconds(1))))
            process.kill()
        }
        process.wait()
        let duration = clock.now - start

        let place =
            "seed \(seed), kill \(report.kills), from \(old.contents.record.version ?? "none") to \(versions[target])"
        let found = try app.store.read()
        let isNew = found.values == new.contents.values && found.record.version == versions[target]
        if found == old.contents {
            if delay != nil { report.old += 1 }
            if try app.visibleSecrets() != old.secrets {
                report.violations.append("\(place): secrets without settings")
            }
        } else if isNew {
            if delay != nil { report.new += 1 }
            if found != new.contents { report.waiting += 1 }
        } else {
            report.violations.append("\(place): neither old nor new")
        }
        if delay != nil, app.fileNames.contains(where: { $0.contains(".tmp-") }) {
            report.interruptedWrites += 1
        }
        guard try await app.migrate(to: versions[target]) else {
            report.violations.append("\(place): the next launch fails")
            return duration
        }
        if try app.store.read() != new.contents {
            report.violations.append("\(place): the next launch does not end with the new settings")
        }
        if try app.visibleSecrets() != new.secrets { report.violations.append("\(place): secrets are missing") }
        return duration
    }

    /// Returns the data after a launch of each version.
    private func migrated(
        _ data: TrialData,
        through versions: ArraySlice<String>
    ) async throws -> (contents: StoreContents, secrets: [String: Secret]) {
        let store = InMemoryStore(data.values)
        let secrets = InMemorySecretStore(data.secrets)
        let migrator = DataMigrator(try TortureApp.steps()) { print($0) }
        for version in versions { _ = await migrator.run(on: store, secrets: secrets, appVersion: version) }
        var remaining: [String: Secret] = [:]
        for name in secrets.names() { remaining[name] = secrets.secret(named: name) }
        return (store.read(), remaining)
    }
}
