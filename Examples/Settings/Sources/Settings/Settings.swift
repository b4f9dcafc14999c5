import DataMigration

/// Settings of an app that was once written with another framework, and has changed its mind since.
///
/// usage: Settings FOLDER VERSION [--plan]
@main
struct Settings {
    /// What the profile was: JSON, as bytes or text.
    struct Profile: Codable {
        var name: String
        var age: Int
    }

    /// One list for the life of the app.
    ///
    /// A step stays as it is once it has shipped.
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
                "The profile has a shape, the session is a secret",
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
        // Before anything reads.
        let outcome = migrator.run(on: store, secrets: secrets, appVersion: arguments[2])
        print(outcome.result)
        print("settings:", try store.read().values.keys.sorted().joined(separator: ", "))
        print("secrets:", try secrets.names().joined(separator: ", "))
    }
}
