import DataMigration

/// The settings of an app that was written with another framework first and has changed since.
///
/// usage: Settings FOLDER VERSION [--plan]
@main
struct Settings {
    /// The profile, which was stored as JSON before.
    struct Profile: Codable {
        var name: String
        var age: Int
    }

    /// The steps of all versions of the app.
    ///
    /// Don't change a step after it has shipped.
    static func steps() throws -> MigrationSteps {
        try MigrationSteps([
            MigrationStep(
                "2.0.0",
                "Leave the old framework",
                ifNothingToMove: .leave,
                .stripPrefix("flutter."),
                .change("launches", from: String.self, to: Int.self) { Int($0) }
            ),
            MigrationStep(
                "2.10.0",
                "Decode the profile, make the token a secret",
                ifNothingToMove: .set(["theme": "system"]),
                .decodeJSON("profile", as: Profile.self),
                .moveToSecrets("token", as: "session.token")
            ),
        ])
    }

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            print("usage: Settings FOLDER VERSION [--plan]")
            return
        }
        let store = JSONFileStore(path: "\(arguments[1])/settings.json")
        let secrets = FileSecretStore(path: "\(arguments[1])/secrets.json")
        let migrator = DataMigrator(try steps()) { failure in print("to monitoring: \(failure)") }
        if arguments.contains("--plan") {
            print(try migrator.plan(for: store, secrets: secrets, appVersion: arguments[2]).text(), terminator: "")
            return
        }
        // Migrate before anything reads the settings.
        let outcome = migrator.run(on: store, secrets: secrets, appVersion: arguments[2])
        print(outcome.result)
        print("settings:", try store.read().values.keys.sorted().joined(separator: ", "))
        print("secrets:", try secrets.names().joined(separator: ", "))
    }
}
