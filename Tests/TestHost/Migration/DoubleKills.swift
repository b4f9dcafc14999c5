import DataMigration
import ToggleBase

/// Kills an app at each of its changes, and the next launch at each of its own, while they migrate settings and secrets.
///
/// The launch after these has to find the new data and nothing else: neither a staged secret, nor a temporary file that can
/// contain an old one.
struct DoubleKills {
    /// The results.
    struct Report: CustomStringConvertible {
        /// The number of pairs of kills.
        var pairs = 0
        /// The number of first kills that left a staged secret, and of second ones.
        var staged = [0, 0]
        var violations: [String] = []

        var description: String {
            let figures =
                "kills in pairs \(pairs): staged secrets after the first \(staged[0]), after the second \(staged[1])"
            return (["\(figures); violations \(violations.count)"] + violations.prefix(20)).joined(separator: "\n")
        }
    }

    private static let values: [String: StoredValue] = ["token": "t", "other": "o"]
    private static let secrets = ["legacy": Secret("l")]

    let program: String
    let folder: String

    func run() throws -> Report {
        var report = Report()
        // Always the same folder, because the migrator recognizes its staged secrets by the path of the settings.
        let (app, killed) = ("\(folder)/app", "\(folder)/killed")
        for path in [app, killed] { try POSIXFileSystem().createFolder(path) }
        try Self.prepare(app)
        try Self.launch(in: app, POSIXFileSystem())
        let expected = try Self.data(in: app)
        var first = 0
        while report.violations.isEmpty {
            try Self.prepare(app)
            // The launch that survives has no change that it could die at.
            guard try isKilled(in: app, at: first, &report, 0) else { break }
            try Self.copy(app, to: killed)
            var second = 0
            while report.violations.isEmpty {
                try Self.copy(killed, to: app)
                guard try isKilled(in: app, at: second, &report, 1) else { break }
                report.pairs += 1
                try Self.launch(in: app, POSIXFileSystem())
                let found = try Self.data(in: app)
                if found != expected {
                    let place = "killed at change \(first + 1), and then at \(second + 1)"
                    report.violations.append("\(place): \(found) instead of \(expected)")
                }
                second += 1
            }
            first += 1
        }
        if report.staged.contains(0) { report.violations.append("no kill left a staged secret") }
        return report
    }

    /// Launches the app, which migrates its data.
    static func launch(in folder: String, _ fileSystem: any FileSystem) throws {
        let steps = try MigrationSteps([
            MigrationStep(
                "1",
                "secrets",
                ifNothingToMove: .fail,
                .moveToSecrets("token", as: "session.token"),
                .deleteSecret("legacy")
            )
        ])
        _ = DataMigrator(steps) { _ in }
            .run(on: settings(folder, fileSystem), secrets: secretStore(folder, fileSystem), appVersion: "1")
    }

    private static func settings(_ folder: String, _ fileSystem: any FileSystem) -> JSONFileStore {
        JSONFileStore(path: "\(folder)/settings.json", fileSystem: fileSystem)
    }

    private static func secretStore(_ folder: String, _ fileSystem: any FileSystem) -> FileSecretStore {
        FileSecretStore(path: "\(folder)/secrets.json", fileSystem: fileSystem)
    }

    /// Writes the data of an app that has never migrated it.
    private static func prepare(_ folder: String) throws {
        try empty(folder)
        try settings(folder, POSIXFileSystem()).update { _ in StoreContents(values: values) }
        for (name, secret) in secrets { try secretStore(folder, POSIXFileSystem()).set(secret, named: name) }
    }

    /// Copies the files of a folder with hard links, because they are only ever replaced.
    private static func copy(_ folder: String, to copy: String) throws {
        try empty(copy)
        let fileSystem = POSIXFileSystem()
        for name in try fileSystem.names(inFolder: folder) {
            try fileSystem.link("\(folder)/\(name)", to: "\(copy)/\(name)")
        }
    }

    private static func empty(_ folder: String) throws {
        let fileSystem = POSIXFileSystem()
        for name in try fileSystem.names(inFolder: folder) { try fileSystem.remove("\(folder)/\(name)") }
    }

    /// Describes all data of an app, and the files of its secrets.
    private static func data(in folder: String) throws -> String {
        let contents = try settings(folder, POSIXFileSystem()).read()
        let store = secretStore(folder, POSIXFileSystem())
        let secrets = try store.names().map { ($0, try store.secret(named: $0)?.bytes ?? []) }
        let files = try POSIXFileSystem().names(inFolder: folder).filter { $0.contains("secrets.json") }.sorted()
        return "\(contents.values.sorted { $0.key < $1.key }) \(contents.record) \(secrets) \(files)"
    }

    /// Starts the app, and returns whether it died at a change.
    private func isKilled(in folder: String, at change: Int, _ report: inout Report, _ place: Int) throws -> Bool {
        guard let process = AppProcess(program, ["die", folder, "\(change)"]) else {
            report.violations.append("cannot start \(program)")
            return false
        }
        guard process.wait() else { return false }
        let names = try Self.secretStore(folder, POSIXFileSystem()).names()
        if names.contains(where: { $0.hasPrefix("DataMigration.staged.") }) { report.staged[place] += 1 }
        return true
    }
}
