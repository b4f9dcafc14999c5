import DataMigration
import DurableFiles

/// One run of a migrator, killed at each of its writes.
struct CrashTrial {
    private static let storePath = "/app/settings.json"
    private static let secretsPath = "/app/secrets.json"

    let steps: MigrationSteps
    let old: TrialState
    let new: TrialState
    let version: String

    /// Kills the run at each of its writes.
    ///
    /// - Parameters:
    ///   - random: Decides what is left after a loss of power.
    ///   - crashes: Counts the kills.
    /// - Returns: What was not as it should be.
    func run(_ random: inout SeededRandom, _ crashes: inout Int) -> [String] {
        guard let disk = disk(&random) else { return ["the data cannot be written to a file"] }
        let whole = disk.survivor(&random)
        _ = migrate(whole)
        guard whole.changes > 0 else { return [] }
        var violations: [String] = []
        for change in 0..<whole.changes {
            for isPowerLost in [false, true] {
                let victim = disk.survivor(&random)
                victim.die(at: change)
                _ = migrate(victim)
                crashes += 1
                let place = "killed at write \(change + 1)\(isPowerLost ? " with the power lost" : "")"
                let survivor = victim.survivor(afterPowerLoss: isPowerLost, &random)
                if let violation = violation(survivor) { violations.append("\(place): \(violation)") }
            }
        }
        return violations
    }

    /// A disk with the old data on it.
    private func disk(_ random: inout SeededRandom) -> MortalFileSystem? {
        let disk = MortalFileSystem()
        do throws(DataMigrationError) {
            let record = MigrationRecord(version: old.version)
            let contents = StoreContents(values: old.data.values, record: record)
            try store(disk).update { _ in contents }
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

    /// What is wrong with what a crash left, if anything.
    private func violation(_ disk: MortalFileSystem) -> String? {
        do throws(DataMigrationError) {
            let found = try store(disk).read()
            let isOld = found.values == old.data.values && found.record == MigrationRecord(version: old.version)
            let isNew = found.values == new.data.values && found.record.version == new.version
            guard isOld || isNew else { return "the settings are neither the old ones nor the new ones" }
            if isOld, !isNew, try visibleSecrets(disk) != old.data.secrets {
                return "the settings are the old ones, the secrets are not"
            }
            let outcome = migrate(disk)
            if let failure = outcome.failures.first { return "the next start fails: \(failure)" }
            let end = try store(disk).read()
            guard end.values == new.data.values, end.record == MigrationRecord(version: new.version) else {
                return "the next start does not end with the new settings"
            }
            guard try visibleSecrets(disk) == new.data.secrets else {
                return "the next start does not end with the new secrets"
            }
            if try secrets(disk).names().contains(where: { $0.hasPrefix(SecretJournal.prefix) }) {
                return "secrets are left over"
            }
        } catch {
            return "what is left cannot be read: \(error.message)"
        }
        // A temporary file goes with the next writer of its file; a file that is not written again may keep one.
        return nil
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
