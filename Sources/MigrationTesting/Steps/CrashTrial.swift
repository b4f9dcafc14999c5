import DataMigration
import SystemBase

/// A run of a migrator that is killed at each write.
struct CrashTrial {
    private static let storePath = "/app/settings.json"
    private static let secretsPath = "/app/secrets.json"

    let steps: MigrationSteps
    let old: TrialState
    let new: TrialState
    let version: String
    /// Whether steps with a policy may fail.
    let isLenient: Bool

    /// Kills the run at each write.
    ///
    /// - Parameters:
    ///   - random: Decides what survives a power loss.
    ///   - crashes: Incremented for each kill.
    /// - Returns: The violations.
    func run(_ random: inout SeededRandom, _ crashes: inout Int) -> [String] {
        guard let disk = disk(&random) else { return ["the data cannot be written to a file"] }
        let whole = disk.survivor(&random)
        let outcome = migrate(whole)
        if let problem = outcome.problem(isLenient: isLenient) { return ["cannot be committed to a file: \(problem)"] }
        guard (try? store(whole).read()) == new.contents else {
            return ["a file does not end with the same data as memory"]
        }
        let isClean = if case .startedClean = outcome.result { true } else { false }
        var violations: [String] = []
        for change in 0..<whole.changes {
            for isPowerLost in [false, true] {
                let victim = disk.survivor(&random)
                victim.die(at: change)
                _ = migrate(victim)
                crashes += 1
                let place = "killed at write \(change + 1)\(isPowerLost ? " with the power lost" : "")"
                let survivor = victim.survivor(afterPowerLoss: isPowerLost, &random)
                if let violation = violation(survivor, isClean: isClean) { violations.append("\(place): \(violation)") }
            }
        }
        return violations
    }

    /// Returns a disk with the old data.
    private func disk(_ random: inout SeededRandom) -> MortalFileSystem? {
        let disk = MortalFileSystem()
        do throws(DataMigrationError) {
            try store(disk).update { _ in old.contents }
            for (name, secret) in old.data.secrets { try secrets(disk).set(secret, named: name) }
        } catch {
            return nil
        }
        return disk.survivor(&random)
    }

    private func store(_ disk: MortalFileSystem) -> JSONFileStore {
        JSONFileStore(path: Self.storePath, fileSystem: disk, secondsSince1970: { 0 })
    }

    private func secrets(_ disk: MortalFileSystem) -> FileSecretStore {
        FileSecretStore(path: Self.secretsPath, fileSystem: disk)
    }

    private func migrate(_ disk: MortalFileSystem) -> MigrationOutcome {
        DataMigrator(steps) { _ in }.run(on: store(disk), secrets: secrets(disk), appVersion: version)
    }

    /// Returns the violation in the state after a crash, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - disk: The state after the crash.
    ///   - isClean: Whether the run starts clean, so that a backup must exist.
    /// - Returns: The violation.
    private func violation(_ disk: MortalFileSystem, isClean: Bool) -> String? {
        do throws(DataMigrationError) {
            let found = try store(disk).read()
            let isOld = found == old.contents
            let isNew = found.values == new.data.values && found.record.version == new.record.version
            if isClean, !isOld, !hasBackup(disk) { return "a clean start left no backup of the old data" }
            guard isOld || isNew else { return "the settings are neither the old ones nor the new ones" }
            if isOld, !isNew, try visibleSecrets(disk) != old.data.secrets {
                return "the settings are the old ones, but the secrets are not"
            }
            let outcome = migrate(disk)
            if let failure = outcome.problem(isLenient: isLenient) { return "the next launch fails: \(failure)" }
            let end = try store(disk).read()
            guard end == new.contents else { return "the next launch does not end with the new settings" }
            if isClean, !hasBackup(disk) { return "the next launch does not keep the old data" }
            guard try visibleSecrets(disk) == new.data.secrets else {
                return "the next launch does not end with the new secrets"
            }
            if try secrets(disk).names().contains(where: { $0.hasPrefix(SecretJournal.prefix) }) {
                return "staged secrets remain"
            }
        } catch {
            return "the remaining data cannot be read: \(error.message)"
        }
        // The next writer of a file removes its temporary file, so one can remain.
        return nil
    }

    /// Whether there is a backup with the old data.
    private func hasBackup(_ disk: MortalFileSystem) -> Bool {
        disk.fileNames.contains { name in
            name.hasPrefix(Self.storePath + ".backup-")
                && (try? JSONFileStore(path: name, fileSystem: disk).read()) == old.contents
        }
    }

    private func visibleSecrets(_ disk: MortalFileSystem) throws(DataMigrationError) -> [String: Secret] {
        var visible: [String: Secret] = [:]
        let store = secrets(disk)
        for name in try store.names() where !name.hasPrefix(SecretJournal.prefix) {
            visible[name] = try store.secret(named: name)
        }
        return visible
    }
}
