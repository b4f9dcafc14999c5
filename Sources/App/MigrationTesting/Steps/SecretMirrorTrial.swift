import DataMigration

/// Changes a mirrored secret with an older and a newer version of an app by turns, and kills the newer one at every
/// change.
package struct SecretMirrorTrial {
    /// The result of a trial.
    package struct Report: Sendable, CustomStringConvertible {
        package var crashes = 0
        package var violations: [String] = []

        package var description: String {
            (["crashes \(crashes), violations \(violations.count)"] + violations.prefix(20)).joined(separator: "\n")
        }
    }

    /// What the newer version does.
    private enum Operation {
        case set(Secret)
        case remove
        case drop
    }

    private static let name = "token"
    private static let maximumViolations = 50

    private let mapping: SchemaMapping
    private let seed: UInt64

    package init(seed: UInt64) throws {
        mapping = try SchemaMapping([], secrets: [MirroredSecret(Self.name)])
        self.seed = seed
    }

    private func old(_ device: MortalDevice) -> KeychainSecretStore {
        KeychainSecretStore(.service("flutter_secure_storage_service", prefix: "flutter."), in: device.keychain)
    }

    private func new(_ device: MortalDevice) -> KeychainSecretStore {
        KeychainSecretStore(.account("com.example.trial"), in: device.keychain)
    }

    private func mirrored(_ device: MortalDevice) -> MirroredSecretStore {
        MirroredSecretStore(old: old(device), new: new(device), mapping)
    }

    /// Runs rounds until the newer version was killed a number of times.
    package func run(crashes: Int) -> Report {
        var report = Report()
        var round: UInt64 = 0
        while report.crashes < crashes, report.violations.count < Self.maximumViolations {
            var random = SeededRandom(seed: seed &+ round)
            do throws(DataMigrationError) {
                try self.round(&random, &report, place: "seed \(seed &+ round)")
            } catch {
                report.violations.append("seed \(seed &+ round): \(error.message)")
            }
            round += 1
        }
        return report
    }

    private func round(
        _ random: inout SeededRandom,
        _ report: inout Report,
        place: String
    ) throws(DataMigrationError) {
        var device = MortalDevice()
        var truth: Secret?
        for turn in 0..<12 {
            // The older version changes the secret, or not.
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                truth = Secret(random.text() + "\(turn)")
                if let truth { try old(device).set(truth, named: Self.name) }
            case 1:
                truth = nil
                try old(device).remove(Self.name)
            default: break
            }
            let operation: Operation =
                turn == 11 ? .drop : random.oneIn(3) ? .remove : .set(Secret(random.text() + "\(turn)"))
            let after: Secret? =
                switch operation {
                case .set(let secret): secret
                case .remove: nil
                case .drop: truth
                }
            let whole = device.survivor(&random)
            try perform(operation, on: whole)
            for change in 0..<whole.changes {
                let victim = device.survivor(&random)
                victim.die(at: change)
                try? perform(operation, on: victim)
                report.crashes += 1
                let survivor = victim.survivor(&random)
                if let violation = try violation(survivor, operation, before: truth, after: after, &random) {
                    report.violations.append("\(place), turn \(turn), killed at change \(change + 1): \(violation)")
                }
            }
            (device, truth) = (whole.survivor(&random), after)
            guard try mirrored(device).secret(named: Self.name) == truth else {
                report.violations.append("\(place), turn \(turn): the secret is not the last one")
                return
            }
        }
        try mirrored(device).adoptOldWrites()
        let (oldNames, newNames) = (try old(device).names(), try new(device).names())
        let names = ["DataMigration.unmirrored.\(Self.name)"] + (truth == nil ? [] : [Self.name])
        if !oldNames.isEmpty || newNames != names {
            report.violations.append("\(place): the end of the rollout left secrets")
        }
    }

    /// Starts the newer version, which changes the secret.
    private func perform(_ operation: Operation, on device: MortalDevice) throws(DataMigrationError) {
        let secrets = mirrored(device)
        try secrets.adoptOldWrites()
        switch operation {
        case .set(let secret): try secrets.set(secret, named: Self.name)
        case .remove: try secrets.remove(Self.name)
        case .drop: try secrets.dropOldNames()
        }
    }

    /// Returns what is wrong after a crash, or `nil`.
    private func violation(
        _ device: MortalDevice,
        _ operation: Operation,
        before: Secret?,
        after: Secret?,
        _ random: inout SeededRandom
    ) throws(DataMigrationError) -> String? {
        var allowed = [before, after]
        // The older version is installed again, and may change the secret.
        if case .drop = operation {
            // Ends the rollout again.
        } else if random.oneIn(2) {
            let found = try old(device).secret(named: Self.name)
            guard allowed.contains(found) else { return "the older version finds another secret" }
            if random.oneIn(2) {
                try old(device).set(Secret("older"), named: Self.name)
                allowed = [Secret("older")]
            }
        }
        let secrets = mirrored(device)
        try secrets.adoptOldWrites()
        guard try secrets.verify().isEmpty else { return "the places differ" }
        let value = try secrets.secret(named: Self.name)
        guard allowed.contains(value) else { return "the secret is neither the old one nor the new one" }
        let found = try old(device).secret(named: Self.name)
        if case .drop = operation, found == nil {
            // The rollout had ended already.
        } else if found != value {
            return "the older version finds another secret"
        }
        if case .drop = operation {
            try secrets.dropOldNames()
            let (rest, kept) = (try old(device).names(), try new(device).secret(named: Self.name))
            guard rest.isEmpty, kept == after else {
                return "the end of the rollout is incomplete"
            }
        }
        return nil
    }
}
