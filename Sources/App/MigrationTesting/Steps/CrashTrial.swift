import DataMigration

/// A run of a migrator that is killed at each write, also twice in a row.
struct CrashTrial<Device: TrialDevice> {
    let migrator: DataMigrator
    let old: TrialState
    let new: TrialState
    let version: String
    /// Whether steps with a policy may fail.
    let isLenient: Bool

    init(_ steps: MigrationSteps, from old: TrialState, to new: TrialState, version: String, isLenient: Bool) {
        migrator = DataMigrator(steps) { _ in }
        self.old = old
        self.new = new
        self.version = version
        self.isLenient = isLenient
    }

    /// Kills the run at each write, and some of the next launches at one of their writes.
    ///
    /// - Parameters:
    ///   - empty: The device without data.
    ///   - random: Decides what survives.
    ///   - crashes: Incremented for each kill.
    /// - Returns: The violations.
    func run(on empty: Device, _ random: inout SeededRandom, _ crashes: inout Int) async -> [String] {
        guard let device = device(empty, &random) else { return ["the data cannot be written to the store"] }
        let whole = device.survivor(afterPowerLoss: false, &random)
        let outcome = await launch(whole)
        if let problem = outcome.problem(isLenient: isLenient) { return ["cannot be committed: \(problem)"] }
        guard (try? whole.store.read()) == new.contents else {
            return ["the store does not end with the same data as memory"]
        }
        let isClean = if case .startedClean = outcome.result { true } else { false }
        var violations: [String] = []
        for change in 0..<whole.changes {
            let victim = device.survivor(afterPowerLoss: false, &random)
            victim.die(at: change)
            _ = await launch(victim)
            for isPowerLost in [false, true] {
                crashes += 1
                let place = "killed at write \(change + 1)\(isPowerLost ? " with the power lost" : "")"
                let survivor = victim.survivor(afterPowerLoss: isPowerLost, &random)
                let mayBeApart = isPowerLost && device.separatesSettings
                if let violation = await violation(survivor, isClean: isClean, mayBeApart: mayBeApart) {
                    violations.append("\(place): \(violation)")
                }
            }
            let next = victim.survivor(afterPowerLoss: false, &random)
            let second = Int.random(in: 0..<whole.changes, using: &random)
            next.die(at: second)
            _ = await launch(next)
            crashes += 1
            let survivor = next.survivor(afterPowerLoss: false, &random)
            if let violation = await violation(survivor, isClean: isClean, mayBeApart: false) {
                violations.append("killed at write \(change + 1), and then at write \(second + 1): \(violation)")
            }
        }
        return violations
    }

    /// Returns a device with the old data.
    private func device(_ device: Device, _ random: inout SeededRandom) -> Device? {
        do throws(DataMigrationError) {
            try device.store.update { _ in old.contents }
            for (name, secret) in old.data.secrets.sorted(by: { $0.key < $1.key }) {
                try device.secrets.set(secret, named: name)
            }
            try device.prepare()
        } catch {
            return nil
        }
        return device.survivor(afterPowerLoss: false, &random)
    }

    /// Starts the app.
    private func launch(_ device: Device) async -> MigrationOutcome {
        try? device.prepare()
        return await migrator.run(on: device.store, secrets: device.secrets, appVersion: version)
    }

    /// Returns the violation in the state after a crash, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - device: The state after the crash.
    ///   - isClean: Whether the run starts clean, so that a backup must exist.
    ///   - mayBeApart: Whether the secrets may be newer than the settings.
    /// - Returns: The violation.
    private func violation(_ device: Device, isClean: Bool, mayBeApart: Bool) async -> String? {
        do throws(DataMigrationError) {
            let found = try device.store.read()
            let isOld = found == old.contents
            let isNew = found.values == new.data.values && found.record.version == new.record.version
            if isClean, !isOld, !device.hasBackup(of: old.contents) {
                return "a clean start left no backup of the old data"
            }
            guard isOld || isNew else { return "the settings are neither the old ones nor the new ones" }
            if isOld, !isNew, !mayBeApart, try visibleSecrets(device) != old.data.secrets {
                return "the settings are the old ones, but the secrets are not"
            }
            let outcome = await launch(device)
            if let failure = outcome.problem(isLenient: isLenient) { return "the next launch fails: \(failure)" }
            let end = try device.store.read()
            guard end == new.contents else { return "the next launch does not end with the new settings" }
            if isClean, !device.hasBackup(of: old.contents) { return "the next launch does not keep the old data" }
            guard try visibleSecrets(device) == new.data.secrets else {
                return "the next launch does not end with the new secrets"
            }
            if try device.secrets.names().contains(where: { $0.hasPrefix(SecretJournal.prefix) }) {
                return "staged secrets remain"
            }
            return try device.leftover()
        } catch {
            return "the remaining data cannot be read: \(error.message)"
        }
    }

    private func visibleSecrets(_ device: Device) throws(DataMigrationError) -> [String: Secret] {
        var visible: [String: Secret] = [:]
        for name in try device.secrets.names() where !name.hasPrefix(SecretJournal.prefix) {
            visible[name] = try device.secrets.secret(named: name)
        }
        return visible
    }
}
